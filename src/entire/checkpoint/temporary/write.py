"""Write temporary checkpoints: code and conversation on a shadow branch."""

from __future__ import annotations

from entire.checkpoint import segments, trailers, wording
from entire.checkpoint.branch import advance
from entire.checkpoint.names import is_shadow_branch, shadow_ref
from entire.checkpoint.segments import Transcript
from entire.checkpoint.temporary.snapshots import Ownership, Row, last_snapshot, row_tree
from entire.checkpoint.temporary.task import Task, task_files
from entire.core import paths
from entire.core.errors import EntireError
from entire.core.settings import DEFAULT_STRATEGY
from entire.core.value import Value
from entire.git import refs
from entire.git.errors import EmptyRepository, RefChanged
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content as worktree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class WriteTemporaryOptions(Value):
    """One step of a session."""

    session_id: str
    base_commit: str  # names the branch, together with the worktree
    worktree_id: str
    head: str  # commit whose tree a new branch starts from
    subject: str  # made from a prompt; redacted here
    author: Author
    paths: Sequence[str] = ()  # changed, new and deleted files
    missing: Mapping[str, str] = {}  # changed files that are not stored, with the reasons
    modes: Mapping[str, str] = {}  # those that git reported
    metadata_files: Mapping[str, bytes] = {}  # name below the session's directory → redacted content
    transcript: Transcript | None = None
    metadata_dir: str | None = None  # for the trailer; None is the session's directory
    strategy: str = DEFAULT_STRATEGY
    base: str = ""  # the commit that the code is based on, for the trailer
    base_changes: Sequence[Change] = ()  # the difference between that commit and the previous step's
    ownership: Ownership | None = None


class WriteTemporaryTaskOptions(Value):
    """One step of a subagent."""

    session_id: str
    base_commit: str
    worktree_id: str
    head: str
    subject: str
    author: Author
    task: Task
    paths: Sequence[str] = ()
    missing: Mapping[str, str] = {}
    modes: Mapping[str, str] = {}
    transcript: Transcript | None = None  # of the session
    strategy: str = DEFAULT_STRATEGY
    base: str = ""
    base_changes: Sequence[Change] = ()
    ownership: Ownership | None = None


class WriteTemporaryResult(Value):
    commit_hash: str  # of the step, or of the previous one if nothing changed
    skipped: bool
    transcript_oids: tuple[str, ...]  # blobs of the transcript's segments, in order, at least the sealed ones
    before: str = ""  # the tree before the step: the last step's, or HEAD's
    people_tree: str = ""  # the same with people's changes before the turn; empty if there were none
    lacks: tuple[str, ...] = ()  # files that exist, but could not be stored


def write_temporary(
    repo: Repository, objects: Objects, options: WriteTemporaryOptions
) -> WriteTemporaryResult:
    """Add a step to the shadow branch, unless its tree equals the last one's."""
    directory = paths.session_metadata_dir(options.session_id)
    named = directory if options.metadata_dir is None else options.metadata_dir
    message = trailers.format_step(
        wording.subject(options.subject), named, options.session_id, options.strategy, options.base
    )
    files = {f"{directory}/{_check_name(name)}": data for name, data in options.metadata_files.items()}
    return _Step(repo, objects, options, message, files).write(deduplicate=True)


def write_temporary_task(
    repo: Repository, objects: Objects, options: WriteTemporaryTaskOptions
) -> WriteTemporaryResult:
    """Add a subagent's step to the shadow branch, even if its tree equals the last one's."""
    options.task.check()
    directory = paths.task_metadata_dir(
        paths.session_metadata_dir(options.session_id), options.task.tool_use_id
    )
    message = trailers.format_task_step(
        wording.subject(options.subject), directory, options.session_id, options.strategy, options.base
    )
    content = task_files(options.task, options.session_id, committed=False)
    files = {f"{directory}/{name}": data for name, data in content.items()}
    return _Step(repo, objects, options, message, files).write(deduplicate=False)


def _check_name(name: str) -> str:
    if any(part in ("", ".", "..") for part in name.split("/")):
        raise EntireError(f"invalid file name in a session's directory: {name[:100]!r}")
    return name


class _Step(Value):
    """A step to write on any tip that the branch may have by then."""

    repo: Repository
    objects: Objects
    options: WriteTemporaryOptions | WriteTemporaryTaskOptions
    message: str
    files: dict[str, bytes]  # tree path → content

    def write(self, *, deduplicate: bool) -> WriteTemporaryResult:
        ref = shadow_ref(self.options.base_commit, self.options.worktree_id)
        result = WriteTemporaryResult("", False, ())

        def build(tip: Commit | None) -> str | None:
            nonlocal result
            tree, result = self._import(tip)
            known = tip is not None and trailers.lacks(tip.message) == list(result.lacks)
            if deduplicate and known and tip is not None and tree == tip.tree:
                result = result.replace(commit_hash=tip.oid, skipped=True)
                return None
            return result.commit_hash

        advance(self.repo, self.objects, ref, build, repair=False)
        return result

    def _import(self, tip: Commit | None) -> tuple[str, WriteTemporaryResult]:
        """Write the step's tree and return it with the result for the caller."""
        options = self.options
        base = tip or self.objects.commit(options.head)
        if base is None:
            raise EmptyRepository
        with Writer(self.repo, self.objects) as writer:
            if tip is None and options.transcript is not None:  # a new branch refers to all of its segments
                writer.look_for(part for part in options.transcript.parts if isinstance(part, str))
            changes = list(options.base_changes)
            stored = worktree.snapshot(self.repo, writer, options.paths, dict(options.modes))
            lacks = sorted({*options.missing, *worktree.not_stored(options.paths, stored)})
            changes += stored
            changes += [Change(path, FILE_MODE, writer.blob(data)) for path, data in self.files.items()]
            oids: tuple[str, ...] = ()
            if options.transcript is not None:
                oids, kept = segments.store_step(writer, options.transcript)
                changes += self._transcript_changes(base, kept)
            identity, tree = options.author.identity(), base.tree
            parents: tuple[str, ...] = (tip.oid,) if tip else ()
            people = ""
            if options.ownership is not None:
                end, earlier = last_snapshot(self.objects, tip), options.ownership.earlier
                begins = row_tree(self.objects, tip, end, base.tree)
                row = Row(writer, end, begins, options.base, identity, earlier)
                parents = parents or (row.end,)
                row_end = row.add(options.ownership, changes)
                if not options.ownership.apart and row.starts_at(tree):
                    tree, changes = row_end, []
                parents += (row.end,)
                people = row.people_tree
            message = self.message + trailers.format_lacks(lacks)
            commit, tree = writer.commit(changes, message, identity, parents=parents, tree=tree)
        return tree, WriteTemporaryResult(commit, False, oids, base.tree, people, tuple(lacks))

    def _transcript_changes(self, base: Commit, oids: tuple[str, ...]) -> list[Change]:
        directory = paths.session_metadata_dir(self.options.session_id)
        entry = self.objects.entry(base.tree, directory)
        entries = self.objects.tree(entry.oid) if entry is not None and entry.is_tree else {}
        return segments.replace(directory, entries, oids)


def delete_shadow_branch(repo: Repository, name: str, expected: str) -> bool:
    """Delete a shadow branch if its tip is still ``expected``; return whether it existed.

    Raises RefChanged if it was moved meanwhile.
    """
    if not is_shadow_branch(name):
        raise EntireError(f"not a shadow branch: {name[:100]!r}")
    try:
        refs.update(repo, refs.Update(refs.BRANCHES + name, expected, None))
    except RefChanged:
        if refs.resolve(repo, refs.BRANCHES + name) is None:
            return False
        raise
    return True
