"""Agents that are programs of their own: `entire-agent-<name>` on PATH, protocol version 1 of the reference.

- `find`     where the program is; `allowed`: whether it may be run at all
- `run`      one call of it, with a time limit and limited output
- `info`     what it says about itself, checked
- `adapter`  the program as an agent; `reading`: its transcript, `records`: common shapes of records
- `events`   what its hooks report
"""

PREFIX = "entire-agent-"
PROTOCOL = 1
OPTION = "external_agents"  # in the user's own settings: of `strategy_options`, or at the top
