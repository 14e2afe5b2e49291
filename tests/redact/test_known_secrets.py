"""Texts with one secret, in syntaxes that are easily missed: as they are, in listings and in records."""

import json

import pytest

from entire.redact import redact_jsonl, redact_text

DOTTED = "Xp6yQz8TdK5F.dt"
SECRETS = (
    ("password = {}", "rwYYNfyoQRlyB_To"),
    ('SNOWFLAKE_PASSWORD = "{}"', DOTTED),
    ("export SNOWFLAKE_PASSWORD={}", DOTTED),
    ("<password>{}</password>", DOTTED),
    ("<db.password>{}</db.password>", "rwYYNfyoQRlyB_To"),
    ('<add key="DbPassword" value="{}"/>', DOTTED),
    ('<setting value="{}" name="smtp.password"/>', DOTTED),
    ("docker login -p {}", DOTTED),
    ("docker login -u bot -p {} ghcr.io", "rwYYNfyoQRlyB_To"),
    ("jdbc:oracle:thin:scott/{}@//db:1521/x", DOTTED),
    ("sqlplus scott/{}@//db:1521/x", "Tq7@zR-Wb"),
    ('ConvertTo-SecureString "{}" -AsPlainText -Force', DOTTED),
    ("define('AUTH_KEY', '{}');", "k#7 !Zq@vN(3x]W;pL%2 ^tR&9 =mB+hJ"),
    ("define( 'NONCE_SALT',  '{}' );", "k#7!Zq@vN3x]W;pL%2^tR&9=mB+hJ"),
    ("APP_SECRET={}", "tango-violet-walnut-9783"),
    ('{{"smtpPass": "{}", "smtpUser": "bot"}}', DOTTED),
    ("smtpPass: '{}'", "rwYYNfyoQRlyB_To"),
    ("Proxy-Authorization: Basic {}", "Ym90OlhwNnlRejhUZEs1Rg=="),
    ("curl -H 'Proxy-Authorization: Bearer {}' https://x.io", "rwYYNfyoQRlyB-To.7x"),
    ("postgres://app:{}@db/app", "rw%40YNfy%21oQRlyB"),
    ("https://x.io/?password={}&a=b", "rw%40YNfy%21oQRlyB"),
    ("%22api_token%22%3A%22{}%22", "rwYYNfyo7QRlyB5To2xK"),
)


@pytest.mark.parametrize(("template", "secret"), SECRETS)
def test_it_is_removed(template: str, secret: str) -> None:
    text = template.format(secret)
    assert secret not in redact_text(text)
    assert secret not in redact_text(f"12\t{text}\n13\t# end")
    record = json.loads(redact_jsonl(json.dumps({"content": f"+{text}\n+x"}).encode()))
    assert secret not in record["content"]
