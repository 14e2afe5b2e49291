#!/usr/bin/env python3
"""The program of an agent for `entire`. Change what is marked with CHANGE.

`entire` runs it as `entire-agent-my-agent <subcommand> …` in the repository. Answers go to standard output as
JSON, complaints to standard error with an exit code other than 0. `entire agent check my-agent` shows what
holds. It needs nothing but Python's standard library.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
from collections.abc import Callable
from typing import Any

NAME = "my-agent"
TYPE = "My Agent"
FOLDER = f".{NAME}"  # CHANGE: the client's own folder, in the repository and in the home directory
CONFIG = f"{FOLDER}/hooks.json"  # CHANGE: where the client looks for the hooks of a repository
PROGRAM = NAME  # CHANGE: the client's command

# CHANGE: by the name of each hook, what it means.
SESSION_START, TURN_START, TURN_END, COMPACTION, SESSION_END = range(1, 6)
HOOKS = {"session-start": SESSION_START, "prompt": TURN_START, "stop": TURN_END, "session-end": SESSION_END}

Arguments = argparse.Namespace


def info(_: Arguments) -> Any:
    return {
        "protocol_version": 1,
        "name": NAME,
        "type": TYPE,
        "description": f"{TYPE}, an agent of our own",
        "protected_dirs": [FOLDER],
        "hook_names": list(HOOKS),
        "capabilities": {
            "hooks": True,
            "transcript_analyzer": True,
            "transcript_preparer": False,
            "token_calculator": True,
            "text_generator": False,
            "hook_response_writer": True,
            "subagent_aware_extractor": False,
        },
    }


def detect(_: Arguments) -> Any:
    return {"present": os.path.isdir(FOLDER)}


# Hooks


def parse_hook(given: Arguments) -> Any:
    """CHANGE: what the client sends to a hook, in the words of the protocol. None for a call to ignore."""
    payload = json.load(sys.stdin)
    if given.hook not in HOOKS:
        raise ValueError(f"unknown hook: {given.hook}")
    return {
        "type": HOOKS[given.hook],
        "session_id": payload["session_id"],
        "session_ref": payload.get("transcript_path") or session_file(payload["session_id"]),
        "prompt": payload.get("prompt", ""),
        "model": payload.get("model", ""),
    }


def our_hooks() -> dict[str, str]:
    """The file is committed: where `entire` is not installed, a hook must do nothing."""
    guard = "if ! command -v entire >/dev/null 2>&1; then exit 0; fi; exec"
    return {name: f"sh -c '{guard} entire hooks {NAME} {name}'" for name in HOOKS}


def read_config() -> dict[str, Any]:
    if not os.path.exists(CONFIG):
        return {}
    with open(CONFIG, encoding="utf-8") as file:
        found: dict[str, Any] = json.load(file)
    return found


def write_config(config: dict[str, Any]) -> None:
    """CHANGE: keep what is not yours, and leave no trace once nothing of yours is left."""
    if not config:
        os.remove(CONFIG)
        if not os.listdir(FOLDER):
            os.rmdir(FOLDER)
        return
    os.makedirs(FOLDER, exist_ok=True)
    with open(CONFIG, "w", encoding="utf-8") as file:
        json.dump(config, file, indent=2)
        file.write("\n")


def install_hooks(_: Arguments) -> Any:
    config = read_config()
    new = {name: line for name, line in our_hooks().items() if config.get("hooks", {}).get(name) != line}
    if new:
        config["hooks"] = config.get("hooks", {}) | new
        write_config(config)
    return {"hooks_installed": len(new)}


def uninstall_hooks(_: Arguments) -> Any:
    config = read_config()
    if not config:
        return None
    ours = our_hooks()
    kept = {name: line for name, line in config.get("hooks", {}).items() if ours.get(name) != line}
    rest = {key: value for key, value in config.items() if key != "hooks"}
    write_config(rest | ({"hooks": kept} if kept else {}))
    return None


def are_hooks_installed(_: Arguments) -> Any:
    return {"installed": our_hooks().items() <= read_config().get("hooks", {}).items()}


def write_hook_response(given: Arguments) -> Any:
    """CHANGE: how the client shows a message of a hook to the user."""
    return {"message": given.message}


# Sessions


def session_dir() -> str:
    """CHANGE: where the client keeps its conversations."""
    return os.path.join(os.path.expanduser("~"), FOLDER, "sessions")


def session_file(session_id: str) -> str:
    if os.path.basename(session_id) != session_id or session_id.startswith("."):
        raise ValueError("not a session id")
    return os.path.join(session_dir(), f"{session_id}.jsonl")


def get_session_id(_: Arguments) -> Any:
    return {"session_id": json.load(sys.stdin)["session_id"]}


def get_session_dir(_: Arguments) -> Any:
    return {"session_dir": session_dir()}


def resolve_session_file(given: Arguments) -> Any:
    return {"session_file": session_file(given.session_id)}


def read_session(_: Arguments) -> Any:
    asked = json.load(sys.stdin)
    path = asked.get("session_ref") or session_file(asked["session_id"])
    data = read_file(path)
    return {
        "session_id": asked["session_id"],
        "agent_name": NAME,
        "repo_path": os.environ.get("ENTIRE_REPO_ROOT", ""),
        "session_ref": path,
        "start_time": asked.get("timestamp", ""),
        "native_data": base64.b64encode(data).decode(),
        "modified_files": files_of(records(data)),
        "new_files": [],
        "deleted_files": [],
    }


def write_session(_: Arguments) -> Any:
    session = json.load(sys.stdin)
    path = session_file(session["session_id"])
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(f"{path}.tmp", "wb") as file:
        file.write(base64.b64decode(session.get("native_data") or ""))
    os.replace(f"{path}.tmp", path)
    return None


def format_resume_command(given: Arguments) -> Any:
    return {"command": f"{PROGRAM} --resume {given.session_id}"}


# Transcripts: one JSON record a line. CHANGE what the records are.


def read_file(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def records(data: bytes) -> list[dict[str, Any]]:
    found = []
    for line in data.splitlines():
        try:
            record = json.loads(line)
        except ValueError:  # a line that is still being written
            continue
        if isinstance(record, dict):
            found.append(record)
    return found


def files_of(found: list[dict[str, Any]]) -> list[str]:
    """The files that the agent wrote, each once."""
    paths = [path for record in found for path in record.get("files", []) if isinstance(path, str)]
    return list(dict.fromkeys(paths))


def read_transcript(given: Arguments) -> bytes:
    return read_file(given.session_ref)


def chunk_transcript(given: Arguments) -> Any:
    """Whole lines, as many as fit."""
    chunks = [b""]
    for line in sys.stdin.buffer.read().splitlines(keepends=True):
        pieces = [line[at : at + given.max_size] for at in range(0, len(line), given.max_size)]
        for piece in pieces:
            if len(chunks[-1]) + len(piece) > given.max_size:
                chunks.append(b"")
            chunks[-1] += piece
    return {"chunks": [base64.b64encode(chunk).decode() for chunk in chunks]}


def reassemble_transcript(_: Arguments) -> bytes:
    return b"".join(base64.b64decode(chunk) for chunk in json.load(sys.stdin)["chunks"])


def get_transcript_position(given: Arguments) -> Any:
    return {"position": os.path.getsize(given.path) if os.path.exists(given.path) else 0}


def extract_modified_files(given: Arguments) -> Any:
    data = read_file(given.path)
    return {"files": files_of(records(data[given.offset :])), "current_position": len(data)}


def extract_prompts(given: Arguments) -> Any:
    found = records(read_file(given.session_ref)[given.offset :])
    return {"prompts": [record["content"] for record in found if record.get("role") == "user"]}


def extract_summary(_: Arguments) -> Any:
    return {"summary": "", "has_summary": False}


def calculate_tokens(given: Arguments) -> Any:
    used = [r["usage"] for r in records(sys.stdin.buffer.read()[given.offset :]) if "usage" in r]
    return {
        "input_tokens": sum(usage.get("input", 0) for usage in used),
        "output_tokens": sum(usage.get("output", 0) for usage in used),
        "api_call_count": len(used),
    }


SUBCOMMANDS: dict[str, Callable[[Arguments], Any]] = {
    "info": info,
    "detect": detect,
    "get-session-id": get_session_id,
    "get-session-dir": get_session_dir,
    "resolve-session-file": resolve_session_file,
    "read-session": read_session,
    "write-session": write_session,
    "read-transcript": read_transcript,
    "chunk-transcript": chunk_transcript,
    "reassemble-transcript": reassemble_transcript,
    "format-resume-command": format_resume_command,
    "parse-hook": parse_hook,
    "install-hooks": install_hooks,
    "uninstall-hooks": uninstall_hooks,
    "are-hooks-installed": are_hooks_installed,
    "get-transcript-position": get_transcript_position,
    "extract-modified-files": extract_modified_files,
    "extract-prompts": extract_prompts,
    "extract-summary": extract_summary,
    "calculate-tokens": calculate_tokens,
    "write-hook-response": write_hook_response,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog=f"entire-agent-{NAME}")
    parser.add_argument("subcommand", choices=SUBCOMMANDS)
    parser.add_argument("--force", action="store_true")
    for name in ("hook", "repo-path", "session-dir", "session-id", "session-ref", "path", "message"):
        parser.add_argument(f"--{name}", default="")
    for name in ("max-size", "offset"):
        parser.add_argument(f"--{name}", type=int, default=0)
    given = parser.parse_args()
    try:
        answer = SUBCOMMANDS[given.subcommand](given)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{given.subcommand}: {error!r}", file=sys.stderr)
        return 1
    if isinstance(answer, bytes):
        sys.stdout.buffer.write(answer)
    elif answer is not None or given.subcommand == "parse-hook":
        print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
