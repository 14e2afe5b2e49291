"""Names under `.entire/`, and the checks that an id must pass to become part of a path (I6)."""

from __future__ import annotations

import os

from entire.core.errors import EntireError
from entire.core.pattern import ALPHANUMERIC, made_of

ENTIRE_DIR = ".entire"
METADATA_DIR = ".entire/metadata"
TMP_DIR = ".entire/tmp"
LOGS_DIR = ".entire/logs"
STATE_DIR = "entire-sessions"  # in the git common directory

TRANSCRIPT_FILE = "full.jsonl"
LEGACY_TRANSCRIPT_FILE = "full.log"
PROMPT_FILE = "prompt.txt"
CONTEXT_FILE = "context.md"
METADATA_FILE = "metadata.json"
LINES_FILE = "lines.json"  # not in the reference
CONTENT_HASH_FILE = "content_hash.txt"
CHECKPOINT_FILE = "checkpoint.json"
# In the git directory, while prepare-commit-msg runs or if it was killed; `.` and what HEAD was follow. The
# script of post-commit writes the new commit into it, once, and PERSON if there is a terminal. That of
# prepare-commit-msg sets such a file aside before it creates its own: `.` and that commit follow.
LINKING_FILE = "ENTIRE_LINKING"
UNBORN = "unborn"  # what HEAD was before the first commit
PERSON = "person"
REWRITTEN_FILE = "ENTIRE_REWRITTEN"  # in the git directory: what post-rewrite got, until it is done
SEEN_FILE = "ENTIRE_SEEN"  # in the git directory: up to which commit links were kept
SQUASHED_FILE = "ENTIRE_SQUASHED"  # in the git directory: the commits that the next one squashes
INDEX_FILE = "ENTIRE_INDEX"  # in the git directory: the index that an undo puts in its place
TEMPLATE_FILE = "ENTIRE_TEMPLATE"  # in the git directory: the message as git offered it
# In the git directory, from prepare-commit-msg for the script of post-commit, which empties them:
UNLINKED_FILE = "ENTIRE_UNLINKED"  # there is nothing to do for this commit
LATER_FILE = "ENTIRE_LATER"  # the commit's checkpoint, which can be written in the background
COMMITS_JOB = "commits"  # what that script starts then: `entire hooks detached commits`
# Variables with arguments of git hooks that the reference refuses.
HOOK_COMMIT = "ENTIRE_HOOK_COMMIT"  # the third one of prepare-commit-msg
HOOK_ADDRESS = "ENTIRE_HOOK_ADDRESS"  # the second one of pre-push
OWN_COMMIT = "ENTIRE_COMMITTING"  # set in the hooks of a commit that we make: ours have nothing to do

OWN_REF_PREFIXES = ("refs/heads/entire/", "refs/entire/", "refs/notes/entire")
UPDATES_DIR = "entire-sessions/updates"  # in the git common directory: updates of our refs that are running

# Stricter than the reference, which only forbids slashes: ids become file names, trailers and refs.
_FIRST = ALPHANUMERIC + "_"
_SESSION_ID = _FIRST + ".:@+=-"
_TOOL_ID = _FIRST + "-"


def valid_session_id(session_id: str) -> bool:
    return made_of(session_id[:1], _FIRST, 1, 1) and made_of(session_id, _SESSION_ID, 1, 128)


def check_session_id(session_id: str) -> str:
    if not valid_session_id(session_id):
        raise EntireError(f"invalid session id: {session_id[:60]!r}")
    return session_id


def valid_tool_id(tool_id: str) -> bool:
    return made_of(tool_id, _TOOL_ID, 1, 128)


def check_tool_id(tool_id: str) -> str:
    """Return a tool-use or subagent id if it is valid; an empty one is."""
    if tool_id and not valid_tool_id(tool_id):
        raise EntireError(f"invalid tool or subagent id: {tool_id[:60]!r}")
    return tool_id


def session_metadata_dir(session_id: str) -> str:
    """Return the folder of a session's files, in the work tree and in shadow trees."""
    return f"{METADATA_DIR}/{check_session_id(session_id)}"


def transcript_copy(session_id: str) -> str:
    """Return the path of our redacted copy of a session's transcript, in its agent's worktree."""
    return f"{session_metadata_dir(session_id)}/{TRANSCRIPT_FILE}"


def subagent_transcript(agent_id: str) -> str:
    """What a subagent's transcript is called where we store it."""
    return f"agent-{agent_id}.jsonl"


def task_metadata_dir(session_metadata_dir: str, tool_use_id: str) -> str:
    """Return the folder of a subagent's files within its session's folder."""
    return f"{session_metadata_dir}/tasks/{check_tool_id(tool_use_id)}"


def is_infrastructure(path: str) -> bool:
    """Whether a path in the repository is ours."""
    return path == ENTIRE_DIR or path.startswith(ENTIRE_DIR + "/")


def nameable(text: str) -> bool:
    """Whether ``text`` can be a file name: no NUL, no lone surrogates."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def from_home(path: str) -> str:
    """Abbreviate a path with `~` for the home directory."""
    home = os.path.expanduser("~")
    return "~" + path.removeprefix(home) if path.startswith(f"{home}/") else path


def to_relative(path: str, root: str) -> str:
    """Return ``path`` relative to the work tree; empty if it is outside or not a valid path."""
    if not nameable(path):
        return ""
    if os.path.isabs(path):
        path = os.path.relpath(real_parent(path), root)
    path = os.path.normpath(path)
    return "" if path == ".." or path.startswith("../") or path == "." else path


def real_parent(path: str) -> str:
    """Resolve symbolic links in a path's directories, as git does, but not the file itself."""
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
