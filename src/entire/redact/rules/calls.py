"""Passwords and keys that only their place gives away: arguments of calls, after a user, lists of codes."""

from entire.redact.rules.rule import Rule

_ADDRESS = r"[^\n(),]+,\s*"
_USER = r"(?:[bN@]?[\"'][^\"'\n]*[\"']|[\w.$>\-]+),\s*"
_ADDRESS_CALLS = (
    r"(?:(?i:mysqli(?:_(?:real_)?connect)?|new\sPDO|DBI->connect|PlainAuth|ftp_login|imap_open|ssh2_auth_password"
    r"|ldap_bind|new\sSequelize)\(\s*|\bCredentials\(\s*[\"'][^\n(),]+,\s*)" + _ADDRESS
)
"""Calls in which something comes before the user: an address, most often."""
_USER_CALLS = (
    r"(?i:NetworkCredential|UsernamePassword\w*|PasswordAuthentication|basic_?auth|username_pw_set"
    r"|oci_p?connect|(?:simple_)?bind_s|PSCredential|Credentials\.basic|wifi\.begin)[(\s]\s*"
    r"|(?:\b|\\[nrt])(?i:auth|creds|credentials)[\"']?\s?(?:=>|[=:])\s?[(\[]\s*"
)
"""Places where the user comes first."""
_KEY_CALLS = (
    r"(?:\b|\\[nrt])(?i:jwt)\.(?i:sign|verify|encode|decode)\((?:\{[^{}\n]*\}|[^\n,{}]+),\s*"
    r"|(?i:create(?:Hmac|(?:De|C)ipheriv))\([\"'][\w-]{1,32}[\"'],\s{0,8}|(?i:hmac\.new)\(\s*"
    r"|(?i:hash_hmac)\([^,\n]+,[^,\n]+,\s*|(?i:SecretKeySpec)\("
    r"|(?i:SymmetricSecurityKey)\([\w.]*\(|(?i:SignedString)\(\[\]byte\(|(?i:fernet|unsafePlainText|bcrypt\.(?:hash|compare)(?:Sync)?)\("
)
_VALUE = r"[bN@]?(?:\"([^\"\s\\]{6,})\"|'([^'\s\\]{6,})'|`([^`\s\\]{6,})`)"

_LISTED = r"(?:\n|\\n) {0,8}[0-9]{1,6}(?:[\t |.)]|\xe2\x86\x92|\\t|\\u2192)"
_MARGIN = rf"(?:[\s+*>•-]|\\[nrt]|{_LISTED})+"  # also in lists, listings and diffs
_CODE = r"[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,3}\b"

_CALL_KEYWORDS = (
    "mysqli;new pdo(;dbi->connect(;plainauth(;ftp_login(;imap_open(;ldap_bind(;ssh2_auth_password("
    ";networkcredential;usernamepassword;passwordauthentication;basicauth;basic_auth;username_pw_set"
    ";oci_connect;oci_pconnect;bind_s(;pscredential;new sequelize("
    ';credentials(";credentials.basic(;wifi.begin('
)
_KEY_CALL_KEYWORDS = (
    "jwt.sign(;jwt.verify(;jwt.encode(;jwt.decode(;createhmac(;cipheriv(;hmac.new(;hash_hmac(;secretkeyspec("
    ";symmetricsecuritykey(;signedstring(;fernet(;plaintext(;bcrypt.hash;bcrypt.compare"
)
_SIGNS = ("=", " = ", ":", ": ", " => ", "=>")
_KEY_SIGNS = ("=", ":", ": ", '":', '": ', "':", "': ")
_VERBS = (": ", " is ", " are ", " for ", " on ", " of ", " to ")

_PASSWORD = "password|passphrase|passcode"
_WHOSE = "credentials|creds|login|account|zugangsdaten|identifiants|credenciales"
_OF = r"(?:\s(?:for|on|of|to)(?:\s[\w.-]{1,24}){1,3}?)?"
_DOMAINS_TEXT = "com net org io dev co uk de eu fr nl ch at it es pl se app cloud ai local internal test"
_DOMAINS = _DOMAINS_TEXT.split()

RULES = (
    Rule(
        "call-password",
        "Password after the user: as an argument, or in a file",
        (
            *("bundle_", "<auth-user-pass>", *_CALL_KEYWORDS.split(";")),
            *(
                f"{name}{quote}{sign}{bracket}"
                for name in ("auth", "creds", "credentials")
                for quote in ("", "'", '"')
                for sign in _SIGNS
                for bracket in "(["
            ),
        ),
        rf"(?:{_ADDRESS_CALLS}|{_USER_CALLS}){_USER}(?:Some\()?{_VALUE}"
        r"|BUNDLE_\w+__\w+[\"']?\s{0,2}[:=]\s{0,2}[\"']?[\w.@-]+:([^\s\"'\\]{6,})"
        rf"|<auth-user-pass>{_MARGIN}[^\s<\\0-9][^\s<\\]*{_MARGIN}([^\s<\\]{{6,}})",
        (
            'requests.get(url, auth=("app", "<a12>"))',
            "'auth' => ['app', '<a12>']",
            'new NetworkCredential("app", "<a12>")',
            "new mysqli('localhost', 'app', '<a12>', 'app')",
            "DBI->connect($dsn, 'app', '<a12>')",
            "req.basic_auth 'app', '<a12>'",
            'client.get(u).basic_auth("app", Some("<a12>"))',
            'BUNDLE_GEMS__ACME__IO: "app:<a11>7"',
            "<auth-user-pass>\napp\n<a11>7\n</auth-user-pass>",
            'Credentials("Realm", "host", "app", "<a12>")',
            'WiFi.begin("home", "<a11>7")',
            '{"auth": ["app", "<a12>"]}',
        ),
        (
            "auth=(settings.USER, settings.PASSWORD)",
            "new mysqli($host, $user, $password, 'production_db2')",
            'auth=("user", "password")',
            "new PDO($dsn, $user, $password)",
            "auth: ['admin', 'editor']",
            'auth: ["Basic", "Digest-MD5"]',
            "BUNDLE_IMG=op-bundle:v0.0.1-rc2",
        ),
        "argument",
        any_case=True,
        trace=r"(?i:mysqli\w*|PDO|DBI->connect|PlainAuth|ftp_login|imap_open|ssh2_auth_password|ldap_bind"
        r"|NetworkCredential|UsernamePassword\w*|PasswordAuthentication|basic_?auth|username_pw_set|oci_p?connect"
        r"|bind_s|PSCredential|Sequelize|Credentials(?:\.basic)?|WiFi\.begin|(?:auth|creds|credentials)(?:\\*[\"'])?\s?(?:=>|[=:])\s?)[(\[\s][^\n]{0,200},\s*(?:Some\()?[bN@]?\\*[\"'`][^\s\"'`\\]{6}"
        r"|BUNDLE_\w+__\w+(?:\\*[\"'])?\s*[:=]\s*(?:\\*[\"'])?[\w.@-]+:|auth-user-pass(?:>|\\+u003e)",
    ),
    Rule(
        "key-argument",
        "Key as an argument of a call that signs or encrypts",
        tuple(_KEY_CALL_KEYWORDS.split(";")),
        rf"(?:{_KEY_CALLS}){_VALUE}",
        (
            "jwt.sign(payload, '<a24>', { expiresIn: '1h' })",
            "SecretValue.unsafePlainText('<a24>')",
            "bcrypt.hash('<a24>', 10)",
            "jwt.sign({ id: 1, admin: true }, '<a24>')",
            "crypto.createHmac('sha256', '<h32>')",
            'hmac.new(b"<a32>", body, sha256)',
            'new SecretKeySpec("<a16>".getBytes(), "AES")',
            'token.SignedString([]byte("<a24>"))',
        ),
        (
            "jwt.sign(payload, process.env.JWT_SECRET)",
            'jwt.decode(token, "HS256")',
            "crypto.createHmac('sha256', secret)",
            "jwt.verify(token, 'secret')",
            'jwt.decode(token, "RS256,ES256")',
            "jwt.verify(token, 'keys/public2024.pem')",
            'hmac.new(b"message-1", body, sha256)',
        ),
        "argument",
        any_case=True,
        trace=r"(?i:jwt\.(?:sign|verify|encode|decode)|create(?:Hmac|(?:De|C)ipheriv)|hmac\.new|hash_hmac|SecretKeySpec"
        r"|SymmetricSecurityKey|SignedString|Fernet|PlainText|bcrypt\.\w+)\([^\n]{0,220}?[bN@]?\\*[\"'`][^\s\"'`\\]{6}",
    ),
    Rule(
        "user-and-password",
        "Password after a user, or an address",
        (
            *(f".{domain}:" for domain in _DOMAINS),
            *(f".{domain} / " for domain in _DOMAINS),
            *(
                f"{word}{verb}"
                for word in (
                    "credentials",
                    "creds",
                    "login",
                    "account",
                    "zugangsdaten",
                    "identifiants",
                    "credenciales",
                )
                for verb in _VERBS
            ),
            *("credentials ", "creds "),
            "community ",
        ),
        rf"(?i:{_WHOSE}){_OF}\s?(?::|is|are)\s{{1,3}}[`\"']?[\w.@\\+-]+[`\"']?\s?"
        r"(?:/|:|\||,|and|with)\s{0,2}[`\"']?([^\s\"'`\\,;]{6,})"
        r"|(?i:credentials|creds)\s[\w.@\\+-]+(?::|\s/\s)([^\s\"'`\\,;)]{6,})"
        r"|\w@[\w-]+\.[\w.-]*[\w-](?::|\s/\s)[`\"']?([^\s\"'`\\:/,;|<>()]{6,})(?:[\s\"'`\\,;|]|$)"
        r"|(?i:snmp-server|\br[ow])\s?community\s{1,3}([^\s\"'\\]{6,})",
        (
            "Credentials: jane / <a11>7",
            "the account is jane:<a11>7",
            "creds for staging are jane:<a11>7",
            "log in with jane@acme.io / <a11>7",
            "[smtp.acme.io]:587 bot@acme.io:<a11>7",
            "snmp-server community <a11>7 RO",
        ),
        (
            "login: see / dashboard",
            "git@github.com:acme.git",
            "scp dump.sql me@host.acme.io:backup2024.sql",
            "scp me@host.acme.dev:Release2024 .",
            "git remote add origin git@git.acme.io:x7team42",
            "mail me@host.acme.io:Reply2024",
            "login: jane / password",
            "login for staging is jane, with Monday",
            "jane@acme.io / ada@acme.io",
            "a community supported release2",
        ),
        "after_user",
        any_case=True,
        trace=rf"(?i:{_WHOSE}){_OF}(?:\s?(?::|is|are))?\s+(?:\\*[`\"'])?[\w.@\\+-]+(?:\\*[`\"'])?\s?"
        r"(?:\\*/|:|\||,|and|with)\s*(?:\\*[`\"'])?[^\s\"'`\\,;]{6}"
        r"|@[\w-]+\.[\w.-]+(?::|\s/\s)(?:\\*[`\"'])?[^\s\"'`\\:/,;|<>()]{6}"
        r"|community\s+[^\s\"'\\]{6}",
    ),
    Rule(
        "password-sentence",
        "Password at the end of a sentence",
        tuple(
            f"{name} {verb}"
            for name in _PASSWORD.split("|")
            for verb in ("is ", "was ", "for ", "of ", "to ")
        ),
        rf"(?i:{_PASSWORD})(?:[ \t][\w.@'\"\-]+){{1,8}}\s?:"
        rf"{_MARGIN}[`\"']?([^\s\"'`\\,;]{{6,}})",
        (
            "A temporary password is generated for root@localhost: <a11>7",
            "Use this password to log in:\n\n<h32>",
        ),
        (
            "The password for step 2: settings",
            "password is checked by the server: bcrypt-v2",
            "password for app: $PASSWORD",
        ),
        "in_prose",
        any_case=True,
        trace=rf"(?i:{_PASSWORD})(?:[ \t][\w.@'\"\\\-]+)+\s?:",
    ),
    Rule(
        "recovery-codes",
        "Recovery codes",
        ("recovery code", "backup code", "recovery_code", "backup_code", "scratch code"),
        rf"(?i:recovery|backup|scratch)[ _]codes?:?{_MARGIN}(?:are\s)?"
        rf"({_CODE}(?:,?{_MARGIN}(?:and\s)?{_CODE})*)",
        (
            "Recovery codes:\n<h5>1-<h5>\n<h5>1-<h5>",
            "backup codes: <l3>7-<l4> <l3>4-<l4>",
            "backup codes:\n1→<h5>1-<h5>",
        ),
        (
            "recovery codes are single-use codes",
            "Backup codes: well-known words-only",
            "scratch codes step1-done step2-todo",
        ),
        "codes",
        any_case=True,
        trace=r"(?i:recovery|backup|scratch)[ _](?i:codes?):?"
        r"(?:[\s+*>-]|\\+[nrt]|[0-9]{1,6}(?:\\+t|[\t |.)])|\xe2..)+(?:are\s)?[A-Za-z0-9]{4,8}-",
        reach=2000,
    ),
    Rule(
        "encoded-password",
        "Password in base64 that a command decodes",
        ("base64 -d", "base64 --d"),
        r"(?:echo|printf)\s(?:-n\s)?[\"']?([A-Za-z0-9+/]{8,}={0,2})[\"']?\s?\|\s?base64\s(?i:-d|--decode)",
        ("echo -n 'dDRuZzAtVmlvTDN0ITk5' | base64 -d", "echo YXBwOnQ0TmcwVmlvTDN0IQ== | base64 --decode"),
        (
            "echo aGVsbG8gd29ybGQgYWdhaW4= | base64 -d",
            "echo $SECRET | base64 -d",
            "echo <b40> | base64 -d",
            "echo eyJhIjoxLCJiMiI6Mn0= | base64 -d",
            "echo UEFUSD0vdXNyL2JpbjE= | base64 -d",
        ),
        "decoded",
        any_case=True,
        trace=r"(?:echo|printf)\s[^\n|]*\|\s?base64\s(?i:-d|--d)",
    ),
    Rule(
        "key-line",
        "Key in base64 with slashes",
        (
            "key = ",
            "key=",
            "key: ",
            'key = "',
            *(f"key{sign}{quote}" for sign in _KEY_SIGNS for quote in "'\""),
        ),
        r"(?:\b|\\[nrt])(?i:key)[\"']?\s{0,2}[=:]\s{0,2}[\"']?([A-Za-z0-9+/]{32,}={0,2})(?:[\s\"'\\,;]|$)",
        ("[b2]\nkey = <b20>/<b22>", '{"key": "<b43>="}', '{"key":"<b20>/<b22>"}'),
        ("key = users/accounts/settings/preferences/defaults", "key: <h40>", "key=<d44>"),
        "random_key",
        any_case=True,
        trace=r"(?i:key)(?:\\*[\"'])?\s*[=:]\s*(?:\\*[\"'])?(?:[A-Za-z0-9+]|\\*/){32}",
    ),
)
