"""Credentials in URLs, connection strings, headers and cookies."""

from entire.redact.rules.rule import Rule

_OPEN = r"(?:\\*[\"'`]|\\+[nrt]|[\s=>(\[])*[bruf]?(?:\\*[\"'`])?"
_HEADER = r"(?:proxy-)?authorization|x-api-key|x-auth-token|private-token"
_PARAMETERS = ("auth", "key", "sig", "access")
_SESSIONS = ("sessionid", "session", "phpsessid", "jsessionid", "connect.sid", "sid")

RULES = (
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
        "literal",
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
        "generated",
        any_case=True,
        trace=r":\\*/\\*/[A-Za-z0-9_.~%-]{16,}(?::x-oauth-basic)?@",
    ),
    Rule(
        "url-key",
        "Key in the query of a URL",
        tuple(f"{sign}{name}=" for sign in "?&" for name in _PARAMETERS),
        rf"[?&](?i:{'|'.join(_PARAMETERS)})=([\w.~%+/=\-]{{8,}})",
        ("tcp://cache:6379?auth=<a19>7", "https://x.io/a?b=1&key=<w38>7"),
        ("https://x.io/?key=created-at-v2", "https://x.io/?key=$KEY", "https://x.io/?key=<d12>"),
        "parameter",
        any_case=True,
        trace=rf"(?:[?&]|\\+u0026|&amp;)(?i:{'|'.join(_PARAMETERS)})=[\w.~%+/\\=\-]{{8}}",
    ),
    Rule(
        "authorization-header",
        "Header with a credential",
        ("authorization", "x-api-key", "x-auth-token", "private-token"),
        rf"(?i:{_HEADER})[\"'`]?(?:\s{{0,2}}[:=,]\s{{0,2}}|\s)(?:[bruf]?[\"'`])?"
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
        "credential",
        any_case=True,
        trace=rf"(?i:{_HEADER})(?:\\*[\"'`])?\s*[:=,]?{_OPEN}"
        r"(?i:[a-z-]+\s)?[A-Za-z0-9._~+/\\=:|-]{8}",
    ),
    Rule(
        "bearer-token",
        "Bearer token",
        ("bearer",),
        r"(?i:bearer)[\s\"':=]{1,4}([A-Za-z0-9._~+/=-]{20,})",
        ("Bearer <w40>", "bearer: <a32>"),
        ("Bearer authentication-middleware", "bearer <a8>"),
        "credential",
        any_case=True,
        trace=r"(?i:bearer)[\\\s\"':=]+[A-Za-z0-9._~+/\\=-]{20}",
    ),
    Rule(
        "connection-string",
        "Password in a connection string",
        ("password", "pwd"),
        r"(?i:(?:server|host|data source|user id|uid|username|user|endpoint|database)\s{0,2}=[^;\"'\n]+;"
        r"[^\"'\n]*?(?:password|pwd)\s{0,2}=)\s{0,2}([^;\"'\s\\]{3,})",
        ("Server=db;Database=app;User Id=sa;Password=<a12>;", "host=db;user=app;pwd=<a12>"),
        ("Server=db;Integrated Security=true;", "Server=db;User=sa;Password=${PW};"),
        "literal",
        any_case=True,
        trace=r";[^\"'\n;]*(?i:password|pwd)\s*=\s*[^;\"'\s\\]{3}",
    ),
    Rule(
        "key-value-password",
        "Password in connection parameters",
        ("password=",),
        r"(?:host|user|dbname|port)=[^\s\"']+\s[^\n\"]*?password=[\"']?([^\s\"'\\,)]{3,})",
        ("host=db user=app password=<a12> dbname=x",),
        ("host=db user=app password=$PW", "f(host=h, password=None, user=u)"),
        "password",
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
        "literal",
        any_case=True,
        trace=r"login(?:\s|\\+[nt])+\S+(?:\s|\\+[nt])+password(?:\s|\\+[nt])",
    ),
    Rule(
        "session-cookie",
        "Session cookie",
        (
            *("cookie", ' -b "', " -b '"),
            *(f"{sign}{quote}{name}{quote}" for sign in (":", ": ") for quote in "'\"" for name in _SESSIONS),
        ),
        r"(?:(?i:(?:set-)?cookie)[\"']?\s{0,2}[:=]\s{0,2}|\s(?:-b|--cookie)\s)[\"']?(?:[^\n\"']*?;\s{0,2})?"
        r"(?i:[\w.-]{0,24}(?:sess|sid|auth|token|jwt|login|remember)[\w.-]{0,24})=([^;\s\"'\\]{16,})"
        rf"|:\s?[\"'](?i:{'|'.join(_SESSIONS)})[\"'],\s{{0,24}}[\"']value[\"']:\s?[\"']([^\"'\s\\]{{16,}})",
        (
            "Cookie: theme=dark; sessionid=<l32>",
            "Set-Cookie: connect.sid=s%3A<w40>; Path=/",
            '{"name": "PHPSESSID", "value": "<l26>"}',
        ),
        ("Cookie: theme=dark; lang=en", "cookie: session=short", '{"name": "sid", "value": "<U>"}'),
        "cookie",
        any_case=True,
        trace=r"(?:(?i:cookie)(?:\\*[\"'])?\s*[:=\s]|\s-b\s)(?:\\*[\"'])?[^\n\"']*=[^;\s\"'\\]{16}"
        rf"|:\s?\\*[\"'](?i:{'|'.join(_SESSIONS)})\\*[\"'],",
    ),
    Rule(
        "data-source",
        "Password in the address of a database",
        ("thin:", "sqlplus", "@tcp(", "@unix(", "expdp", "impdp", "sqlldr", ":5432:", ":*:"),
        r"(?:thin:|(?:sqlplus|expdp|impdp|sqlldr)\s(?:-\w\s|userid=)*)[\w$#]{1,32}/([^\s\"'`\\]{3,})@"
        r"|\b[\w.\-]{1,32}:([^\s\"'`\\/]{3,})@(?:tcp|unix)\("
        r"|(?:^|\n|\\n|[\s+\"'])[\w.*\-]{1,64}:(?:5432|\*):[\w*\-]{1,32}:[\w*.\-]{1,32}:([^\s\"'`\\:]{6,})"
        r"(?:\s|\\|\"|$)",
        ("jdbc:oracle:thin:scott/<a12>@//db:1521/x", "app:<a12>@tcp(db:3306)/x", "db:5432:app:app:<a12>7"),
        ("jdbc:oracle:thin:@//db:1521/x", "app:$PW@tcp(db:3306)/x", "a:12:b:c:descriptions"),
        "password",
        any_case=True,
        trace=r"(?:thin:|(?:sqlplus|expdp|impdp|sqlldr)\s)[^\s@]*\\*/[^\s@]+@|:[^\s/]{3,}@(?:tcp|unix)\("
        r"|:(?:5432|\*):[\w*\-]+:[\w*.\-]+:[^\s:]{6}",
    ),
)
