"""What `entire agent check NAME` tries, in a scratch repository and a scratch home.

- `stage`    the repository; `samples`: calls of hooks and a transcript in the usual shapes
- `program`  the subcommands of an external agent, one by one
- `session`  a whole session of any agent: hooks, a commit, its checkpoint, uninstalling
"""
