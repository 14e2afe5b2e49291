"""JSON as text, as spans and as a tree; settings, logs, names, times."""

from __future__ import annotations

import os
import random
from pathlib import Path

from tools.fuzz import dice as roll
from tools.fuzz import samples
from tools.fuzz.target import Target, json_like, lines_like, text_of

from entire.core import clock, json_list, json_spans, json_text, json_tree, log_read, paths, settings, text
from entire.core.errors import EntireError


def _decode(data: bytes, folder: Path) -> None:
    """What was read can be written, and is the same from then on."""
    written = json_text.encode(json_text.decode(data))
    again = json_text.decode(written)
    assert json_text.decode(json_text.encode(again)) == again


def _list(data: bytes, folder: Path) -> None:
    document = data.decode("utf-8", "surrogatepass")
    start, ends = json_list.spans(document, "message")
    assert ends == sorted(ends)
    assert all(start < end <= len(document) for end in ends)


def _spans(data: bytes, folder: Path) -> None:
    """What is inserted is found again, and is taken out without a trace."""
    document = data.decode("utf-8", "surrogateescape")
    longer = json_spans.append(document, ("hooks", "Stop"), "an item of ours")
    root = json_tree.parse(longer)
    hooks = root.member("hooks")
    stop = hooks.member("Stop") if hooks else None
    assert stop is not None
    assert stop.items[-1].value(longer) == "an item of ours"
    assert json_spans.remove(longer, root, [stop.items[-1]]) in (document, None)


def _commented(dice: random.Random) -> bytes:
    """Settings with comments, and commas after the last item."""
    made = json_like(samples.AGENT_SETTINGS)(dice)
    for _ in range(dice.randrange(4)):
        places = [place for place, byte in enumerate(made, 1) if byte in b"{}[],:"] or [0]
        place = dice.choice(places)
        made = made[:place] + dice.choice((b"// x\n", b"/* x */", b"//\r\n", b"/* \n//", b",")) + made[place:]
    return made


def _settings(data: tuple[bytes, bytes], folder: Path) -> None:
    (folder / ".entire").mkdir()
    for name, content in zip((settings.PROJECT_FILE, settings.LOCAL_FILE), data, strict=True):
        (folder / name).write_bytes(content)
    loaded = settings.load(str(folder))
    assert isinstance(loaded.settings.enabled, bool)
    for name in (settings.PROJECT_FILE, settings.LOCAL_FILE):
        try:
            raw = settings.read_file(str(folder), name)
        except ValueError:
            continue
        settings.write_file(str(folder), name, raw or {})


def _log(data: bytes, folder: Path) -> None:
    path = folder / ".entire" / "logs" / "entire.log"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    log_read.tail(str(folder), log_read.Wanted("info", "0b"), 5)


def _time(value: str, folder: Path) -> None:
    found = clock.timestamp(value)
    assert found is None or found - found == 0
    clock.age(value)


def _printed(value: str, folder: Path) -> None:
    line = text.one_line(value, 40)
    assert len(line) <= 40
    assert not any(ord(sign) < 32 or 0xD800 <= ord(sign) < 0xE000 for sign in line)
    text.extract_first_prompt(value)
    text.split_prompts(value)


def _ids(value: str, folder: Path) -> None:
    """An id that passes is one name, whatever it is joined to."""
    if paths.valid_session_id(value):
        inside = os.path.normpath(os.path.join(str(folder), paths.session_metadata_dir(value)))
        assert inside.startswith(str(folder) + os.sep)
    if paths.valid_tool_id(value):
        assert os.sep not in value
        assert value not in (".", "..")
    relative = paths.to_relative(value, str(folder))
    assert not relative.startswith(("/", "../"))


def _two(dice: random.Random) -> tuple[bytes, bytes]:
    one = json_like(samples.SETTINGS)
    return one(dice), one(dice)


_ANY_JSON = json_like(samples.PAYLOAD, samples.ANSWER, samples.STATE, samples.AGENT_SETTINGS)
_TIME = text_of("2026", "-", "01", "T", "03:04:05", ".5", "Z", "+02:00", "99", "0000")
_ID = text_of("a1", "-", "_", ".", "/", "..", samples.SESSION)


def _path(dice: random.Random) -> str:
    return roll.text(dice, 4) + "/" + _ID(dice) if dice.random() < 0.5 else _ID(dice)


TARGETS = [
    Target("json decode", _ANY_JSON, _decode, (ValueError,)),
    Target("json is_json", text_of('{"a":', "[1,", "}", "]", "NaN"), lambda case, _: json_text.is_json(case)),
    Target("json list", json_like({"message": list(samples.RECORDS), "x": 1}), _list, (ValueError,)),
    Target("json spans", json_like(samples.AGENT_SETTINGS), _spans, (EntireError,)),
    Target("json spans with comments", _commented, _spans, (EntireError,)),
    Target("settings", _two, _settings, share=0.5, on_disk=True),
    Target("log", lines_like(samples.LOG_ROW), _log, share=0.5, on_disk=True),
    Target("times", _TIME, _time),
    Target("printed text", text_of("\n\n---\n\n", "x"), _printed),
    Target("ids and paths", _path, _ids),
]
