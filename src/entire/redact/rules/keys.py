"""Keys in files, tokens and hashes that show what they are."""

from entire.redact.rules.rule import Rule

_KEY_KIND = r"(?:[A-Z0-9 +]|%20){0,40}PRIVATE(?: |\+|%20)KEY(?:(?: |\+|%20)BLOCK)?"
# Between two lines: line ends, also as escapes; quotes, line numbers.
_JUNK = r"(?:\\+[nrt]|%0[ADad]|%20|[0-9]{1,6}[\t :|\xe2]|[^A-Za-z0-9])*"
_BASE64 = r"[A-Za-z0-9+/]"

_HASHES = (
    "$apr1$ $1$ $5$ $6$ $7$ $y$ $gy$ $2 $argon2 $p$ $h$ $scrypt$ $pbkdf2 pbkdf2 scrypt: "
    "ha} ha256} ha512} {crypt} {md5} {smd5} '* \"*"
)

RULES = (
    Rule(
        "private-key",
        "Private key: PEM, OpenSSH or PGP",
        ("-----begin",),
        rf"-----BEGIN(?: |\+|%20){_KEY_KIND}-----(?:{_JUNK}(?:Proc-Type|DEK-Info|Version|Comment"
        rf"|Hash):[^\n\\]*)*"
        rf"(?:{_JUNK}{_BASE64}{{16,}}={{0,2}})+"
        rf"(?:{_JUNK}{_BASE64}{{0,64}}={{0,2}}{_JUNK}-----END(?: |\+|%20){_KEY_KIND}-----)?",
        (
            "-----BEGIN RSA PRIVATE KEY-----\n<b64>\n<b64>\n<b20>\n-----END RSA PRIVATE KEY-----",
            "-----BEGIN OPENSSH PRIVATE KEY-----\\n<b70>\\n<b40>\\n-----END OPENSSH PRIVATE KEY-----",
            "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n<b64>\n<b9>=\n-----END PGP PRIVATE KEY BLOCK-----",
            "-----BEGIN EC PRIVATE KEY-----\n<b64>\n<b64>",
        ),
        ("-----BEGIN PUBLIC KEY-----\n<b64>\n-----END PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----\n<b64>"),
        any_case=True,
        trace=r"-----BEGIN[A-Z0-9 %+]*PRIVATE",
        reach=32_000,
    ),
    Rule(
        "putty-key",
        "PuTTY private key",
        ("private-lines",),
        rf"Private-Lines: [0-9]{{1,3}}{_JUNK}((?:[A-Za-z0-9+/=]{{4,70}}{_JUNK})+?)Private-MAC",
        (
            "Private-Lines: 2\n<b64>\n<b60>\nPrivate-MAC: <h40>",
            "Private-Lines: 1\\n<b64>\\nPrivate-MAC: <h40>",
        ),
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
        "password-hash",
        "Hash of a password: crypt, bcrypt, Argon2, PBKDF2, LDAP",
        tuple(_HASHES.split()),
        r"\$(?:apr1|1)\$[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22}|\$[56]\$"
        r"(?:rounds=[0-9]{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}"
        r"|\$g?[y7]\$[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}"
        r"|\$2[abxy]?\$[0-9]{2}\$[./A-Za-z0-9]{50,53}"
        r"|\$(?:argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,16})\$[\w=,$./+-]{20,}|\$[PH]\$[./A-Za-z0-9]{31}"
        r"|pbkdf2[_:][\w:]{3,24}\$[0-9]{0,9}\$?[\w./+]{4,}\$[\w./+=]{20,}"
        r"|scrypt:[0-9:]{5,20}\$\w{4,}\$[0-9a-f]{32,}"
        r"|\{(?i:s?sha(?:256|512)?|s?md5|crypt)\}[A-Za-z0-9+/$.]{20,}={0,2}|[\"']\*[0-9A-F]{40}\b",
        (
            "$apr1$<a8>$<a22>",
            "$6$rounds=5000$<a16>$<a86>",
            "$2b$12$<a53>",
            "$argon2id$v=19$m=65536,t=3,p=4$<b22>$<b43>",
            "pbkdf2_sha256$600000$<a22>$<b43>=",
            "{SSHA}<b32>",
            "IDENTIFIED BY PASSWORD '*<H40>'",
        ),
        ("awk '{print $1$2}'", "$1$ and $2$", "a*<H8>"),
        any_case=True,
        trace=r"\$(?:apr1|[15679y]|gy|2[abxy]?|argon2\w*|scrypt|pbkdf2[\w-]*|[PH])\$[\w./=,]|pbkdf2[_:]\w"
        r"|scrypt:[0-9]"
        r"|(?i:ha(?:256|512)?|md5|crypt)\}[A-Za-z0-9+/$.\\]{20}|\*[0-9A-F]{40}",
    ),
)
