"""The conversations of Gemini CLI on this machine. Transcripts name no directory: their folders do.

Older versions named the folder by a hash of the directory.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence

from entire.agent import on_disk
from entire.agent.gemini import places
from entire.agent.on_disk import OnDisk
from entire.core.paths import valid_session_id

_SUBAGENT = b'"kind":"subagent"'


def conversations(roots: Sequence[str]) -> Iterator[OnDisk]:
    found = {places.chats_dir(root): root for root in roots}
    hashes = {hashlib.sha256(os.fsencode(root)).hexdigest(): root for root in roots}
    for project in on_disk.folders(places.transcripts_dir()):
        name = os.path.basename(project)
        owner = places.owner(name) or hashes.get(name, "")
        if owner and on_disk.is_in(owner, roots):
            found[os.path.join(project, "chats")] = owner
    for folder, directory in found.items():
        for path in on_disk.within([folder], (".jsonl", ".json")):
            start = places.head(path)
            session_id = places.session_in(start)
            if valid_session_id(session_id) and _SUBAGENT not in start.partition(b"\n")[0]:
                yield OnDisk(session_id, path, os.path.realpath(directory))
