"""The fake model by itself: what it would hide if it were wrong."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, Usage, call, say, total


def post(model: FakeModel, *texts: str, **more: object) -> str:
    messages = [{"role": "user", "content": [{"type": "text", "text": text}]} for text in texts]
    body = {"model": "m", "messages": messages, "tools": [{"name": "Write"}]} | more
    request = urllib.request.Request(f"{model.url}/v1/messages", json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=10) as response:
        answer: bytes = response.read()
    return answer.decode()


def ask(model: FakeModel, *texts: str, **more: object) -> Any:
    return json.loads(post(model, *texts, **more))


def play(script: Script, *prompts: str) -> None:
    with FakeModel(script) as model:
        for prompt in prompts:
            post(model, prompt)


def test_turns_are_found_by_the_latest_prompt_that_is_known() -> None:
    script = Script(
        Turn("Delegate", call("Agent", prompt="SUBTASK"), say("All done.")),
        Turn("SUBTASK", say("Sub done.").using(Usage(1, 2, 3, 4))),
    )
    with FakeModel(script) as model:
        [use] = ask(model, "Delegate it", "<a reminder>")["content"]
        assert (use["name"], use["input"]) == ("Agent", {"prompt": "SUBTASK"})
        assert ask(model, "SUBTASK of it")["usage"]["output_tokens"] == 4
        assert ask(model, "SUBTASK, earlier", "Delegate it")["content"][0]["text"] == "All done."
        assert ask(model, "Name this conversation", tools=[])["content"][0]["text"] == "A title"
    assert [request.scripted for request in model.requests] == [True, True, True, False]
    assert total(script.played("SUBTASK")) == {
        "input_tokens": 1,
        "cache_creation_tokens": 2,
        "cache_read_tokens": 3,
        "output_tokens": 4,
        "api_call_count": 1,
    }


def test_a_streamed_answer_spells_the_plain_one() -> None:
    with FakeModel(Script(Turn("Hi", call("Write", file_path="a"), say("Hello.")))) as model:
        lines = (post(model, "Hi", stream=True) + post(model, "Hi", stream=True)).splitlines()
    events = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    assert deltas == [
        {"type": "input_json_delta", "partial_json": '{"file_path": "a"}'},
        {"type": "text_delta", "text": "Hello."},
    ]
    assert [e["usage"]["output_tokens"] for e in events if e["type"] == "message_delta"] == [7, 7]


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (["Hi"], "1 of 2 answers were never asked for"),
        (["Hi", "Hi", "Hi"], "no answer left"),
        (["Hi", "Hi", "What?"], "no turn for"),
    ],
)
def test_leaving_the_script_fails_the_test(asked: list[str], complaint: str) -> None:
    script = Script(Turn("Hi", say("Hello."), say("Hello again.")))
    with pytest.raises(AssertionError, match=complaint):
        play(script, *asked)


def test_what_goes_wrong_meanwhile_fails_the_test() -> None:
    script = Script(Turn("Hi", say("Hello.").during(lambda: 1 // 0)))
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        play(script, "Hi")
