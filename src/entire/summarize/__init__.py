"""Summaries of checkpoints, written by a model: what was wanted, what was done, what was learned.

- `options`          the settings; `trust`: whether a command in them may run
- `transcript_text`  the conversation in short; `prompt`: the request to the model
- `providers`        programs that we can ask; `run`: asks one, outside of the repository
- `answer`           validates the answer
- `summarize`        all of this for one checkpoint; `at_commit`: in the background after a commit
"""
