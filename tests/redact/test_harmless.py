"""Single lines that look like a secret to a rule, and are not: each was replaced once."""

import json

import pytest

from entire.redact import redact_jsonl, redact_text


@pytest.mark.parametrize(
    "text",
    [
        "passwd = passwd + 'anonymous@'",
        "$pass = 'anonymous@';",
        'print "pw: `$password\'\\n";',
        "is($cred->{password}, 'carolknows', 'ok')",
        "is($cred->{password}, 'bobwillknow', 'ok')",
        'setPassword(user, hash, "pbkdf2:sha256:260000")',
        'if (!token) res.send("401-unauth")',
        'page.on("token", () => send("refresh2"))',
        "expect(token).toBe(null);\nsocket.send('ping-v2-x1')",
        "records identified by uuid-v4 keys",
        "sudo -u postgres pg_dump -p 54321 -w mydb2024",
        "moved UserRepo#42 (the password column)",
        "AUTH mechanism XOAUTH2-v2",
        "psql --auth host:md5-peer",
        "tool --basic auth:enabled2",
        "--- PASS: TestUTF8Decode2 (0.00s)",
        "--- PASS: TestHTTP2Server (0.01s)",
        "    --- PASS: TestX/case_1 (0.00s)",
        "--- PASS: TestUTF8Decode2",
        "kubectl get secret app-token-x7k2p",
        "'password' => 'required|min:8|max:72'",
        "SRP_user_pwd *SRP_user_pwd_new(void);",
        "util._assertion_pass = call_assertion_pass_hook",
        "(OSSL_DEPRECATEDIN_3_0, EC_KEY, EC_PUBKEY)",
        "#define EVP_PKEY_CTRL_HKDF_KEY (EVP_PKEY_ALG_CTRL + 5)",
        '#define SN_id_alg_PWRI_KEK   "id-alg-PWRI-KEK"',
        '<dt>pass</dt><dd><a href="html/libxslt-xslt.html#XSLT_PARSE_OPTIONS">X</a>',
        '<a href="#pbkdf2password-salt"><code>crypto.pbkdf2()</code></a>',
        "Pass `-Dpamconfdir=no` to meson",
        "$_[0]='--password --inputbox'",
        'syn match gitcommitTrailerToken "^[[:alnum:]-]\\+\\s*:" contained',
        "syn keyword phpFunctions ccvs_add ccvs_auth ccvs_command ccvs_count",
        "mcve_chkpwd mcve_chngpwd mcve_completeauthorizations",
        'token = state.push("tbody_close", "tbody", -1)',
        'Token.Name.Builtin.HeaderVariable: "bold #6C5A05",',
        "In addition you can pass `spec=True` or `spec_set=True`",
        "'HTTPPasswordMgr', 'HTTPPasswordMgrWithDefaultRealm',\npassword_mgr = HTTPPasswordMgr()",
        '"ARN": "arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestSecret-a1b2c3"',
        '"AWS::ApiGateway::ApiKey": "48205d4ffd7feba3"',
        '"encryptionKey": "arn:aws:kms:us-west-2:4174982436:key/c9fe2447-0795-4fda-afbe-8464574ae162"',
        "return token_expiration.strftime('%Y-%m-%dT%H:%M:%SZ')",
        "ACCESS_KEY = 'AWSAccessKeyId'",
        "MLKEM768X25519PrivateKey = rust_openssl.hpke.MLKEM768X25519PrivateKey",
        '"secret", "Ed25519",',
        'auth_token = b64encode(f"AWS:{password}".encode("ascii")).decode()',
        "# Authorization Workflow",
        'password = password.encode("latin1")',
        "in their original positions--pass `strict=False`. To produce",
        '"$ref": "#/definitions/SlackCredentials"\n    },\n    "Snowflake": {',
        ">>> secure_filename('../../../etc/passwd')\n'etc_passwd'",
    ],
)
def test_it_stays(text: str) -> None:
    assert redact_text(text) == text
    line = json.dumps({"content": text}).encode() + b"\n"
    assert redact_jsonl(line) == line
