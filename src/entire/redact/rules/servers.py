"""Passwords in settings of servers, and in commands of tools: known by the words in front of them."""

from entire.redact.rules.assigned import PASSWORD, SECRET
from entire.redact.rules.rule import Rule

_LISTED = r"(?:\n|\\n) {0,8}[0-9]{1,6}(?:[\t |]|\xe2\x86\x92|\\t|\\u2192)"
_MARGIN = rf"(?:[\s+*>|-]|\\+[nrt]|{_LISTED})+"  # also in listings and diffs
_START = r"(?:[\s+>|]|\\[rt]|[0-9]{1,6}(?:[\t |]|\xe2\x86\x92|\\t))*"
_REST = r"(?:[^\n|;&]|\\\n)*?"  # of the command
_VALUE = r"[\"']?([^\s\"'`\\|;&()]{6,})"

_LEVEL = r"(?i:password|passwd|secret|key|pre-shared-key|passphrase)\s[0-9]{1,2}\s"
"""Network devices have a number in front of a password: whether it is encrypted."""
_ROOT = (
    r"rootpw\s(?:--\w+\s)*|d-i\s\S+/\S*password\S*\spassword\s"
    rf"|chpasswd:[^#]{{0,60}}?[|]{_MARGIN}[\w.-]+:"
)
"""How systems are installed."""
_ACCOUNTS = (
    rf"mc\salias\sset\s(?:\S+\s){{3}}|(?i:net\suse)\s{_REST}/user:\S+\s"
    r"|stats\sauth\s[\w.-]+:|/rp\s|connect-network\s\S+\swpa[23]?\s|user-secrets\sset\s\S+\s"
    rf"|openssl\s{_REST}-[kK]\s|auth\s(?:init|login)\s{_REST}-t\s|-[ax]\s(?:SHA|MD5|AES|DES)[\w-]*\s-[AX]\s"
    rf"|http-basic\.\S+\s\S+\s|bundle\sconfig\s{_REST}\s[\w.-]+\s[\w.@-]+:|\bSETUSER\s[^\n>]{{1,40}}>"
    r"|auth-user-pass\s<\(\w+\s[\"']\w+\\+n"
)

RULES = (
    Rule(
        "server-password",
        "Password in settings of a server, or after an account",
        (
            "rootpw ",
            "d-i ",
            "chpasswd:",
            "mc alias",
            "net use",
            "auth-user-pass <",
            "stats auth ",
            "/rp ",
            "http-basic.",
            "bundle config",
            "setuser ",
            "connect-network",
            "user-secrets",
            "openssl ",
            "auth init",
            "auth login",
            "-a sha",
            "-a md5",
            "-x aes",
            "-x des",
        ),
        rf"(?:\b|\\[nrt]|\s)(?:{_ROOT}|{_ACCOUNTS}){_VALUE}",
        (
            "rootpw --plaintext <a11>7",
            "d-i passwd/root-password password <a11>7",
            "chpasswd:\n  list: |\n    root:<a11>7",
            "mc alias set s3 https://s3.acme.io admin <a11>7",
            "poetry config http-basic.acme ci <a11>7",
            "bundle config set --global gems.acme.io ci:<a11>7",
            "ACL SETUSER app on ><a11>7 ~* +@all",
            "net use Z: \\\\nas\\share /user:ada <a11>7",
            "stats auth admin:<a11>7",
            "schtasks /create /ru ACME\\ada /rp <a11>7",
            "adb shell cmd wifi connect-network home wpa2 <a11>7",
            'dotnet user-secrets set "Jwt:Key" "<a31>7"',
            "openssl enc -aes-256-cbc -k <a11>7 -in a",
            "doctl auth init -t <h64>",
            "snmpwalk -u ada -a SHA -A <a11>7 10.0.0.1",
            "auth-user-pass <(printf 'jane\\n<a11>7\\n')",
        ),
        (
            "rootpw --lock",
            "net use Z: /delete",
            "openssl enc -kfile /etc/key1 -in a",
            "snmpwalk -a SHA -A $PASS 10.0.0.1",
            "mc alias set s3 https://s3.acme.io $KEY $SECRET",
        ),
        "password",
        any_case=True,
        trace=r"rootpw\s|d-i\s\S+/\S*password|chpasswd:|mc\salias\sset\s|(?i:net\suse)\s[^\n|;&]*/user:"
        r"|http-basic\.\S+\s|bundle\sconfig\s|(?i:setuser)\s|stats\sauth\s|/rp\s|connect-network\s|user-secrets\sset|openssl\s[^\n|;&]*-[kK]\s|auth\s(?:init|login)\s"
        r"|-[ax]\s(?:SHA|MD5|AES|DES)[\w-]*\s-[AX]\s|auth-user-pass\s<",
    ),
    Rule(
        "network-password",
        "Password in settings of a network device or of a dialed connection",
        (
            *('" * "', "[users]"),
            *(
                f"{word} {level} "
                for word in ("password", "passwd", "secret", "key", "passphrase")
                for level in (0, 5, 6, 7, 8, 9)
            ),
        ),
        rf"(?:{_LEVEL}|\[users\]{_MARGIN}[\w.-]+\s?=\s?){_VALUE}|\"[\w@.*-]+\"\s+\*\s+\"([^\s\"\\]{{6,}})\"",
        ("username app privilege 15 password 0 <a11>7", "[users]\nada = <a11>7", '"jane" * "<a11>7" *'),
        ("a password 8 characters long", 'print("=" * "columns")'),
        "in_prose",
        any_case=True,
        trace=rf"{_LEVEL}[^\s]{{6}}|\[users\]|\\*\"\s+\*\s+\\*\"[^\s\"\\]{{6}}",
    ),
    Rule(
        "listed-option",
        "Password in a list of the words of a command",
        ('"mysql', '"mariadb', '"redis-cli', "'mysql", "'mariadb", "'redis-cli"),
        r"[\"'](?:mysql\w*|mariadb[\w-]*|redis-cli)[\"'](?:,\s?[\"'][^\"'\n]*[\"'])*?,\s?[\"']-(?:p|a[\"'],\s?[\"'])"
        r"([^\s\"'\\]{6,})[\"']",
        ('["mysqladmin", "ping", "-u", "root", "-p<a11>7"]', '["redis-cli", "-a", "<a11>7", "ping"]'),
        ('["mysqladmin", "ping", "-p$PASSWORD_1"]', '["mysqladmin", "ping", "-port"]'),
        "password",
        any_case=True,
        trace=r"[\"'](?:mysql\w*|mariadb[\w-]*|redis-cli)\\*[\"'],[^\n\]]*-(?:p|a\\*[\"'])",
    ),
    Rule(
        "printed-password",
        "Password that a command prints on the next line",
        (
            "base64 -d",
            "base64 --decode",
            "pwgen",
            "openssl rand",
            "initial-password",
            "access-token",
            "auth token",
        ),
        r"(?:base64\s(?:-d|--decode)|\bpwgen\b[^\n\\]{0,40}|openssl\srand\s[^\n\\]{0,40}|initial-password[^\n\\]{0,40}"
        rf"|print-access-token|\bauth\stoken)[; echo]*(?:\r?\n|\\n){_START}([^\s\"'`\\]{{8,}})",
        (
            "$ kubectl get secret db -o jsonpath='{.data.password}' | base64 -d\n<a15>7",
            "$ pwgen -s 20 1\n<a19>7",
            "$ openssl rand -base64 32\n<b43>=",
        ),
        ("$ cat logo | base64 -d\nstarted", "$ pwgen -s 20 1 > list\nls -la"),
        "in_prose",
        any_case=True,
        trace=r"(?:base64\s-|pwgen\b|openssl\srand|initial-password|print-access-token|auth\stoken)[^\n\\]*(?:\n|\\+n)",
    ),
    Rule(
        "repeated-password",
        "Password that is typed twice",
        ("passwd",),
        r"(?:\(\s?echo\s([^\n|()]{6,})\)|printf\s[\"'][%\\\w]+[\"']\s((?:'[^'\s]{4,}'\s?|\"[^\"\s]{4,}\"\s?){2,}))\s?\|"
        r"\s?(?:sudo\s)?[\w/]*passwd\b",
        ("(echo <a11>7; echo <a11>7) | passwd ada", "printf '%s\\n%s\\n' '<a11>7' '<a11>7' | passwd ada"),
        ('printf \'%s\\n%s\\n\' "$PW" "$PW" | passwd ada', "(echo $PW; echo $PW) | passwd"),
        "typed",
        any_case=True,
        trace=r"[)'\"]\s?\|\s?(?:sudo\s)?[\w/\\]*passwd",
    ),
    Rule(
        "written-secret",
        "Secret that is written to a file or a command whose name says so",
        ("echo", "printf"),
        rf"(?:echo|printf)\s(?:-\w+\s)?[\"']?([^\s\"'\\|;&<>]{{6,}})[\"']?\s?(?:>>?|\|)\s?[^\n|;&<>]{{0,80}}?(?:{PASSWORD}|{SECRET}|\bpw)",
        (
            "echo '<a9>27K' > ~/.restic-pw",
            'echo "<a9>27K" | bin/keystore add -x bootstrap.password',
        ),
        ("echo password-2 | grep password", "echo done-2 > token.log", 'echo "$PW" > ~/.pgpass'),
        "in_prose",
        any_case=True,
        trace=rf"(?:echo|printf)\s[^\n|;&<>]*(?:>>?|\|)[^\n|;&<>]*(?:{PASSWORD}|{SECRET}|[^a-z]pw)",
    ),
    Rule(
        "stored-secret",
        "Secret that a command stores under a name",
        ("<<<", "--data", "--value", "--body"),
        rf"\s(?:--name[ =])?[\w-]{{0,40}}((?:{PASSWORD}|{SECRET})[\w-]{{0,32}})\s(?:[^\n|;&]{{0,40}}?\s)?"
        rf"(?:<<<\s?|--(?:data|value|body)[ =]){_VALUE}",
        ("store-secret github acme API_KEY <<< <a31>7", "secret add --name token --data <a31>7"),
        ("grep -c API_KEY <<< $(cat list)", "secret add --name token --data @file-2.json"),
        "assigned",
        any_case=True,
        trace=rf"(?:{PASSWORD}|{SECRET})[\w-]*\s(?:[^\n|;&]*\s)?"
        rf"(?:<<<\s?|--(?:data|value|body)[ =])(?:\\*[\"'])?[^\s\"'`\\|;&()]{{6}}",
        named=True,
    ),
    Rule(
        "digest-response",
        "Response of a digest",
        ("response=",),
        r"(?i:uri|realm|c?nonce|qop|nc|username)=[^\s,]+,\s(?:[a-z]+=[^\s,]+,\s){0,8}response=[\"']?([0-9a-f]{32,64})",
        ('Digest username="app", nonce="a1", uri="/", response="<h32>"',),
        ('response="<h32>"', 'uri="/", response="none"'),
        any_case=True,
        trace=r"response=(?:\\*[\"'])?[0-9a-f]{32}",
    ),
    Rule(
        "character-array",
        "Password that becomes an array of characters",
        (".tochararray",),
        r"\"([^\s\"\\]{6,})\"\.toCharArray\(",
        ('store.load(in, "<a11>7".toCharArray());',),
        ('"password".toCharArray()', '"aeiouy".toCharArray()', '"message-1".toCharArray()'),
        "argument",
        any_case=True,
        trace=r"[^\s\"'\\]{6}\\*\"\.toCharArray",
    ),
)
