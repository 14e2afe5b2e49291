"""A longer story, for the pictures of pages: a week in a small shop, by two people and their agents."""

from __future__ import annotations

from tools.screens.stage import Stage

from entire.cli.commands.demo.stand_in import StandIn

_DAY = 24 * 60  # minutes
_LIMITS = "8f76b0e8-1111-4222-8333-444455556666"
_CART = "2c01ab9d-2222-4222-8333-444455556666"
_NOW = "b41f7c22-3333-4222-8333-444455556666"

_LOGIN = '''\
"""Who is who."""

from shop.users import check


def login(name, password):
    return check(name, password)
'''
_USERS = '''\
"""Users and their passwords."""

USERS = {"ada": "correct horse"}


def check(name, password):
    return USERS.get(name) == password
'''
_ATTEMPTS = '''\
"""Attempts to log in, counted per user in a sliding window."""

import time

WINDOW = 60  # seconds
LIMIT = 5

_seen = {}


def too_many(name, now=None):
    now = time.monotonic() if now is None else now
    recent = [at for at in _seen.get(name, []) if now - at < WINDOW]
    _seen[name] = recent
    return len(recent) >= LIMIT


def note(name, now=None):
    _seen.setdefault(name, []).append(time.monotonic() if now is None else now)


def forget(name):
    _seen.pop(name, None)
'''
_LIMITED = '''\
"""Who is who."""

from shop import attempts
from shop.users import check


def login(name, password):
    if attempts.too_many(name):
        return False
    if check(name, password):
        attempts.forget(name)
        return True
    attempts.note(name)
    return False
'''
_TEST = """\
from shop import attempts
from shop.login import login


def test_the_sixth_attempt_is_refused():
    for _ in range(5):
        assert login("grace", "wrong") is False
    assert attempts.too_many("grace")


def test_a_right_password_forgets_the_wrong_ones():
    login("ada", "wrong")
    assert login("ada", "correct horse")
    assert not attempts.too_many("ada")


def test_the_window_slides():
    attempts.note("alan", now=0)
    assert not attempts.too_many("alan", now=61)
"""
_CARTS = '''\
"""What is in a cart, and what it costs."""

from decimal import Decimal


class Cart:
    def __init__(self):
        self.items = []

    def add(self, name, price, number=1):
        self.items.append((name, Decimal(price), number))

    @property
    def total(self):
        return sum((price * number for _, price, number in self.items), Decimal(0))
'''
_DISCOUNT = '''
    def discounted(self, percent):
        """The total with a discount, rounded to cents in favour of the customer."""
        rest = self.total * (100 - Decimal(percent)) / 100
        return rest.quantize(Decimal("0.01"), rounding="ROUND_DOWN")
'''
_SETTINGS = '''\
"""What can be changed without a release."""

import os

LOGIN_LIMIT = int(os.environ.get("SHOP_LOGIN_LIMIT", "5"))
'''


def play(stage: Stage) -> None:
    """Play it; the last session is still at work when it ends."""
    _begin(stage)
    _limit_attempts(stage)
    _carts(stage)
    _small_commits(stage)
    _at_work(stage)


def _begin(stage: Stage) -> None:
    (stage.root / "shop").mkdir()
    (stage.root / "tests").mkdir()
    stage.run("git init --quiet")
    stage.write("shop/login.py", _LOGIN)
    stage.write("shop/users.py", _USERS)
    _commit(stage, 0, "Add users and a login")
    stage.run("entire enable --agent claude-code")
    _commit(stage, 5, "Use entire")


def _commit(stage: Stage, minutes: float, message: str, author: str = "Ada <ada@example.com>") -> None:
    stage.at(minutes)
    stage.run("git add .")
    stage.run(f"git commit --quiet --author '{author}' -m '{message}'")


def _started(stage: Stage, minutes: float, session: str) -> StandIn:
    stage.at(minutes)
    agent = stage.agent(session)
    agent.start()
    return agent


def _limit_attempts(stage: Stage) -> None:
    agent = _started(stage, 40, _LIMITS)
    agent.prompt(
        "Limit login attempts to five per minute and user.\n\nCount them in a **sliding window**, not per "
        "calendar minute, and keep `login()` as it is for callers."
    )
    agent.say("I'll look at how logins are checked first.")
    agent.use("Read", file_path=f"{stage.root}/shop/login.py")
    agent.use("Grep", pattern="login\\(", path=f"{stage.root}")
    stage.at(43)
    agent.say(
        "`login()` has one caller. I keep its signature and put the counting into a module of its own:\n\n"
        "- `too_many(name)` says whether to refuse\n- `note(name)` remembers a wrong password\n"
        "- `forget(name)` clears them after a right one\n\n"
        "Times come from `time.monotonic()`, so that a change of the clock does not matter."
    )
    agent.write("shop/attempts.py", _ATTEMPTS)
    agent.write("shop/login.py", _LIMITED)
    stage.at(45)
    agent.say("Attempts are counted per user in a window of sixty seconds; the sixth is refused.")
    agent.stop()
    stage.at(52)
    agent.prompt("Add tests: the sixth attempt, a right password in between, and that the window slides")
    agent.write("tests/test_login.py", _TEST)
    agent.shell("python3 -c 'print(\"3 passed\")'")
    stage.at(55)
    agent.say(
        'Three tests, all pass:\n\n```python\nattempts.note("alan", now=0)\n'
        'assert not attempts.too_many("alan", now=61)\n```\n\n'
        "| case | result |\n|---|---|\n| sixth attempt | refused |\n"
        "| right password | forgets the wrong ones |\n"
    )
    agent.stop()
    stage.write(
        "shop/attempts.py", _ATTEMPTS.replace("WINDOW = 60  # seconds", "WINDOW = 60  # seconds, see SEC-112")
    )
    _commit(stage, 58, "Limit login attempts per user")
    agent.end()


def _carts(stage: Stage) -> None:
    agent = _started(stage, _DAY + 30, _CART)
    agent.turn(
        "Add a cart with prices as decimals", {"shop/cart.py": _CARTS}, "Prices are decimals, never floats."
    )
    _commit(stage, _DAY + 41, "Add a cart", "Grace <grace@example.com>")
    stage.at(_DAY + 60)
    agent.turn(
        "Customers with a voucher get a discount in percent. Round in their favour.",
        {"shop/cart.py": _CARTS + _DISCOUNT},
        "`discounted(percent)` rounds down to whole cents.",
    )
    _commit(stage, _DAY + 72, "Discounts for vouchers", "Grace <grace@example.com>")
    agent.end()


def _small_commits(stage: Stage) -> None:
    stage.write("README.md", "# Shop\n\nA shop that knows its customers.\n")
    _commit(stage, 2 * _DAY + 30, "Say what this is")
    stage.write(
        "shop/users.py", _USERS.replace('"correct horse"}', '"correct horse", "grace": "battery staple"}')
    )
    _commit(stage, 3 * _DAY + 15, "Add Grace")
    agent = _started(stage, 3 * _DAY + 60, _LIMITS)
    limited = (stage.root / "shop/attempts.py").read_text()
    changed = limited.replace("import time\n", "import time\n\nfrom shop.settings import LOGIN_LIMIT\n")
    changed = changed.replace("LIMIT = 5\n", "LIMIT = LOGIN_LIMIT\n")
    agent.turn(
        "Make the limit configurable, default 5",
        {"shop/settings.py": _SETTINGS, "shop/attempts.py": changed},
        "`SHOP_LOGIN_LIMIT` sets it; five stays the default, so nothing changes for now.",
    )
    _commit(stage, 3 * _DAY + 75, "Make the limit configurable")


def _at_work(stage: Stage) -> None:
    agent = _started(stage, 4 * _DAY + 60, _NOW)
    log = '"""What was refused."""\n\n\ndef refused(name):\n    print(f"refused: {name}")\n'
    agent.turn("Log refused logins, without the password", {"shop/audit.py": log}, "Only the name is logged.")
    stage.at(4 * _DAY + 66)
    agent.prompt("Write them to a file, one line of JSON each")
    agent.say("I'll keep `refused()` and change where it writes.")
    stage.at(4 * _DAY + 68)
