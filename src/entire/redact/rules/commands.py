"""Passwords on command lines and in SQL, known by the command and the option."""

from entire.redact.rules.rule import Rule

_KEYWORDS = (
    " -p;sshpass;redis-cli;ldap;pass:;lftp;htpasswd;smbclient;securestring;identified;_auth;getconnection"
    ";net use;pgp_sym_;aes_encrypt;aes_decrypt;encryptbypassphrase;decryptbypassphrase"
)
_REST = r"[^\n|;&]*?"
_OPTIONS = (
    rf"sshpass\s-p\s?|mysql(?:dump|admin|import)?\s{_REST}\s-p|redis-cli\s{_REST}-a\s"
    rf"|\blogin\s{_REST}\s-p[ =]?"
    rf"|mongo(?:sh|dump|restore|export|import)?\s{_REST}\s-p[ =]?|(?:sqlcmd|bcp|isql|osql)\s{_REST}\s-P\s?"
    rf"|ldap\w{{3,8}}\s{_REST}\s-w\s|\b(?:7za?|unzip|zip|unrar|rar)\s{_REST}\s-[pP]\s?|\bpass:"
    rf"|lftp\s{_REST}-u\s[^\s,]+,|htpasswd\s-\w*b\w*\s\S+\s\S+\s|smbclient\s{_REST}-U\s[^\s%]+%"
    r"|(?i:ConvertTo-SecureString)\s(?:-String\s)?"
    r"|[:\s]_(?:authToken|auth|password)\s|(?i:net\suse)\s(?:[A-Za-z*]:?\s)?[\\/]{2}[^\s/:]+\s"
    r"|(?i:pgp_sym_\w+|aes_(?:en|de)crypt|(?:en|de)cryptbypassphrase)\((?:[^()\n]*,\s{0,3})?"
)
_LOGINS = "(?:auth|basic-auth|basic|creds|credentials?|login)"
_TRACED = _OPTIONS.replace("*?", "*").replace(r"\b", "")

RULES = (
    Rule(
        "basic-credentials",
        "User and password for curl or wget",
        ("curl", "wget", "http ", "-auth", "--cred", "--login", "--basic"),
        rf"(?:(?:curl|wget|http)[^\n]*?\s(?:-u|--user|--proxy-user|-a|--auth)[ =]?|\s--?{_LOGINS}[ =])"
        r"[\"']?[^\s:\"'/]{1,64}:([^\s\"'\\]{3,})",
        (
            "curl -u admin:<a12> https://x.io",
            "curl --user 'me:<a12>' https://x.io",
            "java -jar cli.jar -auth me:<h34> x",
        ),
        ("curl -u admin:$PASS https://x.io", "curl -u admin https://x.io:80", "x --basic auth:enabled2"),
        "credentials",
        any_case=True,
        trace=rf"\s(?:-u|--user|--proxy-user|-a|--?{_LOGINS})[ =]?"
        r"(?:\\*[\"'])?[^\s:\"']+:[^\s\"'\\]{3}",
    ),
    Rule(
        "command-password",
        "Password on a command line or in SQL",
        tuple(_KEYWORDS.split(";")),
        rf"(?:{_OPTIONS})(?:\"([^\"\s\\]{{4,}})\"|'([^'\s\\]{{4,}})'|([^\s\"'\\|;&()<>]{{4,}}))"
        r"|(?i:identified\s(?:with\s\S+\s)?by)\s(?:\"([^\"\s\\]{4,})\"|'([^'\s\\]{4,})')"
        r"|getConnection\([^\n()]{1,120}?,\s{0,8}\"[^\"\n]{0,64}\",\s{0,8}\"([^\"\s\\]{4,})\"",
        (
            "sshpass -p <a12> ssh root@h",
            "mysql -u root -p<a11>7 db",
            "redis-cli -h x -a <a12>",
            "docker login -u me -p <a12> reg.io",
            'ConvertTo-SecureString "<a12>" -AsPlainText',
            "CREATE USER a IDENTIFIED BY '<a12>'",
            "openssl rsa -passin pass:<a12>",
        ),
        ("mysql -u root -p db", "docker login -u me -p $TOKEN", "docker run -p 8080:8080", "pass: 12 tests"),
        "password",
        any_case=True,
        trace=rf"(?:{_TRACED}|(?i:identified\s(?:with\s\S+\s)?by)\s|getConnection\(.{{0,120}},\s*)(?:\\*[\"'])?[^\s\"'\\|;&()]{{4}}",
    ),
    Rule(
        "login-call",
        "User and password of a call or a command",
        (
            "auth(",
            "login(",
            "authenticate(",
            "credentials(",
            "signin(",
            "add_user",
            "change_password",
            " -u",
            "/u:",
            "/user:",
            "identified by",
            "ssh-keygen",
        ),
        r"(?i:auth|login|authenticate|credentials|signin)\(\s{0,8}[\"'][^\"'\n]{1,64}[\"'],\s{0,8}[\"']([^\"'\\\s]{6,})[\"']"
        r"|(?:(?:add_user|change_password)\s\S+\s|\s-[uU][ =]?[\w.@\\-]+\s(?:[^\n|;&]*?\s)?-[pP][ =]?"
        r"|/u(?:ser)?:\S+\s(?:[^\n|;&]*?\s)?/p(?:ass(?:word)?)?:|(?i:user\s[^\n;]{1,80}?\sidentified\sby)\s|ssh-keygen\s[^\n|;&]*?-N\s)[\"']?"
        r"([^\s\"'`\\|;&()]{6,})",
        (
            'db.auth("app", "<a11>7")',
            "mosquitto_pub -u app -P <a11>7 -t a",
            "xfreerdp /u:jane /p:<a11>7 /v:h",
            "rabbitmqctl add_user app <a11>7",
            "ALTER USER a IDENTIFIED BY <a11>7;",
            "ssh-keygen -N '<a11>7' -f k",
        ),
        (
            'auth("user", "password")',
            "docker run -u 1000:1000 -p 8080:8080 app",
            "psql -U app -p 5432 db",
            "mysql -u root -p db_name",
        ),
        "in_prose",
        any_case=True,
        trace=r"(?i:auth|login|authenticate|credentials|signin)\(\s*\\*[\"'][^\"'\n]*[\"'],\s*\\*[\"']"
        r"|(?:add_user|change_password)\s\S+\s|\s-[uU][ =]?[\w.@\\-]+\s(?:[^\n|;&]*\s)?-[pPw][ =]?[^\s-]"
        r"|/u(?:ser)?:\S+\s(?:[^\n|;&]*\s)?/p(?:ass(?:word)?)?:|(?i:identified\sby)\s|ssh-keygen\s[^\n|;&]*-N\s",
    ),
    Rule(
        "auth-command",
        "Password in a command of a protocol",
        ("auth ",),
        r"\bAUTH\s(?:[\w-]+\s)?([^\s\"'`\\,;()]{6,})",
        ("127.0.0.1:6379> AUTH <a11>7", "AUTH default <a11>7"),
        ("to the AUTH command, if any", "AUTH failed for user2 again"),
        "in_prose",
        any_case=True,
        trace=r"AUTH\s(?:[\w-]+\s)?[^\s\"'`\\,;()]{6}",
    ),
    Rule(
        "piped-password",
        "Password on standard input",
        ("echo", "printf"),
        r"(?:echo|printf)\s(?:-n\s)?[\"']?(?:[\w.\-]{1,32}:)?([^\s\"'\\|;&]{4,})[\"']?"
        r"(?:\\n[\"'])?\s?\|[^\n|;&]{0,80}"
        r"(?:sudo\s-S|-stdin|chpasswd|passwd\b)",
        ("echo <a12> | sudo -S true", "echo 'app:<a12>' | chpasswd"),
        ("echo $PW | docker login --password-stdin", "echo hello | sudo tee a"),
        "literal",
        any_case=True,
        trace=r"\|[^\n|;&]*(?:sudo\s-S|-stdin|passwd)",
    ),
)
