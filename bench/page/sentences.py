"""The sentences of the page."""

from __future__ import annotations

INTRODUCTION = """\
From one run of `make bench` (medians of {rounds} rounds, {minutes:.0f} min): every round runs each case
once, together with its control. {machine}."""

LEGEND = """\
"over" is the time above the control: the median of the differences, round by round. "ratio" is the time
divided by that of the control. "ours" counts the processes of `entire` that the case starts, "git" all git
processes, including the case itself. "MB" is the peak memory of one of them, or of git below it,
including mapped packs. ".git + KB" is what the case adds to `.git`, including the user's own objects. A
value over its budget is marked **!**. Only some points are judged, those in the first table: at the others
the budget is given for comparison, and a mark there is not a missed budget."""

HOW = """\
## How it is measured

- **Points.** The base point is {base}. Each axis is varied while the others stay there: 1,000, 10,000 and
  100,000 files; 0, 1, 100 and 500 past sessions; 100, 1,000 and 10,000 checkpoints; transcripts of 1, 20
  and 70 MB. The corner with 500 past sessions and 10,000 checkpoints is compared with the base point.
  Not every combination is measured.
- **Rounds.** Medians of {rounds} rounds, {few_rounds} for tools, agents, looking back and pushing. A round
  goes through all repositories, starting with a different one each time, so that a busy moment affects all
  alike.
- **Repositories** are made by one `git fast-import` from a checkpoint that the hooks wrote: every commit on
  `main` is linked, 20 checkpoints make a session of 2 MB, so 10,000 are 1 GB of transcripts. They are
  packed in the order that `git gc` gives, without a commit-graph. Past sessions are copies of one that the
  program archived.
- **Turns** write three files and 10 KB of transcript. The live session's transcript has its full length from
  the start.
- **Controls.** A commit with `core.hooksPath=/dev/null`; `git status --porcelain=v2 --untracked-files=all`
  without optional locks, as hooks run it; `git log -20`; `git blame`; a push without hooks.
- **Agents.** In one repository, each agent has an open session, and they take turns: a prompt, three files,
  the stop, a commit. Their clients are scripted (`tools/clients`), and have written everything before they
  call the hook of the stop: no hook waits for them.
- **Looking back.** Every round first commits another checkpoint and leaves a step that is not committed.
  "the first ever" is one run on a branch that no command has read yet.
- **Web.** Each page is the first one of a server that has just started, from the request to the last byte of
  the answer. "the first time" is one run: nothing of that conversation was read before. It has some thousand
  prompts. The walk follows 500 links, each once; "MB" is what the server has in memory at its end.
- **Searching.** What the first search read is read again and counted: the conversations as they are stored,
  and the text that is searched in them.
- **Pushing.** Before each push, another clone pushes a checkpoint to the same `file://` remote.
- **Growth.** The slope of a least-squares line through the logarithms of cost and size; sizes of 0 are left
  out, and costs below 1 ms count as 1 ms. Cost is the time over the control. Against files, the limit is the
  slope of `git status` itself, from the same rounds; the last column is how many milliseconds the cost
  grows for each that `git status` grows, because a constant part can hide growth from a slope.
- **Counts** are taken in a separate round, not while the clock runs: processes by `GIT_TRACE2_EVENT`
  and a stand-in for the command on `PATH`, memory by `wait4`, bytes as the sum of file sizes.
- **Correctness** is checked outside the clock after each stage: all commits are linked and condensed,
  session states say so, steps of tools exist, commands show the last checkpoint, pushes lost nothing, and
  the log has no errors. If something is wrong, no figures are printed."""
