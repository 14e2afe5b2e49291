"""The shell scripts of our git hooks.

They exit without starting Python when there is nothing to do: no live session for the commit hooks (a session
is live while its state is directly in `entire-sessions/`), or none that has work in the commit
(`session/quiet.py`); nothing to push or refuse for a push. They keep
working when the program is uninstalled, and then run the hook that was there before, whose exit code counts.

Our block is between two comment lines and does not exit, so that lines which others add to the file run,
and stay when our block is removed (I8).

They call whatever `entire` is on PATH, which can be the reference: it refuses arguments beyond its own, so
the others are in the environment.
"""

from __future__ import annotations

from entire.core.errors import REFUSED
from entire.core.paths import (
    COMMITS_JOB,
    HOOK_ADDRESS,
    HOOK_COMMIT,
    LATER_FILE,
    LINKING_FILE,
    OWN_COMMIT,
    PERSON,
    REWRITTEN_FILE,
    SQUASHED_FILE,
    TEMPLATE_FILE,
    UNBORN,
    UNLINKED_FILE,
)
from entire.setup.hooks_dir import MARKER

END = "# End of Entire CLI hooks\n"
BACKUP_SUFFIX = ".pre-entire"

SHEBANG = "#!/bin/sh\n"
_HEAD = """\
# {marker}: {name}
# Links commits to the AI conversations that wrote them. Remove with: entire disable --uninstall
"""

_GIT_DIR = """\
gitdir=${GIT_DIR:-.git}
if [ -f "$gitdir" ]; then
    IFS= read -r line <"$gitdir"
    gitdir=${line#gitdir: }
fi
"""

_COMMON = """\
common=$gitdir
if [ -f "$common/commondir" ]; then
    IFS= read -r line <"$common/commondir"
    case $line in /*) common=$line ;; *) common=$common/$line ;; esac
fi
"""

# Sets `live` if this repository has a live session. Starts no process: a commit runs this three times.
_LIVE = """\
live=
for state in "$common"/entire-sessions/*.json; do
    [ -f "$state" ] && live=1
    break
done
[ -n "${{own}-}" ] && live=
"""

# Succeeds if no session has work in the commit; fails in doubt. Starts a process only if files wait.
_QUIET = """\
entire_quiet() {
    quiet=$common/entire-sessions/quiet
    [ -f "$quiet" ] || return 1
    case ${2-} in '' | message | template) ;; *) return 1 ;; esac
    for busy in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD rebase-merge rebase-apply sequencer SQUASH_MSG \\
        {squashed}; do
        [ -e "$gitdir/$busy" ] && return 1
    done
    for busy in "$gitdir/{linking}"*; do
        [ -e "$busy" ] && return 1
    done
    # Files that are written in the same moment can have the same time.
    [ -e "$gitdir/ORIG_HEAD" ] && [ ! "$quiet" -nt "$gitdir/ORIG_HEAD" ] && return 1
    [ -d "$common/reftable" ] && return 1
    while IFS= read -r line; do
        case $line in
        'This reverts commit '* | Entire-Checkpoint:*) return 1 ;;
        '#'*) break ;;
        esac
    done <"$1"
    here=
    [ "$gitdir" = "$common" ] || here=${gitdir##*/}
    number= there= before= after=
    set --
    while IFS= read -r line; do
        case $line in
        "sessions "*) number=${line#sessions } ;;
        "before "*) before=${line#before } ;;
        "after "*) after=${line#after } ;;
        "session "*) session=${line#session } ;;
        "transcript "*) [ "${line#transcript }" -nt "$common/entire-sessions/$session.cursor" ] && return 1 ;;
        "worktree "*) there=${line#worktree } ;;
        "file "*)
            [ "$there" = "$here" ] || continue
            [ -e "${line#file }" ] || return 1
            set -- "$@" "${line#file }"
            ;;
        *) return 1 ;;
        esac
    done <"$quiet"
    count=0
    for state in "$common"/entire-sessions/*.json; do
        [ "$state" -nt "$quiet" ] && return 1
        session=${state##*/}
        [ "$before${session%.json}$after" -nt "${state%json}cursor" ] && return 1
        count=$((count + 1))
    done
    [ "$count" = "$number" ] || return 1
    [ $# -eq 0 ] && return 0
    # HEAD moved since, and post-commit did not see it.
    if [ -e "$gitdir/logs/HEAD" ] && [ ! "$quiet" -nt "$gitdir/logs/HEAD" ]; then
        [ -e "$gitdir/{unlinked}" ] && [ ! "$gitdir/logs/HEAD" -nt "$gitdir/{unlinked}" ] || return 1
    fi
    git --literal-pathspecs diff-index --cached --quiet HEAD -- "$@" 2>/dev/null
}
"""

# Sets `head` to the commit that HEAD is. Starts a process only if the ref is packed, or in a reftable.
_READ_HEAD = """\
entire_head() {
    IFS= read -r head <"$gitdir/HEAD" || head=
    ref=$common/${head#ref: }
    case $head in 'ref: '*) head= ;; esac
    [ -n "$head" ] || [ ! -f "$ref" ] || IFS= read -r head <"$ref" || head=
    case $head in '' | *[!0-9a-f]*) head=$(git rev-parse --verify --quiet HEAD) || head={unborn} ;; esac
}
"""

_COMMANDS = {
    # If the file is still there, post-commit knows that we did not finish. Its name says which commit HEAD
    # was: the next commit can begin before our post-commit runs. With `:` instead of `true`, a read-only
    # folder would end the script.
    "prepare-commit-msg": _QUIET
    + _READ_HEAD
    + """\
if [ -n "$live" ] && entire_quiet "$@" && [ ! -p "$gitdir/{unlinked}" ] &&
    { echo nothing >"$gitdir/{unlinked}"; } 2>/dev/null; then
    live=
fi
if [ -n "$live" ]; then
    entire_head
    mark=$gitdir/{linking}.$head
    # Nobody has looked after a commit that was made from here: its file is kept under another name.
    [ ! -s "$mark" ] || { read -r made who <"$mark" && mv -f "$mark" "$mark.$made"; } 2>/dev/null || :
    [ -p "$mark" ] || { true >"$mark"; } 2>/dev/null || :
    for mark in "$gitdir/{unlinked}" "$gitdir/{later}"; do
        [ ! -s "$mark" ] || { true >"$mark"; } 2>/dev/null || :
    done
    {commit}="${3-}" {entire} hooks git prepare-commit-msg "$1" "${2-}" </dev/null 2>/dev/null || :
fi
""",
    # We only need to see messages without words of the user's own, and messages that came from a template.
    "commit-msg": """\
if [ -n "$live" ]; then
    words= text=
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        *'------------------------ >8 ------------------------'*) break ;;
        Entire-Checkpoint:* | '#'* | '') ;;
        [A-Za-z0-9]*) words=1 && break ;;
        *) text=1 ;;
        esac
    done <"$1"
    if [ -z "$words" ] || [ -f "$gitdir/{template}" ]; then
        {entire} hooks git commit-msg "$1" </dev/null 2>/dev/null || [ -n "$words$text" ] || {
            # Even if Python was killed: a link alone is not a message, and must not make the commit.
            left=$(sed '/^Entire-Checkpoint:/d' "$1") && { printf '%s\\n' "$left" >"$1"; } 2>/dev/null || :
        }
    fi
fi
""",
    "post-commit": _READ_HEAD
    + """\
if [ -n "$live" ]; then
    how=now unfinished=
    for file in "$gitdir/{linking}"*; do
        [ -f "$file" ] || continue
        if [ -z "$unfinished" ]; then
            unfinished=1 who=
            entire_head
            { true </dev/tty; } 2>/dev/null && who={person}
        fi
        # What is in a file is about an earlier commit, and the file of HEAD about the next one.
        [ -s "$file" ] || [ "$file" = "$gitdir/{linking}.$head" ] ||
            { echo "$head" $who >"$file"; } 2>/dev/null || :
    done
    if [ -z "$unfinished" ] && [ -s "$gitdir/{unlinked}" ]; then
        { true >"$gitdir/{unlinked}"; } 2>/dev/null && how=never
    elif [ -z "$unfinished" ] && [ -s "$gitdir/{later}" ]; then
        IFS= read -r id <"$gitdir/{later}" || :
        { true >"$gitdir/{later}"; } 2>/dev/null && commit=$(git rev-parse --verify --quiet HEAD) &&
            { echo "$commit" >"$common/entire-sessions/promised/$id.commit"; } 2>/dev/null && how=later
    fi
    case $how in
    now) {entire} hooks git post-commit </dev/null >/dev/null 2>&1 || : ;;
    later) (
        trap '' HUP
        {entire} hooks detached {job} </dev/null >/dev/null 2>&1 &
    ) ;;
    esac
fi
""",
    # Only commits with a link matter, be it in the message or in a note. If notes are damaged, git says so,
    # and any commit may have one. If the file stays, we were killed.
    "post-rewrite": """\
old=
while read -r commit rest; do
    old="$old $commit"
done <<LIST
$list
LIST
left=
[ -f "$gitdir/{rewritten}" ] && left=Entire-Checkpoint:
linked=$(git log --no-walk --no-show-signature --notes=refs/notes/entire --format=%B%N $old 2>&1) ||
    left=Entire-Checkpoint:
case $left$linked in
*Entire-Checkpoint:* | *refs/notes/entire*)
    # What other users may have to complete is theirs to read.
    [ -p "$gitdir/{rewritten}" ] ||
        ([ ! -g "$gitdir" ] || umask 2; printf '%s\\n' "$list" >>"$gitdir/{rewritten}") 2>/dev/null || :
    printf '%s\\n' "$list" | {entire} hooks git post-rewrite "$@" >/dev/null 2>&1 || :
    ;;
esac
""",
    # Only if the push contains one of our refs, or we have a branch to push along, or a commit waits for its
    # checkpoint, in any worktree: promised, or not decided about. Git names a branch even if its commit is
    # missing.
    "pre-push": """\
waits=
for file in "$common"/entire-sessions/promised/* "$common/{linking}"* "$common"/worktrees/*/{linking}*; do
    case ${file##*/} in {linking}*) ;; *.*) continue ;; esac
    [ -f "$file" ] && waits=refs/heads/entire/ && break
done
found=$(git for-each-ref --count=1 --format='%(refname)' \\
    refs/heads/entire/checkpoints refs/heads/entire/trails) || :
case $waits$list$found in
*refs/heads/entire/* | *refs/entire/*)
    if command -v {entire} >/dev/null 2>&1; then
        printf '%s\\n' "$list" | {address}="${2-}" {entire} hooks git pre-push "$1"
        [ $? -eq {refused} ] && exit 1
    fi
    ;;
esac
""",
}

# Git's standard input; the hook after us must get the same, even if it is empty.
_READ_LIST = "list=$(cat)\n"
_HAND_ON = """\
if [ -n "$list" ]; then
    exec <<LIST
$list
LIST
else
    exec </dev/null
fi
"""
_WITH_LIST = ("post-rewrite", "pre-push")

# Shell scripts are sourced, so that they see the hook's name in `$0`: husky's depend on it.
_CHAIN = """\
next=${0%/*}/{name}{suffix}
if [ -x "$next" ]; then
    IFS= read -r line <"$next"
    case $line in
    '#!/bin/sh' | '#!/usr/bin/sh' | '#!/usr/bin/env sh') (. "$next") ;;
    *) "$next" "$@" ;;
    esac || exit $?
fi
"""


def script(name: str, command: str = "") -> str:
    """Return a whole hook. ``command`` is an absolute path to call instead of `entire` from PATH."""
    return SHEBANG + block(name, command)


def block(name: str, command: str = "") -> str:
    """Return our block of a hook, to insert into a shell script."""
    entire = _quote(command) if command else "entire"
    head = _HEAD.format(marker=MARKER, name=name)
    body = _COMMANDS[name].replace("{entire}", entire).replace("{refused}", str(REFUSED))
    body = body.replace("{template}", TEMPLATE_FILE).replace("{linking}", LINKING_FILE)
    body = body.replace("{unborn}", UNBORN).replace("{person}", PERSON)
    body = body.replace("{rewritten}", REWRITTEN_FILE).replace("{squashed}", SQUASHED_FILE)
    body = body.replace("{unlinked}", UNLINKED_FILE).replace("{later}", LATER_FILE)
    body = body.replace("{job}", COMMITS_JOB)
    body = body.replace("{commit}", HOOK_COMMIT).replace("{address}", HOOK_ADDRESS)
    chain = _CHAIN.replace("{name}", name).replace("{suffix}", BACKUP_SUFFIX)
    body = _READ_LIST + body + _HAND_ON if name in _WITH_LIST else _LIVE.replace("{own}", OWN_COMMIT) + body
    body = _COMMON + body if "$common" in body else body
    body = _GIT_DIR + body if "$gitdir" in body else body
    return head + body + chain + END


def around(content: bytes) -> tuple[bytes, bytes]:
    """Return what is before and after our block in a hook that has one.

    Scripts of earlier versions, and the reference's, have no end line: then the whole file is ours.
    """
    marker, end = f"# {MARKER}".encode(), END.encode()
    begin = content.find(marker)
    close = content.find(end, begin)
    if begin < 0 or close < 0:
        return SHEBANG.encode(), b""
    return content[:begin], content[close + len(end) :]


def _quote(path: str) -> str:
    return "'" + path.replace("'", "'\\''") + "'"
