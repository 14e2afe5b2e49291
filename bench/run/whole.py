"""A whole run, stage by stage."""

from __future__ import annotations

from functools import partial

from bench.cases import UNFELT
from bench.fixture.colleague import push_checkpoint
from bench.fixture.workshop import Workshop, settle
from bench.measured import Measured, Searched
from bench.plan import BASE, Plan, Point
from bench.run import counting, imports, redaction, storage, texts
from bench.run.agents import Agents
from bench.run.auto import AutoCommits
from bench.run.idle import IdleCommits
from bench.run.machine import describe
from bench.run.progress import Progress
from bench.run.pushing import Pushing
from bench.run.reading import Reading
from bench.run.results import Results
from bench.run.stage import interleave
from bench.run.tools import Tools
from bench.run.turns import Turns
from bench.run.unfelt import UnfeltCommits
from bench.run.web import Web

_UNFELT_SIZES = 2  # the smaller ones


def measure(plan: Plan, progress: Progress) -> Measured:
    results = Results()
    with Workshop() as workshop:
        turns = _hooks(plan, workshop, results, progress)
        searched = _reading(plan, [turns[point] for point in plan.reading], results, progress)
        _web([turns[plan.corner]], plan.few_rounds, results, progress)
        _pushing(plan, workshop, results, progress)
        progress.tell("bytes in .git")
        grounds = workshop.playground(BASE), workshop.playground(BASE)
        stored = storage.measure(*grounds, plan.stored, plan.commits)
        progress.tell("imports")
        imported = imports.measure(turns[BASE])
        progress.tell("redaction")
        redacted = redaction.measure(workshop.base / "long.jsonl", workshop.env, plan.redacted)
        machine = describe(workshop.base)
        progress.tell("cleaning up")
    return Measured(machine, progress.seconds, plan, results.rows(), redacted, stored, imported, searched)


def _hooks(plan: Plan, workshop: Workshop, results: Results, progress: Progress) -> dict[Point, Turns]:
    """Commits without and with a session, prompts, stops and tools; returns the sessions, still live."""
    grounds = {}
    for point in plan.points():
        progress.tell("repositories", f"{point.files:,} files, {point.checkpoints:,} checkpoints")
        grounds[point] = workshop.playground(point)
    settle(list(grounds.values()))
    idle = [IdleCommits(point, ground) for point, ground in grounds.items()]
    interleave("commits without a session", idle, plan.rounds, results, progress)
    unfelt = [
        UnfeltCommits(case, point, workshop.playground(point))
        for case in UNFELT
        for point in plan.along("files")[:_UNFELT_SIZES]
    ]
    interleave("commits without a session's work", unfelt, plan.rounds, results, progress)
    turns = {}
    for point, ground in grounds.items():
        progress.tell("sessions", f"{point.megabytes} MB")
        turns[point] = Turns(point, ground)
    interleave("turns and commits", list(turns.values()), plan.rounds, results, progress)
    tools = [Tools(turns[point]) for point in plan.tools]
    interleave("tools", tools, plan.few_rounds, results, progress)
    automatic = [AutoCommits(point, workshop.playground(point)) for point in plan.automatic]
    interleave("auto-commit", automatic, plan.few_rounds, results, progress)
    agents = [Agents(point, workshop.playground(point)) for point in plan.agents]
    interleave("agents", agents, plan.few_rounds, results, progress)
    return turns


def _reading(plan: Plan, turns: list[Turns], results: Results, progress: Progress) -> list[Searched]:
    stage, searched = "reading", []
    players = [Reading(each) for each in turns]
    for player in players:
        progress.tell(stage, "for the first time")
        player.first(results.both(stage, player.point, partial(counting.count, player.ground)))
        progress.tell(stage, "how much text there is")
        searched.append(texts.measure(player.point, player.ground))
    interleave(stage, players, plan.few_rounds, results, progress)
    return searched


def _web(turns: list[Turns], rounds: int, results: Results, progress: Progress) -> None:
    stage = "web"
    players = [Web(each) for each in turns]
    for player in players:
        progress.tell(stage, "for the first time")
        player.first(results.both(stage, player.point, player.count))
    interleave(stage, players, rounds, results, progress)


def _pushing(plan: Plan, workshop: Workshop, results: Results, progress: Progress) -> None:
    players = []
    for point in dict.fromkeys([BASE, plan.along("checkpoints")[-1]]):
        progress.tell("pushes", f"{point.checkpoints:,} checkpoints")
        remote = workshop.remote(point)
        meanwhile = partial(push_checkpoint, remote, workshop.env, workshop.template)
        players.append(Pushing(Turns(point, workshop.playground(point)), remote, meanwhile))
    interleave("pushes", players, plan.few_rounds, results, progress)
