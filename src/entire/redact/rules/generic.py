"""Secrets of any provider, known by where they are."""

from entire.redact import judges
from entire.redact.rules.rule import Rule

_SIGN = r"(?::\s?[A-Za-z_][\w\[\].|? ]{0,24}\s?=|=>|:=|={1,3}|:|\bis\s)"  # also after a type: `name: str = `
_QUOTED = r"""(?:"([^"\s\\]{6,})"|'([^'\s\\]{6,})'|`([^`\s\\]{6,})`)"""
_BARE = r"([^\s\"'`\\,;<>(){}\[\]|&]{6,})"
_ASSIGNED = (
    rf"(?:[\w.\-]{{0,32}}[\"'`\])]{{0,2}}\s{{0,3}}{_SIGN}\s{{0,3}}(?:\[?\s{{0,3}}[bruf]?{_QUOTED}|{_BARE})"
    rf"|\(\s{{0,3}}{_QUOTED})"
)
_PASSWORD = r"(?i:passw(?:or)?d|passwort|passphrase|passcode|pwd|[_.\-]pass|[_.\-]pw)"
_SECRET = (
    r"(?i:secret|credential|apikey|bearer|jwt|(?:api|access|auth|private|encryption|signing|master|account"
    r"|shared|client|service|license|app|admin|deploy|webhook)[_.\- ]?key)"
)

# The same in raw bytes: quotes after any number of backslashes, line ends as escapes.
_CLOSE = r"(?:\\*[\"'`\])]|\\+[nrt]|\s)*"
_OPEN = r"(?:\\*[\"'`]|\\+[nrt]|[\s=>(\[])*[bruf]?(?:\\*[\"'`])?"
_SOME = r"(?:\\*[\"'`/]|[^\s\"'`\\,;<>(){}\[\]|&])"
_ASSIGNED_TRACE = (
    rf"{_CLOSE}(?::[\w\[\].|? ]*=|[:=(]|is\s)(?:{_OPEN}\\*[\"'`]{_SOME}{{6}}|{_OPEN}{_SOME}*[0-9!@#$%^*~])"
)
NAMED_TRACE = rf"[\w.\-]*{_CLOSE}[:=(]{_OPEN}{_SOME}{{3}}"
_TELLING = ("secret", "token", "key", "passw", "pwd")

_KEY_KIND = r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?"
_JUNK = r"[^A-Za-z0-9]*(?:[0-9]{1,6}[^A-Za-z0-9]+)?"  # line ends, escapes, quotes, line numbers
_BASE64 = r"[A-Za-z0-9+/]"

RULES = (
    Rule(
        "private-key",
        "Private key: PEM, OpenSSH or PGP",
        ("-----begin ",),
        rf"-----BEGIN {_KEY_KIND}-----(?:{_JUNK}(?:Proc-Type|DEK-Info|Version|Comment|Hash):[^\n\\]*)*"
        rf"(?:{_JUNK}{_BASE64}{{16,}}={{0,2}})+"
        rf"(?:{_JUNK}{_BASE64}{{0,64}}={{0,2}}{_JUNK}-----END {_KEY_KIND}-----)?",
        (
            "-----BEGIN RSA PRIVATE KEY-----\n<b64>\n<b64>\n<b20>\n-----END RSA PRIVATE KEY-----",
            "-----BEGIN OPENSSH PRIVATE KEY-----\\n<b70>\\n<b40>\\n-----END OPENSSH PRIVATE KEY-----",
            "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n<b64>\n<b9>=\n-----END PGP PRIVATE KEY BLOCK-----",
            "-----BEGIN EC PRIVATE KEY-----\n<b64>\n<b64>",
        ),
        ("-----BEGIN PUBLIC KEY-----\n<b64>\n-----END PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----\n<b64>"),
        any_case=True,
        trace=r"-----BEGIN [A-Z0-9 ]*PRIVATE",
        reach=32_000,
    ),
    Rule(
        "putty-key",
        "PuTTY private key",
        ("private-lines",),
        r"Private-Lines: [0-9]{1,3}[\s\\nr]{1,4}((?:[A-Za-z0-9+/=]{4,64}[\s\\nr]{1,4})+)",
        ("Private-Lines: 2\n<b64>\n<b60>\nPrivate-MAC: <h40>",),
        ("Public-Lines: 2\n<b64>\n<b60>\n",),
        any_case=True,
        trace="Private-Lines:",
        reach=4_000,
    ),
    Rule(
        "jwt",
        "JSON web token",
        ("eyj",),
        r"eyJ[A-Za-z0-9_-]{8,}\.(?:eyJ[A-Za-z0-9_-]{6,})?[A-Za-z0-9_.-]{10,}",
        ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ<w90>.<w43>", "eyJhbGciOiJub25lIn0.eyJ<w60>."),
        ("eyJ<w60>", "eyJhbGciOiJIUzI1NiJ9"),
        any_case=True,
        trace=r"eyJ[A-Za-z0-9_-]{8,}\.",
        reach=4_000,
    ),
    Rule(
        "url-credentials",
        "Password in a URL",
        ("://",),
        r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@\"'`<>\\]*:([^\s/\"'`<>\\]{2,})@[A-Za-z0-9\[$.{_-]",
        (
            "postgres://app:<a16>@db.example.com:5432/app",
            "https://user:p<a10>!@host/path",
            "redis://:<a20>@cache:6379/0",
            "amqp://guest:<d6>@mq",
        ),
        (
            "https://example.com:8080/a@b",
            "postgres://user:password@localhost/db",
            "https://user:${PASSWORD}@host",
            "git@github.com:a/b.git",
        ),
        judges.literal,
        any_case=True,
        trace=r":\\*/\\*/[^\s/@\"'`<>]*:[^\s/@\"'`<>]+@",
    ),
    Rule(
        "url-token",
        "Token instead of a user name in a URL",
        ("://",),
        r"https?://([A-Za-z0-9_.~%-]{16,})(?::x-oauth-basic)?@[A-Za-z0-9]",
        ("https://<a40>@github.com/acme/app.git",),
        ("https://someone@example.com/", "https://first.lastname-company@example.com/"),
        judges.generated,
        any_case=True,
        trace=r":\\*/\\*/[A-Za-z0-9_.~%-]{16,}(?::x-oauth-basic)?@",
    ),
    Rule(
        "authorization-header",
        "Header with a credential",
        ("authorization", "x-api-key", "x-auth-token", "private-token"),
        r"(?i:(?:proxy-)?authorization|x-api-key|x-auth-token|private-token)[\"'`]?\s{0,2}[:=,]\s{0,2}[\"'`]?"
        r"(?i:(?:bearer|basic|token|digest|apikey|api-key|key|negotiate|ssws|splunk|geniekey)\s{1,2})?"
        r"([A-Za-z0-9._~+/=:|-]{8,})",
        (
            "Authorization: Bearer <w40>",
            "authorization: Basic <b24>=",
            '"Authorization": "Token <h40>"',
            "curl -H 'X-Api-Key: <a32>'",
        ),
        (
            "Authorization: Bearer $TOKEN",
            "Authorization: Bearer <token>",
            "Authorization: Bearer YOUR_TOKEN",
            "authorization: authorization_header",
        ),
        judges.credential,
        any_case=True,
        trace=rf"(?i:authorization|x-api-key|x-auth-token|private-token)(?:\\*[\"'`])?\s*[:=,]{_OPEN}"
        r"(?i:[a-z-]+\s)?[A-Za-z0-9._~+/\\=:|-]{8}",
    ),
    Rule(
        "bearer-token",
        "Bearer token",
        ("bearer",),
        r"(?i:bearer)[\s\"':=]{1,4}([A-Za-z0-9._~+/=-]{20,})",
        ("Bearer <w40>", "bearer: <a32>"),
        ("Bearer authentication-middleware", "bearer <a8>"),
        judges.credential,
        any_case=True,
        trace=r"(?i:bearer)[\\\s\"':=]+[A-Za-z0-9._~+/\\=-]{20}",
    ),
    Rule(
        "basic-credentials",
        "User and password for curl or wget",
        ("curl", "wget", "http "),
        r"(?:curl|wget|http)[^\n]*?\s(?:-u|--user|--proxy-user|-a|--auth)[ =]?[\"']?[^\s:\"']{1,64}:"
        r"([^\s\"'\\]{3,})",
        ("curl -u admin:<a12> https://x.io", "curl --user 'me:<a12>' https://x.io"),
        ("curl -u admin:$PASS https://x.io", "curl -u admin https://x.io:80"),
        judges.literal,
        any_case=True,
        trace=r"\s(?:-u|--user|--proxy-user|-a|--auth)[ =]?(?:\\*[\"'])?[^\s:\"']+:[^\s\"'\\]{3}",
    ),
    Rule(
        "command-password",
        "Password on a command line",
        ("sshpass", "mysql", "redis-cli", "docker", "--"),
        r"(?:sshpass\s-p\s{0,1}|mysql(?:dump|admin)?\s[^\n|;&]*?-p|redis-cli\s[^\n|;&]*?-a\s"
        r"|docker\slogin\s[^\n|;&]*?-p\s|--(?:[a-z-]{0,20})?(?:password|passwd|passphrase|token|secret|api-?key"
        r"|secret-key|access-key|auth-token)[ =])[\"']?([^\s\"'\\|;&)]{4,})",
        (
            "sshpass -p '<a10>' ssh host",
            "mysql -u root -p<a11>7 db",
            "redis-cli -h h -a <a19>7",
            "tool --password <a13>7",
            "tool --api-key=<a31>7",
        ),
        (
            "tool --password-file /run/secrets/db",
            "tool --token $TOKEN",
            "mysql -u root -p db",
            "tool --password PASSWORD",
        ),
        judges.password,
        any_case=True,
        trace=r"(?:sshpass\s-p\s?|mysql(?:dump|admin)?\s[^\n|;&]*-p|redis-cli\s[^\n|;&]*-a\s|docker\slogin\s[^\n|;&]*-p\s"
        r"|--[a-z-]*(?:passw|passphrase|token|secret|key)[a-z-]*[ =])(?:\\*[\"'])?[^\s\"'\\|;&)]{4}",
    ),
    Rule(
        "connection-string",
        "Password in a connection string",
        ("password", "pwd"),
        r"(?i:(?:server|host|data source|user id|uid|username|user|endpoint|database)\s{0,2}=[^;\"'\n]+;"
        r"[^\"'\n]*?(?:password|pwd)\s{0,2}=)\s{0,2}([^;\"'\s\\]{3,})",
        ("Server=db;Database=app;User Id=sa;Password=<a12>;", "host=db;user=app;pwd=<a12>"),
        ("Server=db;Integrated Security=true;", "Server=db;User=sa;Password=${PW};"),
        judges.literal,
        any_case=True,
        trace=r";[^\"'\n;]*(?i:password|pwd)\s*=\s*[^;\"'\s\\]{3}",
    ),
    Rule(
        "key-value-password",
        "Password in connection parameters",
        ("password=",),
        r"(?:host|user|dbname|port)=[^\s\"']+\s[^\n\"]*?password=[\"']?([^\s\"'\\]{3,})",
        ("host=db user=app password=<a12> dbname=x",),
        ("host=db user=app password=$PW", "f(host=h, password=None, user=u)"),
        judges.password,
        any_case=True,
        trace=r"\spassword=(?:\\*[\"'])?[^\s\"'\\]{3}",
    ),
    Rule(
        "netrc",
        "Password in .netrc",
        ("password",),
        r"machine\s+\S+\s+login\s+\S+\s+password\s+([^\s\"'\\]{3,})",
        ("machine api.github.com login me password <a20>",),
        ("machine api.github.com login me",),
        judges.literal,
        any_case=True,
        trace=r"login(?:\s|\\+[nt])+\S+(?:\s|\\+[nt])+password(?:\s|\\+[nt])",
    ),
    Rule(
        "session-cookie",
        "Session cookie",
        ("cookie",),
        r"(?i:(?:set-)?cookie)[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?:[^\n\"']*?;\s{0,2})?"
        r"(?i:[\w.-]{0,24}(?:sess|sid|auth|token|jwt|login|remember)[\w.-]{0,24})=([^;\s\"'\\]{16,})",
        ("Cookie: theme=dark; sessionid=<l32>", "Set-Cookie: connect.sid=s%3A<w40>; Path=/"),
        ("Cookie: theme=dark; lang=en", "cookie: session=short"),
        judges.credential,
        any_case=True,
        trace=r"(?i:cookie)(?:\\*[\"'])?\s*[:=][^\n\"']*=[^;\s\"'\\]{16}",
    ),
    Rule(
        "otp-secret",
        "One-time password secret",
        ("otpauth",),
        r"otpauth://[^\s\"'\\]*?secret=([A-Z2-7=]{16,})",
        ("otpauth://totp/Acme:me@x.io?secret=<232>&issuer=Acme",),
        ("otpauth://totp/Acme:me@x.io",),
        any_case=True,
        trace="otpauth:",
    ),
    Rule(
        "password",
        "Password assigned to a name",
        ("passw", "passphrase", "passcode", "pwd", "_pass", "-pass", ".pass", "_pw", "-pw", ".pw"),
        _PASSWORD + _ASSIGNED,
        (
            'password = "<a10>!"',
            "DB_PASSWORD=<a11>7",
            '{"password": "<a16>"}',
            "password: S3cr3t!pass",
            "spring.datasource.password=<a13>7",
            'setPassword("<a12>")',
            "the password is <a11>7",
        ),
        (
            "password: string",
            'password = "password"',
            "password = get_password()",
            "PASSWORD_FILE=/run/secrets/db1",
            "password=$DB_PASSWORD",
            "passwordField: input1x",
            "password is required by the server",
        ),
        judges.password,
        any_case=True,
        trace=rf"{_PASSWORD}[\w.\-]*{_ASSIGNED_TRACE}",
    ),
    Rule(
        "password-line",
        "Password in YAML",
        ("passw", "passphrase", "pwd"),
        r"(?:^|\n|\\n)[ \t-]*(?i:[\w.\-]{0,32}(?:passw(?:or)?d|passphrase|pwd)):[ \t]+"
        r"([^\s\"'`\\,;#(){}\[\]|]{5,})[ \t]*(?:\r?\n|\\[nr]|$)",
        ("user: app\npassword: <z6><d2>\nport: 1", "  db_pwd: <a9>7"),
        ("password: string", "password: str = 'x'", "password: null", "password: ${DB_PASSWORD_1}"),
        judges.marked,
        any_case=True,
        trace=r"(?i:passw(?:or)?d|passphrase|pwd):[ \t]+[^\s\"'`\\,;#(){}\[\]|]{5}",
    ),
    Rule(
        "secret-value",
        "Secret, token or key assigned to a name",
        ("secret", "token", "credential", "key", "bearer", "jwt"),
        rf"(?:{_SECRET}|(?i:token)){_ASSIGNED}",
        (
            'api_key = "<a32>"',
            "ACME_SECRET=<h40>",
            '{"token": "<w30>"}',
            "access_key: <a23>7",
            "https://x.io/?access_token=<a32>&a=b",
            'const apiKey = "<a24>"',
            "client_secret: <U>",
        ),
        (
            "token = request.headers",
            "max_tokens: 40961234",
            'token_type: "bearer12"',
            "secretName: my-secret-1",
            "api_key=os.environ",
            'tokenUrl = "https://x.io/a1"',
            "input_tokens=123456",
        ),
        judges.generated,
        any_case=True,
        trace=r"(?:(?i:secret|credential|bearer|jwt|[\w.\-]key)[\w.\-]*|(?i:token)(?:[a-rt-zA-RT-Z0-9_.\-][\w.\-]*)?)"
        + _ASSIGNED_TRACE,
    ),
    Rule(
        "env-line",
        "Environment variable",
        ("_key", "_pass", "_pw", "_pin", "_salt", "_cred"),
        r"(?:^|[\s\"'`;]|\\n)(?:export )?[A-Z][A-Z0-9_]{0,60}_(?:KEY|PASS|PW|PIN|SALT|CREDS?)"
        r"(?:=|[\"'`]?\s{0,3}:\s{0,3})[\"']?([^\s\"'`\\$]{8,})",
        ("ACME_KEY=<a23>7", "export SMTP_PASS=<a11>7", '{"ACME_KEY": "<a23>7"}'),
        ("PRIMARY_KEY=users_pkey", "SSH_KEY=/home/me/.ssh/id_ed25519", "FOO_KEY=$BAR_KEY"),
        judges.generated,
        any_case=True,
        trace=r"[A-Z0-9]_(?:KEY|PASS|PW|PIN|SALT|CREDS?)(?:\\*[\"'`])?\s*[=:]\s*(?:\\*[\"'])?[^\s\"'`\\$]{8}",
    ),
)


def is_covered(name: str) -> bool:
    """Whether the traces of these rules find values that are assigned to a name."""
    return any(word in name[1:] for word in _TELLING)
