"""Why a budget is not met, by the key that the run prints next to it."""

from __future__ import annotations

CAUSES: dict[str, str] = {
    "long transcript": (
        "the last segment of 70 MB has up to half a megabyte and is stored again every turn; git is asked "
        "whether it still has the others, which are in a pack by then; the cursor that names them is longer. "
        "Together that is 13 to 18 of 70 ms, between 23 and 30 % from run to run"
    ),
    "push with a merge, 10,000 checkpoints": (
        "when commits arrive, git checks that nothing they need is missing. For that it reads all 20,000 "
        "folders of the branch, in the clone that fetches and on the server that is pushed to: 165 of 355 ms"
    ),
    "commit, hooks idle, 100,000 files": (
        "the hooks are the same shell script for every size, and end in the shell. Next to a commit of 120 ms"
        " the differences of single rounds have quartiles that are 20 ms apart: 31 rounds cannot resolve 5 ms"
    ),
}
