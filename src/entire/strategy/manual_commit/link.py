"""Linking a commit to its checkpoint: the trailer in the message."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.ids import new_checkpoint_id
from entire.core import log, terminal
from entire.core.settings import Settings
from entire.core.text import one_line
from entire.core.value import Value
from entire.git import diff, environment, message, sequence
from entire.git.objects import Objects
from entire.git.repository import Repository
from entire.session.state import UNKNOWN_AGENT, State
from entire.session.store import Store
from entire.strategy.manual_commit.work import gather, sessions_here

_LAST_PROMPT_LENGTH = 80


class How:
    """What to do with a commit message."""

    NOTHING = "nothing"
    APPEND = "append"  # the bare trailer
    EXPLAIN = "explain"  # the trailer with comment lines, for a person in an editor


class Facts(Value):
    """What the decision depends on."""

    source: str  # git's word: "", message, template, merge, squash, commit
    linked: bool  # the message has a checkpoint already
    replaying: bool  # rebase, cherry-pick, revert
    has_work: bool  # a session's work is in this commit
    amended_id: str = ""  # checkpoint of the commit that is being amended
    declined: bool = False  # the person said no


class Decision(Value):
    how: str
    checkpoint_id: str = ""  # to keep; a new one is made when empty


def decide(facts: Facts) -> Decision:
    """Pure: whether and how the commit gets a trailer."""
    if facts.linked or facts.replaying or facts.source in ("merge", "squash"):
        return Decision(How.NOTHING)
    if facts.source == "commit":
        if facts.amended_id:
            return Decision(How.APPEND, facts.amended_id)
        return Decision(How.APPEND if facts.has_work else How.NOTHING)
    if not facts.has_work or facts.declined:
        return Decision(How.NOTHING)
    return Decision(How.APPEND if facts.source == "message" else How.EXPLAIN)


def prepare_commit_msg(repo: Repository, store: Store, settings: Settings, path: str, source: str) -> None:
    """The prepare-commit-msg hook: gather, decide, write the message."""
    text = message.read(path)
    linked = bool(trailers.checkpoint_ids(text))
    early = decide(Facts(source, linked, sequence.in_progress(repo), has_work=True))
    if early.how == How.NOTHING:
        return
    with store.lock():
        states = sessions_here(store, repo)
        working = _with_work(repo, store, states) if states else []
        amended = _amended_id(repo, states) if source == "commit" else ""
    declined = bool(working) and source == "message" and not _wanted(repo, settings, working[0])
    decision = decide(Facts(source, linked, False, bool(working), amended, declined))
    if decision.how == How.NOTHING:
        return
    checkpoint_id = decision.checkpoint_id or new_checkpoint_id()
    trailer = trailers.format_checkpoint(checkpoint_id)
    if source == "message":
        message.write(path, message.append_trailer(repo, text, trailer))
    else:
        notes = _notes(working[0]) if decision.how == How.EXPLAIN else []
        message.write(path, message.insert_trailer(repo, text, trailer, notes))
    log.info("commit linked", component="checkpoint", checkpoint_id=checkpoint_id, source=source)


def _with_work(repo: Repository, store: Store, states: list[State]) -> list[State]:
    """The sessions whose work the commit in progress contains."""
    at_terminal = terminal.has_tty()
    with Objects(repo) as objects:
        staged = {change.path: change for change in diff.staged_changes(repo, environment.commit_index())}
        works = [gather(repo, objects, store, state, staged, at_terminal=at_terminal) for state in states]
    return [work.state for work in works if work.overlap]


def _amended_id(repo: Repository, states: list[State]) -> str:
    """The checkpoint of HEAD, where its message no longer says."""
    with Objects(repo) as objects:
        head = objects.commit("HEAD")
    if head is None:
        return ""
    found = (s.last_checkpoint_id for s in states if s.base_commit == head.oid and s.last_checkpoint_id)
    return next(found, "")


def _wanted(repo: Repository, settings: Settings, state: State) -> bool:
    """Ask, where the team wants to be asked and somebody is there to answer."""
    if settings.commit_linking != "prompt" or not terminal.has_tty():
        return True
    agent = state.agent_type or UNKNOWN_AGENT
    answer = terminal.ask(f"Link this commit to the {agent} conversation? [Y/n/always] ")
    if answer == "a":
        _remember_always(repo)
    return answer != "n"


def _remember_always(repo: Repository) -> None:
    from entire.core import settings as files

    local = files.load_file(repo.worktree, files.LOCAL_FILE) or files.Settings()
    local.commit_linking = "always"
    files.save(repo.worktree, files.LOCAL_FILE, local)


def _notes(state: State) -> list[str]:
    agent = state.agent_type or UNKNOWN_AGENT
    notes = [f"The line above links this commit to your {agent} conversation. Delete it to keep them apart;"]
    prompt = one_line(state.last_prompt or state.first_prompt, _LAST_PROMPT_LENGTH)
    notes.append("the conversation then waits for the next commit.")
    return notes + ([f"Last prompt: {prompt}"] if prompt else [])


def commit_msg(repo: Repository, path: str) -> None:
    """The commit-msg hook: a message that holds nothing but our trailer is emptied, so that git stops."""
    text = message.read(path)
    if not trailers.checkpoint_ids("\n" + text):
        return
    comment = message.comment_char(repo)
    if only_trailer(text, comment):
        kept = [line for line in text.split("\n") if not line.strip().startswith(f"{trailers.CHECKPOINT}:")]
        message.write(path, "\n".join(kept))


def only_trailer(text: str, comment: str) -> bool:
    """Pure: whether nothing of a message is the user's own."""
    lines = (line.strip() for line in text.split("\n"))
    return all(not line or line.startswith((comment, f"{trailers.CHECKPOINT}:")) for line in lines)
