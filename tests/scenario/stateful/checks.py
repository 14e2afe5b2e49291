"""What always holds, whatever people and agents do: no work and no conversation is ever lost."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis.stateful import invariant
from tests.scenario.stateful.facts import Slot, usage
from tests.scenario.stateful.model import ALL, Claim, Model, Session
from tests.scenario.stateful.owners import blamed, recorded

ANSWER = (12, 340, 2900, 85, 1)  # what one answer of the stand-in uses


class Checked(Model):
    """The model, compared with the repository after every step."""

    @contextmanager
    def only_hooks(self) -> Iterator[None]:
        """What happens here is our doing alone: the user's refs, index and files stay as they are."""
        before = self.facts.theirs(), self.facts.status(), self.disk()
        yield
        assert (self.facts.theirs(), self.facts.status(), self.disk()) == before

    @contextmanager
    def moving(self, *refs: str) -> Iterator[None]:
        """A git command that moves these refs of the user's, and no other."""
        before = self.facts.theirs()
        yield
        after = self.facts.theirs()
        moved = {name for name in before | after if before.get(name) != after.get(name)}
        assert moved <= set(refs), moved

    @contextmanager
    def no_checkpoint(self) -> Iterator[None]:
        """What happens here makes no checkpoint and changes none, but for what is to be made good."""
        before = {key: slot.metadata for key, slot in self.seen_slots().items()}
        yield
        after = {key: slot.metadata for key, slot in self.seen_slots().items()}
        assert after == before or self.any_killed()

    def seen_slots(self) -> dict[tuple[str, str], Slot]:
        self.slots = self.main.facts.slots(self.step, self.slots)
        return self.slots

    @invariant()
    def holds(self) -> None:
        self.seen_slots()
        stay = self.here
        for place in self.places:
            self.here = place
            self.hooks_did_not_fail()
            self.nothing_is_lost()
        self.here = stay
        self.conversations_are_reachable()
        self.links_lead_somewhere()
        self.tokens_are_counted_once()
        self.nobody_is_wrongly_named()

    def any_killed(self) -> bool:
        return any(place.killed for place in self.places)

    def is_tracked(self, claim: Claim) -> bool:
        owners = [self.by_id[claim.session_id]] if claim.named else list(self.by_id.values())
        return any(
            claim.path in self.facts.touched(owner.agent.session_id)
            or (owner.place is self.here and owner.names(claim.path))
            for owner in owners
        )

    def is_covered(self, claim: Claim) -> bool:
        """Whether a commit that contains it has a checkpoint that says so."""
        return any(
            claim.path in slot.metadata.get("files_touched", [])
            and max(slot.step, self.amended.get(slot.checkpoint, 0)) >= claim.step
            for (_, session_id), slot in self.slots.items()
            if session_id == claim.session_id or not claim.named
        )

    def nothing_is_lost(self) -> None:
        """Every file of a session is committed with a checkpoint, or still tracked, or was undone."""
        if self.here.killed:
            return
        now, head = self.disk(), self.facts.head(ALL)
        for claim in list(self.here.claims):
            here, committed = now[claim.path], head[claim.path]
            if here == claim.content != committed:
                assert self.is_tracked(claim), f"waits for a commit and is not tracked: {claim}"
            elif self.is_covered(claim):
                self.here.claims.remove(claim)  # also if another's version was committed, this one stashed
            elif self.is_stashed(claim.path, claim.content):
                assert self.is_tracked(claim), f"is stashed and is not tracked: {claim}"
            elif not claim.is_in(here):
                self.here.claims.remove(claim)  # undone, or replaced by a person
            elif here == committed:
                raise AssertionError(f"committed without a checkpoint: {claim}")
            else:
                assert self.is_tracked(claim), f"built upon by a person and not tracked: {claim}"

    def step_is_the_work_tree(self, session: Session) -> None:
        """After a turn, the last step has what the turn changed as it is now, deleted and moved files too."""
        state = self.facts.state(session.agent.session_id)
        worktree = hashlib.sha256(self.facts.worktree_id.encode()).hexdigest()[:6]
        branch = f"refs/heads/entire/{state.get('base_commit', '')[:7]}-{worktree}"
        if branch not in self.facts.refs():
            return
        now, stored = self.disk(), self.facts.tree(branch)
        for path in (*session.turn.named, *session.turn.shell):
            kept = self.facts.blob(stored[path]) if path in stored else None
            assert kept == now[path] or self.is_stashed(path, kept), f"{path}: {kept!r}, not {now[path]!r}"

    def conversations_are_reachable(self) -> None:
        """Also while a hook's work is still to be made good. The background may do it as we look."""
        wanted = [
            turn.prompt.encode()
            for session in self.by_id.values()
            for turn in session.turns[: len(session.turns) - session.active]
            if turn.kept
        ]
        missing = self.not_stored(wanted)
        if missing:
            shadows = self.facts.shadow_transcripts()
            self.seen_slots()
            assert not self.not_stored([text for text in missing if text not in shadows])

    def not_stored(self, texts: list[bytes]) -> list[bytes]:
        stored = [slot.transcript for slot in self.slots.values()]
        return [text for text in texts if not any(text in transcript for transcript in stored)]

    def links_lead_somewhere(self) -> None:
        """Every linked commit has a checkpoint, with the conversation that made it."""
        if self.any_killed():
            return
        for commit, checkpoint in self.facts.linked().items():
            assert any(slot.checkpoint == checkpoint for slot in self.slots.values()), (
                f"{commit[:7]} names {checkpoint}, which is not on the branch"
            )
        lost = self.main.facts.noted() - {checkpoint for checkpoint, _ in self.slots}
        assert not lost, f"notes name {lost}, which are not on the branch"
        for (checkpoint, session_id), slot in self.slots.items():
            prompts = self.asked[checkpoint][session_id]
            absent = [text for text in prompts if text.encode() not in slot.transcript]
            assert not absent, f"{checkpoint} of session {session_id[:2]} lacks {absent}"

    def nobody_is_wrongly_named(self) -> None:
        """Who wrote a line may be unknown, for a reason that is said; but a name that is given is right."""
        for record in {slot.lines for slot in self.slots.values()} - self.seen_records - {""}:
            found = list(recorded(self.main.facts, record))
            wrong = [said for said in found if said.is_wrong]
            assert not wrong, wrong
            unexplained = [said for said in found if not said.is_explained]
            assert not unexplained, unexplained
            self.seen_records.add(record)

    def blame_is_right(self, *paths: str) -> None:
        """The same, as `entire blame` finds it through all that became of the commits."""
        now = self.disk()
        for path in (path for path in self.facts.tree("HEAD", *paths) if now[path] is not None):
            wrong = [said for said in blamed(self.world, path) if said.is_wrong or not said.is_explained]
            assert not wrong, wrong

    def tokens_are_counted_once(self) -> None:
        for session_id, session in self.by_id.items():
            used = (*(session.answers * number for number in ANSWER), session.helped)
            records = [
                slot.metadata.get("token_usage")
                for (_, owner), slot in self.slots.items()
                if owner == session_id
            ]
            records.append(self.facts.state(session_id).get("token_usage"))
            counted = tuple(map(sum, zip(*map(usage, records), strict=True)))
            assert all(c <= u for c, u in zip(counted, used, strict=True)), f"{counted} of {used}: too much"
            if not session.active and not session.helpers and not self.any_killed():
                assert counted == used, f"session {session_id[:2]}: {counted} of {used}"

    def hooks_did_not_fail(self) -> None:
        errors = self.world.errors()
        assert not errors, errors

    def teardown(self) -> None:
        try:
            for place in self.places:
                place.world.entire("explain")
            self.background.wait()
            if self.step:
                for place in self.places:
                    place.world.check_sound()
                    self.here = place
                    if self.thorough:
                        self.blame_is_right(*ALL)
        finally:
            for place in self.places:
                place.facts.close()
            shutil.rmtree(self.folder)
