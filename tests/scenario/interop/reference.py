"""The reference as data: what its hooks leave in a repository, byte for byte as the contract says.

An agent whose hooks are the reference's. Its prompts and stops write captures, states and shadow commits as
sections 2, 4, 8 and 9 of the contract describe them, `condense` what its post-commit hook does (6.6, 7.8).
Like the Go program, it drops the keys that it does not know whenever it saves a state.
"""

from __future__ import annotations

import difflib
import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.scenario.world import BRANCH, World

from entire.cli.commands.demo.stand_in import StandIn

STATE_KEYS = (
    "session_id", "cli_version", "base_commit", "attribution_base_commit", "worktree_path", "worktree_id",
    "started_at", "ended_at", "phase", "turn_id", "turn_checkpoint_ids", "last_interaction_time",
    "checkpoint_count", "checkpoint_transcript_start", "condensed_transcript_lines",
    "untracked_files_at_start", "files_touched", "last_checkpoint_id", "agent_type", "token_usage",
    "transcript_lines_at_start", "transcript_identifier_at_start", "transcript_path", "first_prompt",
    "prompt_attributions", "pending_prompt_attribution",
)  # fmt: skip
ALWAYS = ("session_id", "base_commit", "started_at", "checkpoint_count")
CARRY = "carry forward: uncommitted session files"
USAGE = {
    "input_tokens": "input_tokens",
    "cache_creation_tokens": "cache_creation_input_tokens",
    "cache_read_tokens": "cache_read_input_tokens",
    "output_tokens": "output_tokens",
}


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Reference(StandIn):
    """One session whose hooks are the reference's."""

    def __init__(self, world: World, session_id: str = "", agent_type: str = "Claude Code") -> None:
        super().__init__(str(world.repo.path), world.env, session_id)
        self.world = world
        self.agent_type = agent_type
        self.state_path = world.repo.path / ".git" / "entire-sessions" / f"{self.session_id}.json"
        self.capture_path = world.file(f".entire/tmp/pre-prompt-{self.session_id}.json")
        self.folder = f".entire/metadata/{self.session_id}"

    def hook(self, verb: str, **fields: Any) -> str:
        if verb == "user-prompt-submit":
            self._prompt_hook(str(fields.get("prompt", "")))
        elif verb == "stop":
            self._stop_hook()
        elif verb == "session-end" and self.state_path.exists():
            self.save(self.state() | {"phase": "ended", "ended_at": now()})
        return ""

    # The state.

    def state(self) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads(self.state_path.read_text())
        loaded["checkpoint_transcript_start"] = loaded.get("checkpoint_transcript_start", 0)
        return loaded

    def save(self, state: dict[str, Any]) -> None:
        """Known keys in their order; what is empty is left out, what is unknown is lost."""
        kept = {key: state.get(key) for key in STATE_KEYS if state.get(key) or key in ALWAYS}
        self.state_path.parent.mkdir(parents=True, exist_ok=True)
        self.state_path.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n")

    def _new_state(self, prompt: str) -> dict[str, Any]:
        head = self.world.repo.head
        return {
            "session_id": self.session_id, "cli_version": "0.5.1", "base_commit": head,
            "attribution_base_commit": head, "worktree_path": self.root, "started_at": now(),
            "checkpoint_count": 0, "untracked_files_at_start": self.untracked(),
            "agent_type": self.agent_type, "first_prompt": prompt[:100],
        }  # fmt: skip

    # The hooks.

    def _prompt_hook(self, prompt: str) -> None:
        self.capture_path.parent.mkdir(parents=True, exist_ok=True)
        capture: dict[str, Any] = {
            "session_id": self.session_id, "timestamp": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "untracked_files": self.untracked(),
        }  # fmt: skip
        if self.lines():
            capture |= {
                "last_transcript_identifier": self._last_uuid(),
                "step_transcript_start": len(self.lines()),
            }
        self.capture_path.write_text(json.dumps(capture, indent=2) + "\n")
        state = self.state() if self.state_path.exists() else self._new_state(prompt)
        state |= {"phase": "active", "turn_id": os.urandom(6).hex(), "last_interaction_time": now()}
        state |= {"transcript_path": self.transcript, "last_checkpoint_id": "", "turn_checkpoint_ids": []}
        state["pending_prompt_attribution"] = self._people(state)
        self._migrate(state)
        self.save(state)

    def _migrate(self, state: dict[str, Any]) -> None:
        old, head = self.shadow(state), self.world.repo.head
        if state["base_commit"] == head:
            return
        if self._tip(state):
            self.world.git("branch", "-m", old, self.shadow(state | {"base_commit": head}))
        state["base_commit"] = head

    def _stop_hook(self) -> None:
        capture = json.loads(self.capture_path.read_text()) if self.capture_path.exists() else {}
        start = capture.get("step_transcript_start") or self.state()["checkpoint_transcript_start"]
        known = capture.get("untracked_files")
        new = [path for path in self.untracked() if known is None or path not in known]
        deleted = self._status(" D", "D ")
        state = self.state()
        touched = sorted({*self.modified(start), *new})
        self._metadata(start)
        if touched or deleted:
            self._step(state, touched, deleted, start)
        state["phase"] = "idle"
        self.save(state)
        self.capture_path.unlink(missing_ok=True)

    def _step(self, state: dict[str, Any], touched: list[str], deleted: list[str], start: int) -> None:
        first = not state["checkpoint_count"]
        changed = self._status("??", " M", "M ", "A ", "AM", "MM") if first else touched
        prompts = self.prompts(start)
        tip = self._tip(state)
        tree = self._tree(tip or self.world.repo.head, changed, deleted, self.folder)
        if tip and tree == self.world.git("rev-parse", f"{tip}^{{tree}}"):
            return
        subject = (prompts or ["Claude Code session updates"])[-1][:72]
        self._commit(state, tree, subject, self.folder)
        number = state["checkpoint_count"] = state["checkpoint_count"] + 1
        people = state.get("pending_prompt_attribution") or self._record(number)
        state["prompt_attributions"] = [*state.get("prompt_attributions", []), people]
        state["pending_prompt_attribution"] = None
        state["files_touched"] = sorted({*state.get("files_touched", []), *touched, *deleted})
        state["token_usage"] = added(state.get("token_usage"), self.usage(start))

    # Shadow commits.

    def shadow(self, state: dict[str, Any]) -> str:
        return f"entire/{state['base_commit'][:7]}-e3b0c4"

    def _tip(self, state: dict[str, Any]) -> str:
        return self.world.git("for-each-ref", "--format=%(objectname)", f"refs/heads/{self.shadow(state)}")

    def _commit(self, state: dict[str, Any], tree: str, subject: str, folder: str) -> None:
        tip = self._tip(state)
        message = f"{subject}\n\nEntire-Metadata: {folder}\nEntire-Session: {self.session_id}\n"
        message += "Entire-Strategy: manual-commit\n"
        commit = self._git("commit-tree", tree, *(("-p", tip) if tip else ()), text=message)
        self.world.git("update-ref", f"refs/heads/{self.shadow(state)}", commit)

    def _tree(self, base: str, changed: list[str], deleted: list[str], folder: str) -> str:
        """The base tree with files as they are on disk: bytes without filters, missing ones removed."""
        self._git("read-tree", base)
        metadata = self.world.file(folder) if folder else None
        inner = [p for p in sorted(metadata.rglob("*")) if p.is_file()] if metadata is not None else []
        rows = [f"0 {'0' * 40}\t{path}" for path in deleted]
        for path in [*changed, *(str(p.relative_to(self.root)) for p in inner)]:
            if self.world.file(path).is_file():
                blob = self._git("hash-object", "-w", "--no-filters", path)
                rows.append(f"100644 {blob}\t{path}")
            elif not self.world.file(path).exists():
                rows.append(f"0 {'0' * 40}\t{path}")
        self._git("update-index", "--add", "--index-info", text="".join(f"{row}\n" for row in rows))
        return self._git("write-tree")

    def _git(self, *words: str, text: str = "") -> str:
        env = self.env | {"GIT_INDEX_FILE": str(self.world.repo.path / ".git" / "reference.index")}
        done = subprocess.run(
            ["git", *words], cwd=self.root, env=env, input=text, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def _metadata(self, start: int) -> None:
        folder = Path(self.root) / self.folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "full.jsonl").write_text("".join(f"{line}\n" for line in self.lines()))
        (folder / "prompt.txt").write_text("\n\n---\n\n".join(self.prompts(start)))
        (folder / "summary.txt").write_text(self.last_answer)

    # Condensing.

    def condense(self, files: list[str]) -> str:
        """What its hooks do in a commit of these files: returns the checkpoint that HEAD now names."""
        checkpoint_id, state = os.urandom(6).hex(), self.state()
        self.world.git("add", *files)
        self.world.git(
            "-c",
            "core.hooksPath=/dev/null",
            "commit",
            "--quiet",
            "-m",
            f"work\n\nEntire-Checkpoint: {checkpoint_id}",
        )
        start, total = state["checkpoint_transcript_start"], len(self.lines())
        usage = self.usage(start if 0 < start < total else 0)
        self.write_checkpoint(checkpoint_id, state, files, usage)
        shadow, tip = self.shadow(state), self._tip(state)
        left = [path for path in state.get("files_touched", []) if path not in files]
        head = self.world.repo.head
        state |= {"base_commit": head, "attribution_base_commit": head, "checkpoint_count": 0}
        state |= {
            "checkpoint_transcript_start": total,
            "files_touched": [],
            "last_checkpoint_id": checkpoint_id,
        }
        state |= {"prompt_attributions": [], "pending_prompt_attribution": None}
        if state["phase"] == "active":
            state["turn_checkpoint_ids"] = [*state.get("turn_checkpoint_ids", []), checkpoint_id]
        if left:
            self._commit(state, self._tree(head, left, [], ""), CARRY, "")
            state |= {"files_touched": left, "checkpoint_count": 1, "checkpoint_transcript_start": 0}
            state["last_checkpoint_id"] = ""
        self.save(state)
        if tip:
            self.world.git("branch", "-D", shadow)
        return checkpoint_id

    def write_checkpoint(
        self, checkpoint_id: str, state: dict[str, Any], files: list[str], usage: dict[str, int], **more: Any
    ) -> None:
        """Slot 0 of a checkpoint, as 5.2 to 5.6 lay it out."""
        folder = f"{checkpoint_id[:2]}/{checkpoint_id[2:]}"
        common = {"cli_version": "0.5.1", "checkpoint_id": checkpoint_id}
        slot = common | {
            "session_id": self.session_id, "strategy": "manual-commit", "created_at": now(), "branch": "main",
            "checkpoints_count": state.get("checkpoint_count", 0), "files_touched": files,
            "agent": self.agent_type, "token_usage": usage,
        }  # fmt: skip
        start = state.get("checkpoint_transcript_start", 0)
        if start:
            slot |= {"checkpoint_transcript_start": start, "transcript_lines_at_start": start}
        names = {"metadata": "metadata.json", "transcript": "full.jsonl", "context": "context.md",
                 "content_hash": "content_hash.txt", "prompt": "prompt.txt"}  # fmt: skip
        paths = {key: f"/{folder}/0/{name}" for key, name in names.items()}
        root = common | {
            "strategy": "manual-commit", "branch": "main", "checkpoints_count": slot["checkpoints_count"],
            "files_touched": files, "sessions": [paths], "token_usage": usage,
        }  # fmt: skip
        text = "".join(f"{line}\n" for line in self.lines())
        put_on_branch(self.world, {
            f"{folder}/metadata.json": json.dumps(root, indent=2) + "\n",
            f"{folder}/0/metadata.json": json.dumps(slot | more, indent=2) + "\n",
            f"{folder}/0/full.jsonl": text,
            f"{folder}/0/prompt.txt": "\n\n---\n\n".join(self.prompts(0)),
        }, f"Checkpoint: {checkpoint_id}\n\nEntire-Session: {self.session_id}\n"
           "Entire-Strategy: manual-commit\n")  # fmt: skip

    # What it sees of the work tree and the transcript.

    def untracked(self) -> list[str]:
        return self._status("??")

    def _status(self, *codes: str) -> list[str]:
        rows = self.world.git(
            "--no-optional-locks", "status", "--porcelain", "-uall", "--no-renames"
        ).splitlines()
        found = [row[3:] for row in rows if row[:2] in codes]
        return [path for path in found if path != ".entire" and not path.startswith(".entire/")]

    def lines(self) -> list[str]:
        path = Path(self.transcript)
        return path.read_text().splitlines() if path.exists() else []

    def _records(self, start: int = 0) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines()[start:]]

    def _last_uuid(self) -> str:
        return str(self._records()[-1]["uuid"])

    def prompts(self, start: int = 0) -> list[str]:
        users = (record["message"]["content"] for record in self._records(start) if record["type"] == "user")
        return [content for content in users if isinstance(content, str)]

    def modified(self, start: int = 0) -> list[str]:
        blocks = (
            b for r in self._records(start) if r["type"] == "assistant" for b in r["message"]["content"]
        )
        names = (b["input"]["file_path"] for b in blocks if b.get("name") in ("Write", "Edit"))
        return list(dict.fromkeys(os.path.relpath(name, self.root) for name in names))

    def usage(self, start: int = 0) -> dict[str, int]:
        """Per answer the row with the most output; then the sum."""
        rows = {
            r["message"]["id"]: r["message"]["usage"]
            for r in self._records(start)
            if r["type"] == "assistant"
        }
        total = {ours: sum(row[theirs] for row in rows.values()) for ours, theirs in USAGE.items()}
        return total | {"api_call_count": len(rows)}

    def _people(self, state: dict[str, Any]) -> dict[str, Any]:
        """What people changed since the last step, per file (8.2)."""
        found = self._record(state["checkpoint_count"] + 1)
        against = self._tip(state) or state["base_commit"]
        per_file: dict[str, int] = {}
        for path in self._status("??", " M", "M ", "MM", " D", "D "):
            there = self.world.run("git", "show", f"{against}:{path}", check=False)
            file = self.world.file(path)
            plus, minus = counts(
                there.stdout if not there.returncode else "", file.read_text() if file.exists() else ""
            )
            found["user_lines_added"] += plus
            found["user_lines_removed"] += minus
            if plus:
                per_file[path] = plus
        return found | ({"user_added_per_file": per_file} if per_file else {})

    @staticmethod
    def _record(number: int) -> dict[str, Any]:
        names = ("user_lines_added", "user_lines_removed", "agent_lines_added", "agent_lines_removed")
        return {"checkpoint_number": number, **dict.fromkeys(names, 0)}


def counts(old: str, new: str) -> tuple[int, int]:
    """Lines added and removed."""
    rows = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    return sum(row.startswith("+ ") for row in rows), sum(row.startswith("- ") for row in rows)


def added(a: dict[str, int] | None, b: dict[str, int]) -> dict[str, int]:
    return {key: (a or {}).get(key, 0) + value for key, value in b.items()}


def put_on_branch(world: World, files: dict[str, str], message: str) -> None:
    """Commit files to the checkpoints branch, as another program does."""
    env = world.env | {"GIT_INDEX_FILE": str(world.repo.path / ".git" / "put.index")}

    def git(*words: str, text: str = "", check: bool = True) -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=world.repo.path,
            env=env,
            input=text,
            capture_output=True,
            text=True,
            check=check,
        )
        return done.stdout.strip()

    tip = git("rev-parse", "--verify", "--quiet", f"refs/heads/{BRANCH}", check=False)
    git("read-tree", *((tip,) if tip else ("--empty",)))
    for path, content in files.items():
        git(
            "update-index",
            "--add",
            "--cacheinfo",
            f"100644,{git('hash-object', '-w', '--stdin', text=content)},{path}",
        )
    commit = git("commit-tree", git("write-tree"), *(("-p", tip) if tip else ()), text=message)
    git("update-ref", f"refs/heads/{BRANCH}", commit)
    os.unlink(env["GIT_INDEX_FILE"])
