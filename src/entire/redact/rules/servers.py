"""Passwords in settings of servers, and in commands of tools: known by the words in front of them."""

from entire.redact.rules.assigned import PASSWORD, SECRET
from entire.redact.rules.rule import Rule

_LISTED = r"(?:\n|\\n) {0,8}[0-9]{1,6}(?:[\t |]|\xe2\x86\x92|\\t|\\u2192)"
_MARGIN = rf"(?:[\s+*>|-]|\\[nrt]|{_LISTED})+"  # also in listings and diffs
_REST = r"(?:[^\n|;&]|\\\n)*?"  # of the command
_VALUE = r"[\"']?([^\s\"'`\\|;&()]{6,})"

_LEVEL = r"(?i:password|passwd|secret|key|pre-shared-key|passphrase)\s[0-9]{1,2}\s"
"""Network devices have a number in front of a password: whether it is encrypted."""
_ROOT = (
    r"\brootpw\s(?:--\w+\s)*|\bd-i\s\S+/\S*password\S*\spassword\s"
    rf"|\bchpasswd:[^#]{{0,60}}?[|]{_MARGIN}[\w.-]+:"
)
"""How systems are installed."""
_ACCOUNTS = (
    rf"\bmc\salias\sset\s(?:\S+\s){{3}}|(?i:net\suse)\s{_REST}/user:\S+\s"
    r"|\bauth-user-pass\s<\(\w+\s[\"']\w+\\+n"
)

RULES = (
    Rule(
        "server-password",
        "Password in settings of a server, or after an account",
        ("rootpw ", "d-i ", "chpasswd:", "mc alias", "net use", "auth-user-pass <"),
        rf"(?:{_ROOT}|{_ACCOUNTS}){_VALUE}",
        (
            "rootpw --plaintext <a11>7",
            "d-i passwd/root-password password <a11>7",
            "chpasswd:\n  list: |\n    root:<a11>7",
            "mc alias set s3 https://s3.acme.io admin <a11>7",
            "net use Z: \\\\nas\\share /user:ada <a11>7",
            "auth-user-pass <(printf 'jane\\n<a11>7\\n')",
        ),
        (
            "rootpw --lock",
            "net use Z: /delete",
            "mc alias set s3 https://s3.acme.io $KEY $SECRET",
        ),
        "password",
        any_case=True,
        trace=r"rootpw\s|d-i\s\S+/\S*password|chpasswd:|mc\salias\sset\s|(?i:net\suse)\s[^\n|;&]*/user:"
        r"|auth-user-pass\s<",
    ),
    Rule(
        "network-password",
        "Password in settings of a network device or of a dialed connection",
        (
            '" * "',
            *(
                f"{word} {level} "
                for word in ("password", "passwd", "secret", "key", "passphrase")
                for level in (0, 5, 6, 7, 8, 9)
            ),
        ),
        rf"{_LEVEL}{_VALUE}|\"[\w@.*-]+\"\s+\*\s+\"([^\s\"\\]{{6,}})\"",
        ("username app privilege 15 password 0 <a11>7", '"jane" * "<a11>7" *'),
        ("a password 8 characters long", 'print("=" * "columns")'),
        "in_prose",
        any_case=True,
        trace=rf"{_LEVEL}[^\s]{{6}}|\\*\"\s+\*\s+\\*\"[^\s\"\\]{{6}}",
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
        "commented",
        "Generated value that a comment calls secret",
        ("# ", "// ", " -- "),
        rf"[\"']([^\s\"'`\\]{{16,}})[\"'][,;)\]}}]*\s{{1,4}}(?:#|//|--)\s?[\w\s]{{0,24}}(?:{PASSWORD}|{SECRET})",
        ('inline_string: "<a31>7"  # hmac_secret', 'client = Client("<a31>7")  // the API token'),
        ('path = "src/auth/login-v2.py"  # token', 'row = "<U>"  # the key of a session token'),
        "constant",
        any_case=True,
        trace=rf"\\*[\"'][,;)\]}}]*\s+(?:#|//|--)\s?[\w\s]{{0,24}}(?:{PASSWORD}|{SECRET})",
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
