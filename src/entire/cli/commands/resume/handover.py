"""`entire resume --with AGENT`: the conversation goes to another agent."""

from __future__ import annotations

import os
import shlex

from entire.agent import conversation, registry
from entire.agent.handover import document, messages, writer
from entire.agent.handover.document import Origin
from entire.agent.protocol import Agent
from entire.cli.commands.resume.facts import DOCUMENT, HANDED_OVER, Continued, Resumed
from entire.core import files
from entire.core.errors import EntireError
from entire.core.paths import TMP_DIR, is_infrastructure, to_relative
from entire.core.text import count
from entire.git.repository import Repository
from entire.git.worktree import own_settings, status
from entire.redact import redact_text
from entire.session.store import Store
from entire.strategy import registry as strategies
from entire.strategy.resume import handed_over
from entire.transcript import reader

_PROMPT = "ENTIRE-PROMPT"  # stands for the prompt in a command


def hand_over(
    repo: Repository, found: Resumed, agent: Agent, *, as_document: bool
) -> tuple[Resumed, list[str]]:
    """Hand over the most recent conversation. Returns what was done, and what to run."""
    source = found.sessions[-1]
    heard = conversation.entries(files.read_or_empty(source.transcript), source.agent)
    talk = messages.of(heard, redact_text)
    if not talk.messages:
        raise EntireError("the conversation has no messages to hand over")
    native = None if as_document else writer.writer_of(agent)
    if native is None:
        return _as_document(repo, found, source, agent, talk)
    session_id = native.new_session_id()
    first = talk.messages[0]
    note = f"(This conversation was begun with {source.agent}; calls of its tools are shown as text.)"
    handed = [first._replace(text=f"{note}\n\n{first.text}"), *talk.messages[1:]]
    content = native.new_transcript(handed, session_id, repo.worktree)
    path = handed_over.place(repo, agent, session_id, content)
    strategy = strategies.get(own_settings.load(repo).settings.strategy)
    store = Store(repo)
    with store.lock():
        handed_over.begin(
            strategy, repo, store, agent, session_id, path, talk.prompts[-1] if talk.prompts else ""
        )
    command = agent.resume_command(session_id)
    one = source._replace(
        session_id=session_id,
        agent=agent.TYPE,
        status=HANDED_OVER,
        transcript=path,
        command=command,
        backup="",
    )
    return _done(found, one, _lost(talk, source, agent)), shlex.split(command)


def _done(found: Resumed, one: Continued, note: str) -> Resumed:
    return found._replace(sessions=[one], notes=[*found.notes, note])


def _lost(talk: messages.Conversation, source: Continued, agent: Agent) -> str:
    """What is lost in translation."""
    missing = ["what tools returned", "reasoning and images"]
    if talk.calls:
        missing.insert(0, f"the arguments of {count(talk.calls, 'tool call')} (shown as text)")
    if talk.left_out:
        missing.append(f"{count(talk.left_out, 'message')} in the middle")
    if talk.shortened:
        missing.append(f"the middle of {count(talk.shortened, 'long message')}")
    handed = count(len(talk.messages), "message")
    return f"Handed over {handed} from {source.agent} to {agent.TYPE}, without {', '.join(missing)}."


def _as_document(
    repo: Repository, found: Resumed, source: Continued, agent: Agent, talk: messages.Conversation
) -> tuple[Resumed, list[str]]:
    text = document.write(talk, _origin(repo, found, source))
    files.make_private_dir(repo.worktree, TMP_DIR)
    relative = f"{TMP_DIR}/handover-{source.session_id[:8]}.md"
    files.write_atomic(repo.path(relative), text.encode())
    one = source._replace(
        agent=agent.TYPE,
        status=DOCUMENT,
        transcript=repo.path(relative),
        command=_command(agent, relative),
        backup="",
    )
    handed = count(len(talk.messages), "message")
    note = f"Handed over a summary of {handed} from {source.agent}, not the messages: {relative}"
    return _done(found, one, note), agent.start_command(text)


def _command(agent: Agent, path: str) -> str:
    """A line for the shell that starts the client with the document."""
    words = agent.start_command(_PROMPT)
    content = f"$(cat {shlex.quote(path)})"
    return " ".join(
        f'"{word.replace(_PROMPT, content)}"' if _PROMPT in word else shlex.quote(word) for word in words
    )


def _origin(repo: Repository, found: Resumed, source: Continued) -> Origin:
    known = registry.by_stored_type(source.agent)
    facts = reader.facts_of(source.transcript, known) if known is not None else None
    named = [
        path
        for name in (facts.files if facts is not None else ())
        if (path := to_relative(name, repo.worktree))
    ]
    now = status.read(repo)
    changed = [entry.path for entry in now.changed if not is_infrastructure(entry.path)]
    return Origin(
        source.agent,
        source.session_id,
        found.branch,
        found.checkpoint_ids,
        list(dict.fromkeys(path for path in named if os.path.lexists(repo.path(path)))),
        changed,
    )
