"""`entire export`: the story of a change in one file, for everybody (docs/export.md).

`find` says which checkpoints it is about, `cleaning` redacts what they say, `public` takes out who said it
and where; `as_html`, `as_markdown` and `as_json` write it down.
"""
