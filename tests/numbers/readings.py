"""An independent reading of the recorded transcripts: tokens by model, straight from the JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
Numbers = tuple[int, int, int, int]  # input, cache writes, cache reads, output

# Agents by name: the folder of their recordings, and the pattern of their conversations.
RECORDED = {
    "claude-code": ("claude_code", "*/session.jsonl"),
    "codex": ("codex", "*/*.jsonl"),
    "gemini": ("gemini", "*/chats/*.jsonl"),
    "qwen": ("qwen", "*/chats/*.jsonl"),
    "copilot-cli": ("copilot_cli", "*.jsonl"),
    "opencode": ("opencode", "*/*.jsonl"),
    "pi": ("pi", "*/*.jsonl"),
}


def conversations(agent: str) -> list[Path]:
    folder, pattern = RECORDED[agent]
    return sorted((DATA / folder / "transcripts").glob(pattern))


def spent(agent: str, transcript: bytes) -> dict[str, Numbers]:
    """The sum of all answers by model; each answer counts once, as its last row says."""
    answers: dict[str, tuple[str, Numbers]] = {}
    for id, model, numbers in _READERS[agent]([json.loads(line) for line in transcript.splitlines()]):
        answers[id] = (model, numbers)
    found: dict[str, Numbers] = {}
    for model, numbers in answers.values():
        a, b, c, d = found.get(model, (0, 0, 0, 0))
        found[model] = (a + numbers[0], b + numbers[1], c + numbers[2], d + numbers[3])
    return {model: numbers for model, numbers in found.items() if any(numbers)}


Rows = Iterator[tuple[str, str, Numbers]]


def _claude(records: list[dict[str, Any]]) -> Rows:
    for one in records:
        if one["type"] == "assistant":
            m, u = one["message"], one["message"]["usage"]
            written, read = u["cache_creation_input_tokens"], u["cache_read_input_tokens"]
            yield m["id"], m["model"], (u["input_tokens"], written, read, u["output_tokens"])


def _codex(records: list[dict[str, Any]]) -> Rows:
    """By the running total, which only grows when an answer was counted."""
    model, last = "", 0
    for number, one in enumerate(records):
        payload = one.get("payload") or {}
        if one["type"] == "turn_context":
            model = payload["model"]
        elif payload.get("type") == "token_count" and payload.get("info"):
            total, u = payload["info"]["total_token_usage"], payload["info"]["last_token_usage"]
            if total["output_tokens"] > last:
                last = total["output_tokens"]
                read = u["cached_input_tokens"]
                yield str(number), model, (u["input_tokens"] - read, 0, read, u["output_tokens"])


def _gemini(records: list[dict[str, Any]]) -> Rows:
    for one in records:
        if one.get("type") == "gemini" and one.get("tokens"):
            t = one["tokens"]
            fresh = t["input"] - t["cached"] + t["tool"]
            yield one["id"], one["model"], (fresh, 0, t["cached"], t["output"] + t["thoughts"])


def _qwen(records: list[dict[str, Any]]) -> Rows:
    for one in records:
        u = one.get("usageMetadata") if one.get("type") == "assistant" else None
        if u:
            asked, read = u["promptTokenCount"], u.get("cachedContentTokenCount", 0)
            said, thought = u["candidatesTokenCount"], u.get("thoughtsTokenCount", 0)
            extra = thought if u["totalTokenCount"] == asked + said + thought else 0
            yield one["uuid"], one["model"], (asked - read, 0, read, said + extra)


def _copilot(records: list[dict[str, Any]]) -> Rows:
    for one in records:
        if one["type"] == "session.usage_record":
            u = one["data"]["usage"]
            read, written = u["cacheReadTokens"], u["cacheWriteTokens"]
            fresh = u["inputTokens"] - read - written
            yield u["apiCallId"], u["model"], (fresh, written, read, u["outputTokens"])
        elif one["type"] == "session.compaction_complete":
            u = one["data"]["compactionTokensUsed"]
            read, written = u["cacheReadTokens"], u["cacheWriteTokens"]
            fresh = u["inputTokens"] - read - written
            yield one["id"], u["model"], (fresh, written, read, u["outputTokens"])


def _opencode(records: list[dict[str, Any]]) -> Rows:
    for one in records:
        info = one.get("info") or {}
        if info.get("role") == "assistant" and info.get("tokens"):
            t = info["tokens"]
            output = t["output"] + t["reasoning"]
            yield info["id"], info["modelID"], (t["input"], t["cache"]["write"], t["cache"]["read"], output)
        elif one.get("tokens"):  # of version 2
            t = one["tokens"]
            output = t["output"] + t["reasoning"]
            yield one["id"], one["model"]["id"], (t["input"], t["cache"]["write"], t["cache"]["read"], output)


def _pi(records: list[dict[str, Any]]) -> Rows:
    for one in records:
        message = one.get("message") or {}
        if message.get("role") == "assistant":
            u = message["usage"]
            yield one["id"], message["model"], (u["input"], u["cacheWrite"], u["cacheRead"], u["output"])


_READERS = {
    "claude-code": _claude,
    "codex": _codex,
    "gemini": _gemini,
    "qwen": _qwen,
    "copilot-cli": _copilot,
    "opencode": _opencode,
    "pi": _pi,
}
