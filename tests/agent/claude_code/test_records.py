from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.claude_code import agent
from entire.agent.claude_code.records import TOOLS, prompt_of, read_record, record_id
from entire.transcript.facts import Facts, Usage
from entire.transcript.usage import TokenUsage, add

DATA = Path(__file__).parents[2] / "data" / "claude_code" / "transcripts"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name / "session.jsonl").read_text().splitlines()]


def read(*records: dict[str, Any]) -> Facts:
    facts = Facts(Usage(None, {}))
    for record in records:
        read_record(record, facts)
    return facts


def user(content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": content}, **more}


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


# Prompts

COMMAND = (
    "<command-message>greet</command-message>\n"
    "<command-name>/greet</command-name>\n<command-args>Bob</command-args>"
)
HUMAN = {"origin": {"kind": "human"}}


@pytest.mark.parametrize(
    ("record", "prompt"),
    [
        (user("Do it"), "Do it"),
        (user("  Do it\n"), "Do it"),
        ({**user("Do it"), "type": "human"}, "Do it"),
        (user([text("One"), {"type": "image"}, text("Two")]), "One\n\nTwo"),
        (user("<ide_opened_file>x.py</ide_opened_file>Fix it"), "Fix it"),
        (user("<system-reminder>Be nice</system-reminder>\nFix it"), "Fix it"),
        (user("Why does <task-notification> exist?"), "Why does <task-notification> exist?"),
        (user(COMMAND, **HUMAN), "/greet Bob"),
        (user("<command-name>/init</command-name>", **HUMAN), "/init"),
        (user("<command-name>/init</command-name>\n<command-args></command-args>", **HUMAN), "/init"),
        (
            {
                "type": "attachment",
                "attachment": {"type": "queued_command", "prompt": "And that", "commandMode": "prompt"},
            },
            "And that",
        ),
        (
            {
                "type": "attachment",
                "attachment": {
                    "type": "queued_command",
                    "prompt": [text("And that")],
                    "commandMode": "prompt",
                },
            },
            "And that",
        ),
    ],
)
def test_what_a_person_typed_is_a_prompt(record: dict[str, Any], prompt: str) -> None:
    assert prompt_of(record) == prompt
    assert read(record).prompts == [prompt]


@pytest.mark.parametrize(
    "record",
    [
        user("Expanded command", isMeta=True),
        user("Task for a subagent", isSidechain=True),
        user("This session is being continued …", isCompactSummary=True),
        user([text("[Request interrupted by user]")]),
        user("[Request interrupted by user for tool use]"),
        user("<task-notification>\n<task-id>a1</task-id>"),
        user(COMMAND),  # of the client's own, such as /clear
        user(COMMAND, origin={"kind": "task-notification"}),
        user("<local-command-stdout>Compacted</local-command-stdout>", **HUMAN),
        user("<system-reminder>Be nice</system-reminder>"),
        user([{"type": "tool_result", "content": "Do it"}]),
        user([{"type": "tool_result", "content": [text("Do it")]}]),
        user(""),
        user([]),
        user(None),
        user({"text": "Do it"}),
        {"type": "user"},
        {"type": "user", "message": "Do it"},
        {"type": "assistant", "message": {"content": "Do it"}},
        {"type": "system", "message": {"content": "Do it"}},
        {"type": "queue-operation", "operation": "enqueue", "content": "Do it"},
        {"type": "last-prompt", "lastPrompt": "Do it"},
        {
            "type": "attachment",
            "attachment": {"type": "queued_command", "prompt": "x", "commandMode": "bash"},
        },
        {"type": "attachment", "attachment": {"type": "date", "prompt": "x", "commandMode": "prompt"}},
        {"type": "attachment", "attachment": ["queued_command"]},
    ],
)
def test_what_nobody_typed_is_none(record: dict[str, Any]) -> None:
    assert prompt_of(record) == ""
    assert read(record).prompts == []


@pytest.mark.parametrize(
    ("name", "prompts"),
    [
        ("one_turn", ["Write hello.py, commit it, then change calc.py"]),
        ("subagent_background", ["Delegate two parsers"]),
        ("stream_json", ["First: write one.txt", "Second: commit it"]),
        ("commands", ["/greet Bob", "Second: just answer"]),
        ("interrupt", ["First: write one.txt", "Second: write two.txt"]),
        ("interactive_compact", ["First: write one.txt", "Second: write two.txt"]),
    ],
)
def test_the_prompts_of_recorded_sessions(name: str, prompts: list[str]) -> None:
    assert read(*rows(name)).prompts == prompts


# Files


def edit(tool: Any, **given: Any) -> dict[str, Any]:
    block = {"type": "tool_use", "name": tool, "input": given}
    return {"type": "assistant", "message": {"id": "m", "content": [block]}}


@pytest.mark.parametrize("tool", sorted(TOOLS.writes))
def test_every_edit_tool_touches_its_file(tool: str) -> None:
    assert read(edit(tool, file_path="/repo/a.py", old_string="x")).files == ["/repo/a.py"]


def test_old_and_new_edit_tools_are_known() -> None:
    assert {
        "Write",
        "Edit",
        "NotebookEdit",
        "mcp__acp__Write",
        "mcp__acp__Edit",
        "MultiEdit",
    } <= TOOLS.writes.keys()


def test_a_notebook_has_a_path_of_its_own_name() -> None:
    assert read(edit("NotebookEdit", notebook_path="/repo/n.ipynb")).files == ["/repo/n.ipynb"]


def test_files_are_listed_once_in_order() -> None:
    found = read(*(edit("Edit", file_path=path) for path in ("b", "a", "b"))).files
    assert found == ["b", "a"]


@pytest.mark.parametrize(
    "record",
    [
        edit("Read", file_path="/repo/a.py"),
        edit("Bash", command="rm x", file_path="/repo/a.py"),
        edit("Edit"),
        edit("Edit", file_path=""),
        edit("Edit", file_path=["/repo/a.py"]),
        edit(["Edit"], file_path="/repo/a.py"),
        edit({}, file_path="/repo/a.py"),
        edit(None, file_path="/repo/a.py"),
        {"type": "assistant", "message": {"content": [{"type": "tool_use", "name": "Edit", "input": "x"}]}},
        {**edit("Edit", file_path="/repo/a.py"), "type": "user"},
    ],
)
def test_nothing_else_touches_a_file(record: dict[str, Any]) -> None:
    assert read(record).files == []


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("one_turn", ["/repo/hello.py", "/repo/src/calc.py"]),
        ("interrupt", ["/repo/one.txt", "/repo/two.txt"]),
        ("subagent_background", []),
    ],
)
def test_the_files_of_recorded_sessions(name: str, files: list[str]) -> None:
    assert read(*rows(name)).files == files


# Tokens


def total(name: str) -> TokenUsage:
    """Of a recorded session, those of its subagents included."""
    main = read(*rows(name))
    usage = main.usage.total
    for agent_id in main.subagents:
        path = Path(agent.subagent_path(str(DATA / name / "session.jsonl"), agent_id))
        usage = add(usage, read(*map(json.loads, path.read_text().splitlines())).usage.total)
    assert usage is not None
    return usage


@pytest.mark.parametrize("name", ["one_turn", "subagent_background", "stream_json", "commands", "interrupt"])
def test_the_tokens_are_those_that_the_client_itself_counted(name: str) -> None:
    states = [record for record in rows(name) if record["type"] == "cost-state"]
    usage = total(name)
    counted = dict.fromkeys(
        ("inputTokens", "cacheCreationInputTokens", "cacheReadInputTokens", "outputTokens"), 0
    )
    for model in states[-1]["modelUsage"].values():
        counted = {key: counted[key] + model[key] for key in counted}
    assert list(counted.values()) == [
        usage.input_tokens,
        usage.cache_creation_tokens,
        usage.cache_read_tokens,
        usage.output_tokens,
    ]


def test_an_answer_of_several_rows_is_one_call() -> None:
    answers = [record["message"]["id"] for record in rows("one_turn") if record["type"] == "assistant"]
    assert len(set(answers)) < len(answers)
    assert total("one_turn").api_call_count == len(set(answers))


@pytest.mark.parametrize("value", [None, "7", -7, 7.5, True, [], 10**30])
def test_numbers_that_are_none_count_nothing(value: Any) -> None:
    usage = {"input_tokens": value, "output_tokens": 3}
    found = read({"type": "assistant", "message": {"id": "m", "usage": usage}}).usage.total
    assert found == TokenUsage(output_tokens=3, api_call_count=1)


@pytest.mark.parametrize(
    "message", [{"usage": {"output_tokens": 3}}, {"id": "m"}, {"id": 3, "usage": {}}, {}, []]
)
def test_an_answer_without_id_or_usage_counts_nothing(message: Any) -> None:
    assert read({"type": "assistant", "message": message}).usage.total is None


def test_the_model_is_the_last_real_one() -> None:
    models = ["opus", "<synthetic>", "sonnet", "<synthetic>", "", None]
    assert read(*({"type": "assistant", "message": {"model": model}} for model in models)).model == "sonnet"


# Subagents


def result(content: Any, **more: Any) -> dict[str, Any]:
    return user([{"type": "tool_result", "content": content}], **more)


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (result("Done.\nagentId: a12b (use SendMessage)"), ["a12b"]),
        (result([text("Done."), text("agentId: a12b")]), ["a12b"]),
        (result("agentId: one\nagentId: two"), ["one"]),
        (result("ok", toolUseResult={"agentId": "a12b", "status": "async_launched"}), ["a12b"]),
        (result("agentId: a12b", toolUseResult={"agentId": "a12b"}), ["a12b"]),
        (result("no id"), []),
        (result("agentId: ../x"), []),
        (result("agentId: " + "a" * 200), []),
        (result("ok", toolUseResult={"agentId": "../x"}), []),
        (result("ok", toolUseResult={"agentId": "a\n"}), []),
        (result("ok", toolUseResult={"agentId": 7}), []),
        (result("ok", toolUseResult="agentId: a12b"), []),
        (user("agentId: a12b"), []),
        (user([text("agentId: a12b")]), []),
        ({**result("agentId: a12b"), "type": "assistant"}, []),
    ],
)
def test_a_subagent_is_known_by_the_result_of_its_call(record: dict[str, Any], found: list[str]) -> None:
    assert read(record).subagents == found


def test_the_subagents_of_a_recorded_session() -> None:
    there = (DATA / "subagent_background" / "session" / "subagents").iterdir()
    assert sorted(read(*rows("subagent_background")).subagents) == sorted(
        path.stem.removeprefix("agent-") for path in there
    )


def test_the_identifier_of_a_record() -> None:
    records: list[dict[str, Any]] = [{"uuid": "a"}, {"uuid": "b", "type": "x"}, {"uuid": ""}, {"uuid": 3}, {}]
    assert [record_id(record) for record in records] == ["a", "b", "", "", ""]


# Whatever else a transcript may hold

NAMES = """
type uuid message content text name input file_path usage id model isMeta origin kind
attachment prompt commandMode toolUseResult agentId input_tokens output_tokens
"""
KEYS = st.sampled_from(NAMES.split())
WORDS = st.sampled_from(
    [
        "user",
        "human",
        "assistant",
        "attachment",
        "queued_command",
        "prompt",
        "text",
        "tool_use",
        "tool_result",
        "Edit",
    ]
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)
shaped = st.fixed_dictionaries(
    {"type": st.sampled_from(["user", "assistant", "attachment"]) | json_values},
    optional={
        "message": st.fixed_dictionaries(
            {
                "content": json_values
                | st.lists(
                    st.fixed_dictionaries(
                        {"type": st.sampled_from(["text", "tool_use", "tool_result"])},
                        optional={
                            "text": json_values,
                            "name": json_values,
                            "input": json_values,
                            "content": json_values,
                        },
                    ),
                    max_size=2,
                )
            },
            optional={"id": json_values, "model": json_values, "usage": json_values},
        )
        | json_values,
        "attachment": json_values,
        "toolUseResult": json_values,
        "origin": json_values,
        "uuid": json_values,
    },
)


@given(st.dictionaries(KEYS, json_values) | shaped)
def test_any_record_is_read_or_skipped(record: dict[str, Any]) -> None:
    facts = read(record)
    found = [*facts.prompts, *facts.files, *facts.subagents, facts.model]
    assert all(isinstance(item, str) for item in found)
    assert facts.prompts == [prompt for prompt in [prompt_of(record)] if prompt]


@pytest.mark.parametrize(
    "content",
    [
        "<command-name>" * 200_000,
        "<system-reminder>" + "<command-name>" * 200_000 + "</system-reminder>",
        "<command-name></command-name>" + "<command-args>" * 200_000,
        "agentId: " * 500_000,
        "<ide_" * 500_000,
    ],
)
def test_long_texts_take_no_long_time(content: str) -> None:
    """Each of these would take minutes if something were quadratic."""
    read(user(content, **HUMAN), result(content))
