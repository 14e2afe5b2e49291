"""The shell part of our git hooks.

Where there is nothing to do they end in the shell, without starting Python: no live session for the commit
hooks (a session is live while its state lies directly in `entire-sessions/`), nothing to refuse for a push.
They survive an uninstalled program, and call the hook that was there before them, whose exit code counts.
"""

from __future__ import annotations

MARKER = "Entire CLI hooks"
BACKUP_SUFFIX = ".pre-entire"
REFUSED = 3  # exit code for a push that must not happen; any other failure of ours does not stop git
TEMPLATE_FILE = "ENTIRE_TEMPLATE"  # the message as git offered it, while somebody edits it
NAMES = ("prepare-commit-msg", "commit-msg", "post-commit", "pre-push")

_HEAD = """\
#!/bin/sh
# {marker}: {name}
# Links commits to the AI conversations that wrote them. Remove with: entire disable --uninstall
"""

# Sets `live` when a session of this repository is. No process is started: a commit runs this three times.
_LIVE = """\
gitdir=${GIT_DIR:-.git}
if [ -f "$gitdir" ]; then
    IFS= read -r line <"$gitdir"
    gitdir=${line#gitdir: }
fi
common=$gitdir
if [ -f "$common/commondir" ]; then
    IFS= read -r line <"$common/commondir"
    case $line in /*) common=$line ;; *) common=$common/$line ;; esac
fi
live=
for state in "$common"/entire-sessions/*.json; do
    [ -f "$state" ] && live=1
    break
done
"""

_COMMANDS = {
    "prepare-commit-msg": """\
if [ -n "$live" ]; then
    {entire} hooks git prepare-commit-msg "$@" </dev/null 2>/dev/null || :
fi
""",
    # Only a message without any words of the user's own is for us, or one that came from a template.
    "commit-msg": """\
if [ -n "$live" ]; then
    words=
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        *'------------------------ >8 ------------------------'*) break ;;
        Entire-Checkpoint:*) ;;
        [A-Za-z0-9]*) words=1 && break ;;
        esac
    done <"$1"
    if [ -z "$words" ] || [ -f "$gitdir/{template}" ]; then
        {entire} hooks git commit-msg "$1" </dev/null 2>/dev/null || :
    fi
fi
""",
    "post-commit": """\
if [ -n "$live" ]; then
    {entire} hooks git post-commit </dev/null >/dev/null 2>&1 || :
fi
""",
    # The list of refs comes on standard input; a hook after ours must get it too.
    "pre-push": """\
refs=$(cat)
case $refs in
*refs/heads/entire/* | *refs/entire/*)
    if command -v {entire} >/dev/null 2>&1; then
        printf '%s\\n' "$refs" | {entire} hooks git pre-push "$@"
        [ $? -eq {refused} ] && exit 1
    fi
    ;;
esac
""",
}

# A shell script is read in, so that it sees its own name in `$0`: some find their way by it (husky).
_CHAIN = """\
next=${0%/*}/{name}{suffix}
[ -x "$next" ] || exit 0
IFS= read -r line <"$next"
case $line in
'#!/bin/sh' | '#!/usr/bin/sh' | '#!/usr/bin/env sh') {feed}. "$next" ;;
*) {feed}"$next" "$@" ;;
esac
exit $?
"""

# Exactly what git sent, which may be nothing.
_FEED = """printf '%s' "$refs${refs:+
}" | """


def script(name: str, command: str = "") -> str:
    """The whole hook. ``command`` is an absolute path to call instead of what is on PATH."""
    entire = _quote(command) if command else "entire"
    head = _HEAD.format(marker=MARKER, name=name)
    body = _COMMANDS[name].replace("{entire}", entire).replace("{refused}", str(REFUSED))
    body = body.replace("{template}", TEMPLATE_FILE)
    feed = _FEED if name == "pre-push" else ""
    chain = _CHAIN.replace("{name}", name).replace("{suffix}", BACKUP_SUFFIX).replace("{feed}", feed)
    return head + ("" if name == "pre-push" else _LIVE) + body + chain


def _quote(path: str) -> str:
    return "'" + path.replace("'", "'\\''") + "'"
