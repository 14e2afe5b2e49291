"""Tokens and costs of the recorded conversations of all agents, against an independent reading of them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from tests.cli.conftest import Stage, run
from tests.numbers.readings import DATA, RECORDED, Numbers, conversations, spent

from entire.agent import registry
from entire.checkpoint.segments import Transcript
from entire.transcript.usage import TokenUsage

# Dollars per million tokens: input, cache reads, output. Cache writes have the same price for any time.
PRICE = (Fraction("3"), Fraction("0.3"), Fraction("15"))
WRITE = Fraction("3.75")


def droid() -> tuple[bytes, Numbers, str]:
    """Its tokens are next to the transcript, which names the model."""
    folder = DATA / "factoryai_droid" / "transcripts"
    used = json.loads((folder / "one_turn.settings.json").read_text())["inclusiveTokenUsage"]
    keys = ("inputTokens", "cacheCreationTokens", "cacheReadTokens", "outputTokens")
    a, b, c, d = (used[key] for key in keys)
    return (folder / "one_turn.jsonl").read_bytes(), (a, b, c, d), "custom:lab-model-0"


def test_all_agents(stage: Stage, tmp_path: Path) -> None:
    truth: dict[str, dict[str, Numbers]] = {}
    rows = []
    for name in RECORDED:
        data = max(map(Path.read_bytes, conversations(name)), key=len)
        truth[name] = spent(name, data)
        [(model, numbers)] = truth[name].items()
        rows.append((name, data, numbers, model))
    data, numbers, model = droid()
    truth["factoryai-droid"] = {model: numbers}
    rows.append(("factoryai-droid", data, numbers, model))
    for place, (name, data, numbers, model) in enumerate(rows):
        id = f"{place:012x}"
        agent = registry.by_name(name)
        usage = TokenUsage(
            input_tokens=numbers[0],
            cache_creation_tokens=numbers[1],
            cache_read_tokens=numbers[2],
            output_tokens=numbers[3],
        )
        session = {
            "session_id": f"session-{place}",
            "agent": agent.TYPE,
            "model": model,
            "transcript": Transcript((data,), "sha256:0"),
            "token_usage": usage if name == "factoryai-droid" else None,
        }
        stage.checkpoint(id, session)
        stage.commit(f"By {name}", id)
    models = sorted({model for found in truth.values() for model in found})
    kinds = {
        "input": "3",
        "cache_read": "0.3",
        "output": "15",
        "cache_write_5m": "3.75",
        "cache_write_1h": "3.75",
    }
    table = tmp_path / "prices.json"
    table.write_text(json.dumps({"models": [{"names": models} | kinds]}))

    done = run(stage.work.path, "stats", "--by", "agent", "--json", "--prices", str(table))
    found = {row["name"]: row for row in json.loads(done.out)["rows"]}
    exact = Fraction(0)
    for name, used in truth.items():
        [(a, b, c, d)] = used.values()
        row = found[registry.by_name(name).TYPE]
        usage_row = row["token_usage"]
        assert (usage_row["input_tokens"], usage_row["cache_creation_tokens"]) == (a, b), name
        assert (usage_row["cache_read_tokens"], usage_row["output_tokens"]) == (c, d), name
        cost = a * PRICE[0] + b * WRITE + c * PRICE[1] + d * PRICE[2]
        assert row["cost"]["unknown_tokens"] == 0, name
        assert abs(row["cost"]["microdollars"] - cost) <= Fraction(1, 2), name
        exact += cost
    total = json.loads(done.out)["total"]
    assert abs(total["cost"]["microdollars"] - exact) <= Fraction(1, 2)
    assert len(found) == len(truth) + 1, "and people"
