"""Summaries of checkpoints, written by a model: what was wanted, what came of it, what was learned.

- `options`          what the settings say; `trust`: whose word counts when they name a command
- `transcript_text`  the conversation in few words; `prompt`: what is asked about it
- `providers`        the programs that can be asked; `run`: asking one, apart from the repository
- `answer`           what was said, validated
- `summarize`        all of it for one checkpoint; `at_commit`: behind the back of a commit
"""

SUMMARIZING = "ENTIRE_SUMMARIZING"
"""Set for the program that is asked: hooks end at once, so that asking is not recorded as a session."""
