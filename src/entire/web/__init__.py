"""`entire web`: the checkpoints of a repository in a browser, on this machine, read-only (docs/web.md)."""
