"""Values that a name calls secret: the name, what a language or format puts between them, and the value."""

from entire.redact.rules.rule import Rule

PASSWORD = (
    r"(?:(?i:passw(?:or)?d|passwort|passphrase|passcode|pwd|contrase(?:n|\xc3\xb1)a|senha|wachtwoord|[_.\-](?:pass|psk)|\b(?:pass|psk|pw|passe)\b|[_.\-]pw(?:[_.\-0-9]|\b)"
    r"|(?:ssh|store|key|db|smtp|require|bind|my)pass)|[a-z]P(?:ass|W\b))"
)
SECRET = (
    r"(?i:secret|credential|apikey|key_?material|bearer|jwt|token|masterauth|(?:api|access|auth|private|encryption|signing"
    r"|master|account|decryption|validation|shared|client|service|license|app|admin|deploy|webhook|storage|hmac"
    r"|session)[_.\- ]?key)"
)

_IN_NAMES = (
    *(b"pass", b"pw", b"psk", b"contrase", b"senha", b"wachtwoord"),
    *(b"secret", b"credential", b"key", b"bearer", b"jwt", b"token", b"masterauth"),
)
"""Every such name has one of these in it, in lower case."""

PASSWORD_TRACE = PASSWORD.replace(r"\b", r"(?:\b|\\[nrt])", 1)
"""In raw bytes, a word can follow an escape: `\npass`."""

NAMES = (
    rf"{PASSWORD_TRACE}|(?i:pass[ \t]*[:=]|secret|credential|bearer|jwt|masterauth|token(?:[^s]|s[\w.\-]|$)"
    r"|[\w.\-]key|(?:api|access|auth|private|encryption|signing|master|account|shared|client|service"
    r"|license|app|admin|deploy|webhook|storage|hmac|session) key)|_(?:KEY|PASS|PW|PIN|SALT|CREDS?|AUTH)"
)
"""In raw bytes, every match of these rules has one of these in it; counts of tokens are not among them."""

_CLOSE = r"(?:[\"'`\])}*]{1,3}|\[\w{0,8}\])?"
_KINDS = r"(?i:as|is|of|pic|picture|type|constant|n?(?:var)?char2?|text|string|not|null)"
_TYPE = (  # `name: str = `, `name As String = `, `NAME PIC X(8) VALUE`, `name varchar(8) default`
    r"(?::\s[A-Za-z_&*][\w\[\].|?&'<> ]*=|:[A-Za-z_&*][\w\[\].|?&'<>]*\s="
    rf"|(?:\s{_KINDS}\b[\w(). ]*)+(?::?=|(?i:default|value|is)\b))"
)
_TAG = r"(?:[!&][\w!:/.\-]*\s)?"  # in YAML: `name: !!str value`
_MARGIN = r"(?:\r?\n|\\n)[\s0-9+|\xe2\x86\x92-]*"  # the next line, also in listings and diffs
_BLOCK = r"(?:[|>][+-]?[0-9]?|<<[-~]?[\"']?\w+[\"']?|[\"'`(]{1,3})"  # how a value on several lines starts
_FIELD = r"(?i:value|default|content)[\"']?\s?[:=]\s{0,3}"
_BELOW = rf"\s{{0,8}}[:=][ \t]*(?:{_BLOCK}{_MARGIN}|{_MARGIN}{_FIELD}[\"']?)"
_SIGN = (
    rf"\s{{0,8}}(?:{_TYPE}|\{{ get; (?:private )?(?:set|init); \}} =|=>|:=|:-|[=!?]?={{1,2}}|:|<-|->|\?\?"
    rf"|\|\||\bis\s)"
)
_QUOTED = r"""(?:"{1,3}([^"\n\\]{6,})|'{1,3}([^'\n\\]{6,})|`([^`\n\\]{6,}))"""
_BARE = r"([^\s\"'`\\,;<>(){}\[\]|&]{6,})"
_CHANGED = r"(?:\[-|\{\+)?"  # as `git diff --word-diff` shows words
_OPEN = (
    rf"[\s*]{{0,8}}{_TAG}" + r"(?:[A-Za-z_][\w:.]*\(\s{0,3}(?:default=|value=)?"
    r"|\[\s{0,3}(?:[\"'`][^\"'`\n]{0,5}[\"'`],\s{0,8})*)?[bBrRuUfFN@]?"
)
_OF = r"for|of|on|in|do|da|de|del|di|per|para|pour|du|f\xc3\xbcr|zu[mr]?|voor|van"
_ARTICLE = "the|el|la|le|les|den|das|die|der|de|het|o|a"
_IS = r"is|was|ist|war|lautet|es|est|\xc3[\xa8\xa9]|to|with|of|for|user"
_PROSE = (
    rf"[ \t]{{1,24}}(?:(?i:{_OF})\s(?:(?i:{_ARTICLE})\s)?[\w.\-\x80-\xff]{{2,16}}\s)?"
    rf"(?:(?i:{_IS})[:\s]{{1,3}})?"
)
_ASSIGNED = (
    rf"(?:[\"'`]\s{{0,8}},\s{{0,8}}{_QUOTED}|{_CLOSE}(?:{_BELOW}{_BARE}"
    rf"|{_SIGN}(?:{_OPEN}{_QUOTED}|[\s*]{{0,8}}{_TAG}{_CHANGED}{_BARE})"
    rf"|:{_MARGIN}{_BARE}|\s{{0,8}}(?:\||\xe2\x94\x82)\s{{0,8}}{_BARE}"
    rf"|(?:\s{{1,8}}|\s{{0,8}}(?:[^\w\s\"'`\\]{{1,4}}|:\w+=)\s{{0,8}})[bBrRuUfFN@$]?{_QUOTED}"
    rf"|{_PROSE}[(]?{_BARE}"
    r"|%(?:22|27|3D|3A|3d|3a)(?:%(?:22|27|3D|3A|20|3d|3a))*([\w.~\-]{6,})))"
)

# The same in raw bytes: quotes after any number of backslashes, line ends as escapes.
_CLOSE_TRACE = r"(?:\\*[\"'`\])}*]|\[\w*\]|\\+[nrt]|\s)*"
_OPEN_TRACE = (
    r"(?:\\*[\"'`]|\\+[nrt]|[\s=>(\[*?|+-]|[0-9]{1,6}(?:\\+t|\t)|[!&][\w!:/.\-]{0,24}\s|<<[-~]?\w+"
    r"|\\*[\"'`][^\s\"'`\\]{0,5}\\*[\"'`],|(?i:value|default|content)(?:\\*[\"'])?\s?[:=]|[A-Za-z_][\w:.]{0,24}\(|[bBrRuUfFN@]\\*[\"'])*"
)
SOME = r"(?:\\*[\"'`/]|[^\s\"'`\\,;<>(){}\[\]|&])"
_SIGNED_TRACE = (
    rf"{_CLOSE_TRACE}(?:(?::\s?[A-Za-z_&*][\w\[\].|?&'<> ]{{0,32}}="
    rf"|\s{_KINDS}\s[\w(). ]*(?i:=|default|value|is)|\{{ get[^=\n]*=|[:=?|!]"
    rf"|\xe2\x94\x82|\\+u2502|<-|->|is\s|\\+u003[ce]|&[lg]t;)"
    rf"{_OPEN_TRACE}{SOME}{{6}}|(?:[^\w\s\"'`\\]{{1,4}}|\\+[nrt]|\s|:\w+=)\s*[bBrRuUfFN@$]?\\*[\"'`][^\"'`\n]{{2}}|%(?:2|3)[27DdAa])"
)
_PROSE_TRACE = rf"[ \t]+(?:(?i:{_OF})\s(?:(?i:{_ARTICLE})\s)?[\w.\-\x80-\xff]+\s)?(?:(?i:{_IS})[:\s]+)?[(]?"
PASSWORD_GLUE_TRACE = rf"(?:{_SIGNED_TRACE}|{_PROSE_TRACE}{SOME}{{6}})"
SECRET_GLUE_TRACE = rf"(?:{_SIGNED_TRACE}|{_PROSE_TRACE}{SOME}*[0-9])"
NAMED_TRACE = rf"[\w.\-]*{_CLOSE_TRACE}[:=(]{_OPEN_TRACE}{SOME}{{3}}"

_LINE = r"(?:^|\n|\\n)(?:[ ]{0,8}[0-9]{1,6}(?:\t|→|\xe2\x86\x92| \|))?[ \t+-]*"  # also in listings and diffs
_ENDS_TAG = r"(?:>|&gt;)"
_GAP = r"(?:[\s+]|\\[nrt]|\n {0,8}[0-9]{1,6}[\t |\xe2])*"

_NEAR = r"(?:\n[\s0-9+]*[\w()]*\s?)?[\"'`]([^\"'`\n\\\s]{8,})[\"'`]"
_NEAR_TRACE = r"(?:\\+n[\s0-9+\\t]*[\w()]*\s?)?\\*[\"'`](?:[^\"'`\n\\\s]{8})"

_AFTER_VALUE = b":= \t\n\r\f\v"
_PLACES = r"(?:name|key|field|variable|option|id)"
_NEXT = r"(?:[^\n<>{}]{0,60}?|\s{0,3}\n[\s0-9+|\xe2\x86\x92-]{0,24})"

_PASSWORDS = ("pass", "pwd", "pw", "psk", "contrase", "senha", "wachtwoord")
_SECRETS = ("secret", "token", "credential", "key", "bearer", "jwt", "masterauth")
_VERBS = ("as", "is", "for")
_WHOSE = ("the", "my", "your", "a")
_WHAT = ("pass", "secret", "token", "admin", "root", "db", "api")

RULES = (
    Rule(
        "password",
        "Password assigned to a name",
        _PASSWORDS,
        rf"({PASSWORD}[\w.\-]*){_ASSIGNED}",
        (
            'password = "<a10>!"',
            "DB_PASSWORD=<a11>7",
            '{"password": "<a16>"}',
            "password: S3cr3t!pass",
            "spring.datasource.password=<a13>7",
            'setPassword("<a12>")',
            "the password is <a11>7",
            'smtpPass: "<a12>"',
            "define('DB_PASSWORD', '<a12>')",
            "tool --password <a12>",
            "keytool -storepass <a12>",
            "the password for staging is <a11>7",
            "passwd='geheim$parole'",
            "requirepass <a11>7",
        ),
        (
            "password: string",
            'password = "password"',
            "password = get_password()",
            "PASSWORD_FILE=/run/secrets/db1",
            "password=$DB_PASSWORD",
            "passwordField: input1x",
            "password is required by the server",
            "tool --password-file /run/secrets/db",
            "tool --password PASSWORD",
            "reset the password before Tuesday",
            "password authentication failed",
        ),
        "assigned",
        any_case=True,
        trace=rf"{PASSWORD_TRACE}[\w.\-]*{PASSWORD_GLUE_TRACE}",
        named=True,
        not_prose=True,
    ),
    Rule(
        "secret-value",
        "Secret, token or key assigned to a name",
        _SECRETS,
        rf"({SECRET}[\w.\-]*){_ASSIGNED}",
        (
            'api_key = "<a32>"',
            "ACME_SECRET=<h40>",
            '{"token": "<w30>"}',
            "access_key: <a23>7",
            "https://x.io/?access_token=<a32>&a=b",
            'const apiKey = "<a24>"',
            "client_secret: <U>",
            'System.setProperty("client.secret", "<a20>")',
            "tool --client-secret=<a32>",
            "gh auth login --token <a36>",
            "x --my-api-key=<a31>7",
            "ENV APP_SECRET <a32>",
        ),
        (
            "token = request.headers",
            "max_tokens: 40961234",
            'token_type: "bearer12"',
            "secretName: my-secret-1",
            "api_key=os.environ",
            'tokenUrl = "https://x.io/a1"',
            "input_tokens=123456",
            "tool --token $TOKEN",
            "the token abcdef12 was used",
        ),
        "assigned",
        any_case=True,
        trace=r"(?:(?i:secret|credential|bearer|jwt|masterauth|[\w.\-]key|(?:access|api|account|auth"
        r"|private) key)[\w.\-]*"
        r"|(?i:token)(?:[a-rt-zA-RT-Z0-9_.\-][\w.\-]*)?)" + SECRET_GLUE_TRACE,
        named=True,
        not_prose=True,
    ),
    Rule(
        "element-value",
        "Secret in XML or HTML",
        ("</", "&lt;/", "]]>"),
        rf"((?:{PASSWORD}|{SECRET})[\w.\-]*)[\"']?(?:</[\w:]{{1,24}}|\s[^<>\n]{{0,80}})?{_ENDS_TAG}"
        rf"(?:{_GAP}</?[\w:]{{1,24}}\s?>){{0,2}}{_GAP}(?:<!\[CDATA\[)?([^<>\s&\\]{{4,}})(?:\s|\\[nrt]){{0,8}}"
        rf"(?:\]\]>|<|&lt;)",
        (
            "<password><a12></password>",
            '<property name="db.password"><a12></property>',
            "<key>apiSecret</key>\n<string><a32></string>",
        ),
        (
            "<password>${db.password}</password>",
            "<password></password>",
            "<label>Password</label>",
            '<string name="password_hint">Hint</string>',
        ),
        "assigned",
        any_case=True,
        trace=rf"(?:{PASSWORD}|{SECRET})[\w.\-]*(?:\\*[\"'])?(?:</[\w:]+|\\+u003c/[\w:]+|\s[^<>\n]*)?(?:>"
        rf"|&gt;|\\+u003e)(?:\\+[nrt]|[\s0-9+]|(?:<|\\+u003c)/?[\w:]+\s?(?:>|\\+u003e)|(?:<"
        rf"|\\+u003c)!\[CDATA\[)*[^<\s\\]{{4}}",
        named=True,
        precedes=_IN_NAMES,
    ),
    Rule(
        "pair",
        "Secret next to its name",
        ("value",),
        rf"(?i:{_PLACES})[\"']?\s{{0,3}}[:=\s]\s{{0,3}}[\"']?[\w.\-/ ]{{0,40}}((?:{PASSWORD}"
        rf"|{SECRET})[\w.\-]*)"
        rf"[\"']?{_NEXT}[\"']?(?i:value)[\"']?\s{{0,3}}[:=\s]\s{{0,3}}(?:{_QUOTED}|{_BARE})",
        (
            '<add key="DbPassword" value="<a12>" />',
            '{"name": "DB_PASSWORD", "value": "<a12>"}',
            "- name: DB_PASSWORD\n  value: <a12>7",
        ),
        (
            '<add key="DbPassword" value="${x}" />',
            '{"name": "DB_PASSWORD", "value": ""}',
            'name="password" value="Password"',
        ),
        "assigned",
        any_case=True,
        trace=rf"(?i:{_PLACES}(?:\\*[\"'])?\s*[:=\s])\s*(?:\\*[\"'])?[\w.\-/ ]*(?:{PASSWORD}|{SECRET})",
        named=True,
        follows=_AFTER_VALUE,
    ),
    Rule(
        "block-default",
        "Default of a variable, or a secret that is stored by a command",
        ("variable", "secret set", "random_password"),
        rf"(?:variable\s+\"|secret\sset\s|\"random_)[\w\-]{{0,40}}((?:{PASSWORD}|{SECRET})[\w\-]{{0,32}})"
        r"(?:\"\s\{[^{}]*?default\s{1,8}=\s|\s[^\n|;&]{0,60}?--body[ =]|\",[^<>]*?\"result\":\s?)"
        rf"{_QUOTED}",
        (
            'variable "db_password" {\n  default = "<a12>"',
            'gh secret set NPM_TOKEN --body "<a32>"',
            '{"type": "random_password", "attributes": {"result": "<a12>"}}',
        ),
        ('variable "db_password" {\n  type = "string"', 'gh secret set NPM_TOKEN --body "$NPM_TOKEN"'),
        "assigned",
        any_case=True,
        trace=rf"(?:variable\s+\\*\"|secret\sset\s|random_)[\w\-]*(?:{PASSWORD}|{SECRET})",
        named=True,
    ),
    Rule(
        "pair-before",
        "Secret in front of its name",
        ("value",),
        rf"(?i:value)[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"']([^\"'\s\\]{{6,}})[\"'][^\n<>{{}}]{{0,60}}?"
        rf"[\"']?(?i:{_PLACES})[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"'][\w.\- ]{{0,40}}(?:{PASSWORD}|{SECRET})"
        rf"(?i:[_.\-]?(?:key|token|value))?[\"']",
        ('<setting value="<a12>" name="DbPassword"/>', '{"value": "<a12>", "name": "DB_PASSWORD"}'),
        ('<setting value="${x}" name="DbPassword"/>', '<option value="password_1" name="password"/>'),
        "password",
        any_case=True,
        trace=rf"(?i:{_PLACES})(?:\\*[\"'])?\s*[:=]\s*\\*[\"'][\w.\- ]*(?:{PASSWORD}|{SECRET})",
        follows=_AFTER_VALUE,
    ),
    Rule(
        "password-line",
        "Password in YAML or INI",
        ("pass", "pwd", "psk", "pw"),
        rf"{_LINE}((?i:[\w.\-]{{0,32}}(?:passw(?:or)?d|passphrase|pwd|pass|psk|pw)))(?::[ \t]+|[ \t]*=[ \t]*)"
        r"([^\s\"'`\\,;#(){}\[\]|]{5,})[ \t]*(?:[#;][^\n]*)?(?:\r?\n|\\[nr]|$)",
        ("user: app\npassword: <z6><d2>\nport: 1", "  db_pwd: <a9>7", "[db]\npassword=<z6><d2>"),
        ("password: string", "password: str = 'x'", "password: null", "password: ${DB_PASSWORD_1}"),
        "marked",
        any_case=True,
        trace=r"(?i:passw(?:or)?d|passphrase|pwd|pass|psk|pw)(?::[ \t]+|[ \t]*=[ \t]*)"
        r"[^\s\"'`\\,;#(){}\[\]|]{5}",
        named=True,
        not_prose=True,
    ),
    Rule(
        "nearby",
        "Generated value near a name",
        (*_PASSWORDS, "secret"),
        rf"((?:{PASSWORD}|(?i:secret))[\w.\-]*){_CLOSE}[^\n\"'`;{{}}]*{_NEAR}",
        (
            'Password : constant String := "<a11>7";',
            "cy.get('#password').type('<a11>7')",
            'add_argument("--password", default="<a11>7")',
            '["password"]=>\n  string(12) "<a11>7"',
        ),
        (
            'token === SyntaxKind || name === "identifier"',
            'the token of the user must be named "some-name-2"',
            'passwordField.setHint("Enter2")',
        ),
        "nearby",
        any_case=True,
        trace=rf"(?:{PASSWORD_TRACE}|(?i:secret))[\w.\-]*{_CLOSE_TRACE}[^\n\"'`;{{}}\\]*{_NEAR_TRACE}",
        named=True,
        not_prose=True,
    ),
    Rule(
        "env-line",
        "Environment variable",
        ("_key", "_pass", "_pw", "_pin", "_salt", "_cred", "_auth"),
        r"(?:^|[\s\"'`;+(\[{,.$-]|\\n)(?:export )?[A-Z][A-Z0-9_]{0,60}_(?:KEY|PASS|PW|PIN|SALT|CREDS?|AUTH)"
        r"(?:=|[\"'`]?\s{0,3}:\s{0,3}|[\"'`]\s{0,3},\s{0,3})[\"']?([^\s\"'`\\$]{8,})",
        (
            "ACME_KEY=<a23>7",
            "+ACME_AUTH=<a23>7",
            "export SMTP_PASS=<a11>7",
            '{"ACME_KEY": "<a23>7"}',
        ),
        (
            "PRIMARY_KEY=users_pkey",
            "SSH_KEY=/home/me/.ssh/id_ed25519",
            "FOO_KEY=$BAR_KEY",
            "IDEMPOTENCY_KEY=3fa85f64-5717-4562-b3fc-2c963f66afa6",
        ),
        "variable",
        any_case=True,
        trace=r"[A-Z0-9]_(?:KEY|PASS|PW|PIN|SALT|CREDS?|AUTH)(?:\\*[\"'`])?\s*[=:,]\s*"
        r"(?:\\*[\"'])?[^\s\"'`\\$]{8}",
    ),
    Rule(
        "constant",
        "Constant or environment variable in code",
        ("_key", "_pass", "_pw", "_pin", "_salt", "_cred", "_auth"),
        r"[A-Z0-9]_(?:KEY|PASS|PW|PIN|SALT|CREDS?|AUTH)[\"'`]?\]?\s{0,3}(?:[=?|:]{1,2}\s{0,3}|\s)[\"'`]"
        r"([^\s\"'`\\$]{8,})[\"'`]|_(?:KEY|SALT)',\s{0,3}'([^'\s\\]{40,})'",
        ('os.environ["ACME_KEY"] = "<a23>7"', 'setenv(MAPS_KEY = "<a23>7")', '#define AIO_KEY "<a23>7"'),
        (
            "SORT_KEY = 'created_at_v2'",
            'CACHE_KEY = "users:list:v2"',
            "X_AUTH = 'hmac-sha256'",
            'REDIS_KEY = "h1:h2:h3:lock4"',
            "LAST_KEY = '3fa85f64-5717-4562-b3fc-2c963f66afa6'",
        ),
        "constant",
        any_case=True,
        trace=r"[A-Z0-9]_(?:KEY|PASS|PW|PIN|SALT|CREDS?|AUTH)(?:\\*[\"'`])?\]?\s*(?:[=?|:]{1,2}\s*|\s)"
        r"\\*[\"'`][^\s\"'`\\$]{8}|_(?:KEY|SALT)\\*',\s*\\*'[^\s'\\]{8}",
    ),
    Rule(
        "password-of",
        "Password named after it",
        (
            *(f"{verb} {whose} {what}" for verb in _VERBS for whose in _WHOSE for what in _WHAT),
            *(f" ({whose}pass" for whose in ("", "the ", "my ", "is ", "root ", "admin ", "db ")),
        ),
        r"[\"'`]([^\"'`\s\\]{6,})[\"'`]\s{1,3}(?i:as|for|is)\s(?i:the|my|your|a)\s(?:\w{1,16}\s)?"
        r"(?i:password|passphrase|secret|token)"
        r"|([^\s\"'`\\(){}\[\]<>]{6,})[\"'`]?\s\((?i:the\s|my\s|is\s)?(?:\w+\s)?(?i:password|passphrase)"
        r"(?:[),;:]|\s(?i:for|from|of|in|on|at|is|was|to)\b)",
        ('use "<a12>" as the password', "admin / <a11>7 (password from the wiki)"),
        ('use "jane" as the password', 'use "username" as the password'),
        "in_prose",
        any_case=True,
        trace=r"[\"'`]\s+(?i:as|for|is)\s(?i:the|my|your|a)\s(?i:pass|secret|token|admin|root|db|api)"
        r"|[^\s(]{6}\s\((?i:[a-z]+\s)?(?i:[a-z]+\s)?(?i:pass)",
    ),
    Rule(
        "answer",
        "Answer to a prompt for a password",
        ("send",),
        rf"((?i:p?assw(?:or)?d|passphrase|passcode|{SECRET}))[^\n\w\"'`}},]{{0,12}}[\"'`}}]"
        rf"(?:{_GAP}|[;){{}}\]])*[\w.$]*"
        rf"(?i:send)\w*[\s(]{{1,4}}(?:--?\w*\s)?[\"']([^\"'\s\\]{{4,}})",
        ('expect "Password:"\nsend "<a12>\\r"', 'child.expect("password: ")\nchild.sendline("<a12>")'),
        ('expect "Password:"\nsend "$password\\r"', 'expect "Password:"\nsend "quit\\r"'),
        "password",
        any_case=True,
        trace=r"(?i:assw(?:or)?d|passphrase|passcode|secret|token)[^\n\w]{0,24}(?:\\+[nrt]|[\s+;)0-9])*"
        r"[\w.$]*(?i:send)\w*[\s(]+(?:-\w*\s)?\\*[\"']",
    ),
    Rule(
        "form-part",
        "Secret in a part of a form",
        ("form-data",),
        rf"(?i:form-data);\s?name=\"?[\w.\-\[\]]*((?:{PASSWORD}|{SECRET})[\w.\-]*)\]?\"?\s{{0,3}}"
        rf"(?:{_MARGIN}(?i:content-[^\n]+))?{_MARGIN}{_MARGIN}{_BARE}",
        ('form-data; name="password"\n\n<a12>\n--x', 'form-data; name="api_key"\r\n\r\n<a32>\r\n--x'),
        ('form-data; name="password"\n\n\n--x', 'form-data; name="comment"\n\n<a12>\n--x'),
        "assigned_here",
        any_case=True,
        trace=rf"(?i:form-data);\s?name=\\*\"?[\w.\-\[\]]*(?:{PASSWORD}|{SECRET})",
        named=True,
    ),
)

AROUND = tuple(
    rule
    for rule in RULES
    if rule.id in ("element-value", "pair", "block-default", "pair-before", "answer", "form-part")
)
"""Rules that see what is around a name."""

INSERT_TRACE = rf"(?:{PASSWORD}|{SECRET})[^()\n]*\)(?:\s|\\+[nrt])*(?i:values)\s*\("
"""Where SQL may insert into a column with a name."""
