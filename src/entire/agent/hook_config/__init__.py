"""Our hooks in the JSON files that agents keep theirs in.

Two shapes are common: `nested`, where an event has groups of hooks, each with a matcher, and `flat`, where it
has the hooks themselves. `file` reads and writes such a file. What is not ours stays byte for byte: see
`core.json_spans` for how removal restores what was there before.
"""
