"""Why a budget is not held, by the key that the run prints beside it. Read only for those that are not."""

from __future__ import annotations

CAUSES: dict[str, str] = {
    "long transcript": (
        "the last segment of 70 MB has up to half a megabyte and is stored anew with each turn; git is asked "
        "whether it still has the others, which are in a pack by then; the cursor that names them is longer. "
        "That is 13 to 18 ms of 70, from run to run between 23 and 30 %"
    ),
}
