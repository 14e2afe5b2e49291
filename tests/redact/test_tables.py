"""Columns of tables: the header says what is secret."""

import json

import pytest

from entire.redact import redact_jsonl, redact_text

PASSWORD = "rwYYNfyoQRlyBTo"
KEY = "mQ2xZt7vKp9LwR4s"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"| host | password |\n|---|---|\n| db | `{PASSWORD}` |\n", "| db | `REDACTED` |"),
        (f"| host | API key |\n|---|---|\n| a | {KEY} |\n| b | {KEY[::-1]} |", "| b | REDACTED |"),
        (f"user,password,role\njane,{PASSWORD},admin\n", "jane,REDACTED,admin"),
        (f"host;user;password\ndb;app;{PASSWORD}", "db;app;REDACTED"),
        (f"name\tsecret\tat\napp\t{KEY}\t2026", "app\tREDACTED\t2026"),
        (f"    12\thost;user;password\n    13\tdb;app;{PASSWORD}", "13\tdb;app;REDACTED"),
        (f"    12\tuser,password,role\n    13\tjane,{PASSWORD},admin", "13\tjane,REDACTED,admin"),
    ],
)
def test_values_below_a_header(before: str, after: str) -> None:
    assert after in redact_text(before)
    record = json.dumps({"arguments": json.dumps({"command": before, "timeout": 5})}).encode()
    clean = json.loads(json.loads(redact_jsonl(record + b"\n"))["arguments"])
    assert after in clean["command"]
    assert clean["timeout"] == 5


@pytest.mark.parametrize(
    "text",
    [
        "| option | password | notes |\n|---|---|---|\n| `--ask` | required | since 3.2 |\n",
        "| rule | password |\n|---|---|\n| length | at least 12 |\n| case | mixed |\n",
        "user,password,role\njane,,admin\n",
        "user,token_type,role\njane,Bearer12,admin\n",
        "name,key,rank\nfirst,primary_key_1,2\n",
        "Ask for the user, password, role\nThen show the form, validated, again\n",
    ],
)
def test_words_below_a_header_stay(text: str) -> None:
    assert redact_text(text) == text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ('db_passwords = ["a1B2c3D4e5", "f6G7h8I9j0"]', 'db_passwords = ["REDACTED", "REDACTED"]'),
        ("passwords = ['x', 'f6G7h8I9j0']", "passwords = ['x', 'REDACTED']"),
        ("passwords:\n  - a1B2c3D4e5\n  - f6G7h8I9j0\n", "passwords:\n  - REDACTED\n  - REDACTED\n"),
        (
            "INSERT INTO t (name, password, n) VALUES ('jane', 'a1B2c3D4e5', 12), ('joe', 'f6G7h8I9j0', 3)",
            "INSERT INTO t (name, password, n) VALUES ('jane', 'REDACTED', 12), ('joe', 'REDACTED', 3)",
        ),
    ],
)
def test_all_items_of_a_list_are_found(text: str, clean: str) -> None:
    assert redact_text(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "INSERT INTO users (name, password) VALUES (?, ?), ('x', NULL)",
        "INSERT INTO t (password, note) VALUES (crypt($1, 'md5'), 'see page 12')",
        'passwords = ["required", "optional"]',
        "passwords:\n  - min-length\n  - max-length\n",
    ],
)
def test_lists_without_secrets_stay(text: str) -> None:
    assert redact_text(text) == text
