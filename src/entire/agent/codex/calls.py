"""The tool calls of a Codex transcript: which files they write, which commands they run.

Some models call one tool, `exec`, with a program that calls the others; the events of the others have their
files and commands. Patches name files relative to where Codex runs, events absolutely.
"""

from __future__ import annotations

from entire.agent import patch
from entire.agent.defaults import Tools, member, note_use, text, tool_use
from entire.agent.events import ToolUse, Use
from entire.core import json_text
from entire.transcript.facts import Call, Command, Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.transcript.facts import Facts

PATCH = "apply_patch"
_BEGIN = "*** Begin Patch"
_CALLS = ("function_call", "custom_tool_call", "local_shell_call", "mcp_tool_call")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")
_RUNNING = "Process running with session ID"  # the command runs in the background
_FAILED = ("apply_patch verification failed", "patch rejected", "Failed to ", "unsupported c")
_MOST_TEXT = 100_000  # of a command, and of its output
_MOST_FILES = 10_000  # of one change

TOOLS = Tools(
    writes={},
    harmless=frozenset(
        {
            *("update_plan", "view_image", "read_file", "list_dir", "grep_files", "tool_search"),
            *("spawn_agent", "wait_agent", "wait", "send_input", "send_message", "followup_task"),
            *("resume_agent", "close_agent", "interrupt_agent", "list_agents", "request_user_input"),
            *("list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"),
            *("get_goal", "create_goal", "update_goal", "web_search", "web_search_preview"),
        }
    ),
)


def read_item(payload: dict[str, Any], facts: Facts, time: str) -> None:
    """Note a call, or the end of one."""
    kind = text(payload, "type")
    if kind in _CALLS:
        _read_call(payload, facts, time)
    elif kind in _OUTPUTS:
        output, call = output_of(payload), text(payload, "call_id")
        if _RUNNING not in output[:1000]:
            facts.command_ended(call, time, output[:_MOST_TEXT])
        if output.startswith(_FAILED):
            facts.call_failed(call, rejected=True)


def _read_call(payload: dict[str, Any], facts: Facts, time: str) -> None:
    name, given, call = text(payload, "name"), argument_of(payload), text(payload, "call_id")
    named = tuple(patch.paths(given)) if _BEGIN in given else ()
    if name == PATCH:
        note_use(ToolUse(Use.WRITES, named), facts)
    else:
        use = tool_use(TOOLS, name, {})
        note_use(ToolUse(use.kind, named), facts)
        if use.kind == Use.RUNS:
            facts.report(Command(call, given[:_MOST_TEXT]), time)
    for path in named:
        facts.report(Call(call, path, given=given), time)


def read_changes(payload: dict[str, Any], done: bool, facts: Facts, time: str) -> None:
    """Note the files that a patch changed."""
    changes = member(payload, "changes")
    for path, change in list(changes.items())[:_MOST_FILES] if done else ():
        about = change if isinstance(change, dict) else {}
        content = about.get("content") if about.get("type") == "add" else None
        after = content if isinstance(content, str) else None  # of others only the difference is known
        for name in filter(None, (path, text(about, "move_path"))):
            facts.touch(name)
            edit = Edit(name, None, after, knows_before=False)
            edit.given = about
            facts.report(edit, time)


def argument_of(payload: dict[str, Any]) -> str:
    """What a call is about: a command, a patch, or all its arguments as they are."""
    if "input" in payload:
        return text(payload, "input")
    given = decoded(payload.get("arguments")) or member(payload, "action")
    for key in ("cmd", "command", "input", "patch"):
        found = given.get(key)
        if isinstance(found, list):
            return _command([word for word in found if isinstance(word, str)])
        if isinstance(found, str) and found:
            return found
    return text(payload, "arguments")


def _command(words: list[str]) -> str:
    """A command that is given as words; what a shell is given, without the shell."""
    given = words[2:] if words[1:2] in (["-c"], ["-lc"]) else words
    return ("\n" if any("\n" in word for word in given) else " ").join(given)


def output_of(payload: dict[str, Any]) -> str:
    """What a call gave: a text, or a list of texts."""
    output = payload.get("output")
    if isinstance(output, dict):
        output = output.get("content")
    if isinstance(output, list):
        return "\n".join(text(part, "text") for part in output if isinstance(part, dict))
    return output if isinstance(output, str) else ""


def decoded(value: Any) -> dict[str, Any]:
    """A JSON object that is written as a text; empty for anything else."""
    if not isinstance(value, str) or not value.startswith("{"):
        return {}
    try:
        found = json_text.decode(value.encode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
