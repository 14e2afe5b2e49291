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


def test_what_another_record_says_is_not_above_a_header() -> None:
    table = {"content": f"host;user;password\ndb-1;app;{KEY}"}
    lines = [json.dumps({"content": f"a {number}; b; c"}) for number in range(2000)]
    clean = redact_jsonl("\n".join([*lines, json.dumps(table), *lines]).encode()).decode()
    assert "db-1;app;REDACTED" in clean
    assert clean.count("REDACTED") == 1


@pytest.mark.parametrize(
    "text",
    [
        "| option | password | notes |\n|---|---|---|\n| `--ask` | required | since 3.2 |\n",
        "| rule | password |\n|---|---|\n| length | at least 12 |\n| case | mixed |\n",
        "user,password,role\njane,,admin\n",
        "user,token_type,role\njane,Bearer12,admin\n",
        "name,key,rank\nfirst,primary_key_1,2\n",
        "Ask for the user, password, role\nThen show the form, validated, again\n",
        "| Hash | Password |\n|---|---|\n| argon2id | since-v2.4 |\n",
        "| What | Alt key |\n|---|---|\n| save | Cmd+Shift+S |\n",
        "| Use | Design token |\n|---|---|\n| cards | radius-md-2 |\n",
        "device\ttoken\nphone\tiPhone15Pro\n",
    ],
)
def test_words_below_a_header_stay(text: str) -> None:
    assert redact_text(text) == text


@pytest.mark.parametrize(
    "text",
    [
        'FIELDS = [\n  "password",\n  "token",\n];\n\nMySQLdb.connect(db)\nxmlhttp.open(url)\n',
        "const {\n  email,\n  password,\n} = req.body;\nconst a = 1;\nx86decoder(buf)\nMySQLdb.connect(db)\n",
        "login(\n  user, password,\n  rgb2hexKx, MySQLdbX9,\n)\n",
        "login(\n  user, password\n)\nMySQLdb.connect(db), rgb2hexKx9z\n",
        "from tokenize import (\n    tokenize,\n    token,\n)\nimport os\n\nMySQLdb.connect(db)\n",
        "from auth import login, logout, token\nfrom mysql import open, close, MySQLdbX9\n",
        "SELECT id, email, password\nFROM a, b, accKx9_2024Zq\n",
        "SELECT\n  id, email, password\nFROM a, b, accKx9_2024Zq\n",
        "name,file,mode\nshadow,etc,passwd\nx,y,MySQLdbX9k\n",
        "user,password\njane,\n\nNotes, rgb2hexKx9z\n",
        "cat users | sort password\ncat users | MySQLdbX9k\n",
        "x = user, password\ny, MySQLdbX9kQ\n",
        "user,password\na,b,MySQLdbX9kQ\n",
    ],
)
def test_code_and_other_lines_are_no_table(text: str) -> None:
    assert redact_text(text) == text
    line = json.dumps({"content": text}).encode() + b"\n"
    assert redact_jsonl(line) == line


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f" host | password \n------+---------\n db   | {KEY}\n", " db   | REDACTED"),
        (f"+------+------+\n| host | pwd |\n+------+------+\n| db | {KEY} |\n", "| db | REDACTED |"),
        (f'user,password,role\n"Doe, Jane",{KEY},admin\n', '"Doe, Jane",REDACTED,admin'),
        (f"Here it is:\nuser,password\njane,{KEY}\n", "jane,REDACTED"),
    ],
)
def test_other_ways_to_write_a_table(before: str, after: str) -> None:
    assert after in redact_text(before)


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
