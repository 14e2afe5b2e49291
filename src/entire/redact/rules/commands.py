"""Passwords on command lines and in SQL, known by the command and the option."""

from entire.redact.rules.rule import Rule

_KEYWORDS = (
    " -p; -hp;sshpass;redis-cli;ldap;pass:;lftp;htpasswd;smbclient;securestring;identified;_auth"
    ";getconnection;net use;pgp_sym_;aes_encrypt;aes_decrypt;encryptbypassphrase;decryptbypassphrase"
    ";cargo login;add-authtoken"
)
_REST = r"(?:[^\n|;&]|\\\n)*?"  # of the command, also on lines that continue it
_ANY = rf"(?:{_REST}\s)?"  # other options and words before this one, if there are any
_WORD = r"(?:\"[^\"\s]*\"|'[^'\s]*'|[^\s\"'\\-][^\s\"'\\]*)"
_OPTIONS = (
    rf"sshpass\s{_ANY}-p\s?|(?:mysql|mariadb)(?:-?(?:dump|admin|import|check|show|sh))?\s{_ANY}-p"
    rf"|redis-cli\s{_REST}-a\s|\blogin\s{_ANY}-p[ =]?"
    rf"|mongo(?:sh|dump|restore|export|import)?\s{_ANY}-p[ =]?|(?:sqlcmd|bcp|isql|osql)\s{_ANY}-P\s?"
    rf"|ldap\w{{3,8}}\s{_ANY}-w\s?|\b(?:un)?zip\s{_ANY}-P\s?|\b(?:7z[ar]?|(?:un)?rar)\s{_ANY}-h?p\s?|\bpass:"
    rf"|lftp\s{_REST}-u\s[^\s,]+,|smbclient\s{_REST}-U\s[^\s%]+%"
    rf"|htpasswd\s(?:-\w+\s(?:\d+\s)?)*?-\w*b\w*\s(?:\d+\s)?(?:-\w+\s(?:\d+\s)?)*(?:{_WORD}\s){{1,2}}"
    r"|(?i:ConvertTo-SecureString)\s(?:-String\s)?"
    r"|cargo\slogin\s(?:--registry[ =]\S+\s)?|\sadd-authtoken\s"
    r"|[:\s]_(?:authToken|auth|password)\s|(?i:net\suse)\s(?:[A-Za-z*]:?\s)?[\\/]{2}[^\s/:]+\s"
    r"|(?i:pgp_sym_\w+|aes_(?:en|de)crypt|(?:en|de)cryptbypassphrase)\((?:[^()\n]*,\s{0,3})?"
)
_LOGINS = "(?:auth|basic-auth|basic|creds|credentials?|login|user)"
_PASSWORD, _USER = r"(?:\s-[pP][ =]?|/p(?:ass(?:word)?)?:)", r"(?:-[uU][ =]?|/u(?:ser)?:)[\w.@\\-]"
_TYPED = r"(?:\"[^\"\s]{4,}\"|'[^'\s]{4,}')"
_FROM_STDIN = r"(?:sudo\s-S|-stdin|passphrase-fd[ =]?0|(?:key|pass\w*|token)-file[ =]-)"
_ASKING = r"(?:cryptsetup|openconnect|kinit)"
"""Options with which a password is read from standard input, and commands that do it without."""
_TRACED = _OPTIONS.replace("*?", "*").replace(r"\b", "")

RULES = (
    Rule(
        "basic-credentials",
        "User and password for curl or wget",
        (
            "curl",
            "wget",
            "http ",
            "-auth",
            "--cred",
            "--user",
            "--login",
            "--basic",
        ),  # `curl` is in CURLOPT_USERPWD, too
        rf"(?:(?:curl|wget|http)[^\n]*?\s(?:-u|--user|--proxy-user|-a|--auth)[ =]?|\s--?{_LOGINS}[ =]"
        r"|CURLOPT_(?:PROXY)?USERPWD[\"']?(?:,|\s?=>)\s{0,3})[\"']?[^\s:\"'/]{1,64}:([^\s\"'\\]{3,})",
        (
            "curl -u admin:<a12> https://x.io",
            "curl --user 'me:<a12>' https://x.io",
            "java -jar cli.jar -auth me:<h34> x",
            'curl_easy_setopt(curl, CURLOPT_USERPWD, "me:<a12>");',
        ),
        ("curl -u admin:$PASS https://x.io", "curl -u admin https://x.io:80", "x --basic auth:enabled2"),
        "credentials",
        any_case=True,
        trace=rf"(?:\s(?:-u|--user|--proxy-user|-a|--?{_LOGINS})[ =]?|USERPWD(?:\\*[\"'])?[\s,=>]+)"
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
            "docker login -p <a11>7 -u me",
            "docker login \\\n  -u me \\\n  -p <a11>7",
            "mysql -p<a11>7 db",
            "mariadb-dump -p<a11>7 db",
            "mongosh -p <a11>7",
            "sqlcmd -P <a11>7",
            "ldapsearch -w <a11>7 -x",
            "unzip -P <a11>7 a.zip",
            "7z -p<a11>7 x a.7z",
            "rar a -hp<a11>7 a.rar",
            "htpasswd -b -c f me <a11>7",
            'ConvertTo-SecureString "<a12>" -AsPlainText',
            "CREATE USER a IDENTIFIED BY '<a12>'",
            "openssl rsa -passin pass:<a12>",
            "cargo login <w43>",
        ),
        (
            "mysql -u root -p db",
            "mysql -p",
            "mysql -p app_production",
            "docker login -u me -p $TOKEN",
            "docker login -p $TOKEN",
            "gh auth login -p https -h github.com",
            "docker run -p 8080:8080",
            "docker run --name mysql -p 3306:3306 mysql:8",
            "mkdir -p build && npm login",
            "unzip -p app-1.2.3.jar META-INF/MANIFEST.MF",
            "ldapsearch -W -x",
            "pass: 12 tests",
        ),
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
            ".connect('",
            '.connect("',
            ':connect("',
            '>connect("',
            '.open "',
            "database('",
            'ftp("',
            'ftp_tls("',
            "ftp('",
            "create_user(",
            "createuser(",
            "superuser(",
            "add_user",
            "change_password",
            " -u",
            "/u:",
            "/user:",
            "identified by",
            "ssh-keygen",
        ),
        r"(?:[:.]|\b)auth(?:enticate)?\(\s{0,8}[\"']([^\"'\\\s]{6,})[\"']\s{0,8}\)"
        r"|(?i:auth|login|authenticate|credentials|signin|create_?(?:super)?user)\(\s{0,8}[\"'][^\"'\n]{1,64}[\"'],\s{0,8}(?:[\"'][^\"'\n]{1,64}[\"'],\s{0,8})?[\"']([^\"'\\\s]{6,})[\"']"
        r"|(?:[.:>]connect\(|\.Open\s|\b(?:database|FTP(?:_TLS)?)\()[\"'][^\"'\n]*[\"'],\s{0,8}(?:[0-9]+,\s{0,8})?(?:[\"'][^\"'\n]{1,64}[\"'],\s{0,8})?[\"']([^\"'\\\s]{6,})[\"']"
        r"|(?:(?:add_user|change_password)\s\S+\s|\s-[uU][ =]?[\w.@\\-]+\s(?:[^\n|;&]*?\s)?-[pP][ =]?"
        r"|/u(?:ser)?:\S+\s(?:[^\n|;&]*?\s)?/p(?:ass(?:word)?)?:|(?i:user\s[^\n;]{1,80}?\sidentified\sby)\s|ssh-keygen\s[^\n|;&]*?-N\s)[\"']?"
        r"([^\s\"'`\\|;&()]{6,})"
        rf"|{_PASSWORD}[\"']?([^\s\"'`\\|;&()]{{6,}})[\"']?\s(?:[^\n|;&]*?\s)?{_USER}",
        (
            'db.auth("app", "<a11>7")',
            'local ok = red:auth("<a11>7")',
            "pymysql.connect('db', 'app', '<a11>7', 'shop')",
            'ssh.connect("db", 22, "app", "<a11>7")',
            'wlan.connect("home", "<a11>7")',
            'epgsql:connect("db", "app", "<a11>7", #{})',
            'conn.Open "DSN=dw", "app", "<a9>27K"',
            'create_superuser("admin", "a@acme.io", "<a9>27K")',
            "mosquitto_pub -u app -P <a11>7 -t a",
            "mosquitto_pub -P <a9>27K -u app -t a",
            "xfreerdp /u:jane /p:<a11>7 /v:h",
            "xfreerdp /p:<a9>27K /v:h /u:jane",
            "rabbitmqctl add_user app <a11>7",
            "ALTER USER a IDENTIFIED BY <a11>7;",
            "ssh-keygen -N '<a11>7' -f k",
        ),
        (
            'auth("user", "password")',
            "button.connect('clicked', 'onRow2Click')",
            "socket.connect('tcp', 'localhost', 'topic-v2')",
            "docker run -u 1000:1000 -p 8080:8080 app",
            "docker run -p 127.0.0.1:8080:80 -u app img",
            "psql -p 5432 -U app",
            "mkdir -p src/V2/Main3 -u x",
            "psql -U app -p 5432 db",
            "mysql -u root -p db_name",
        ),
        "in_prose",
        any_case=True,
        trace=r"(?i:auth|login|authenticate|credentials|signin|user)\(\s*\\*[\"'][^\"'\n]*[\"'](?:,\s*\\*[\"']|\))"
        r"|(?:[.:>]connect\(|\.Open\s|(?:database|FTP(?:_TLS)?)\()\\*[\"'][^\n]*,\s*\\*[\"']"
        r"|(?:add_user|change_password)\s\S+\s|\s-[uU][ =]?[\w.@\\-]+\s(?:[^\n|;&]*\s)?-[pPw][ =]?[^\s-]"
        r"|/u(?:ser)?:\S+\s(?:[^\n|;&]*\s)?/p(?:ass(?:word)?)?:|(?i:identified\sby)\s|ssh-keygen\s[^\n|;&]*-N\s"
        rf"|{_PASSWORD}\\*[\"']?[^\s\"'`\\|;&()]{{6,}}\\*[\"']?\s(?:[^\n|;&]*\s)?{_USER}",
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
        ("echo", "printf", "<<<"),
        rf"(?:echo|printf)\s(?:-\w+\s)?(?:[\"'][%\\\w]+[\"']\s)?(?:{_TYPED}\s)?"
        r"[\"']?(?:[\w.\-]{1,32}:)?([^\s\"'\\|;&]{4,})[\"']?"
        rf"(?:\\n[\"'])?\s?\|\s?(?:[^\n|;&]{{0,80}}{_FROM_STDIN}|(?:sudo\s)?(?:{_ASKING}|[\w/]*passwd\b))"
        rf"|(?:{_FROM_STDIN}|\b{_ASKING})[^\n|;&<]{{0,80}}<<<\s?[\"']?([^\s\"'\\|;&]{{4,}})",
        (
            "echo <a12> | sudo -S true",
            "echo 'app:<a12>' | chpasswd",
            "printf '%s\\n' '<a12>' | passwd --stdin app",
            "kinit me@ACME.IO <<< '<a12>'",
            'passwd --stdin app <<< "<a11>7"',
        ),
        (
            "echo $PW | docker login --password-stdin",
            "echo hello | sudo tee a",
            'kinit me <<< "$PW"',
            "printf '%s\\n' 'words' | sort",
        ),
        "literal",
        any_case=True,
        trace=rf"\|[^\n|;&]*(?:{_FROM_STDIN}|{_ASKING}|passwd)|(?:{_FROM_STDIN}|{_ASKING})[^\n|;&<]*<<<",
    ),
)
