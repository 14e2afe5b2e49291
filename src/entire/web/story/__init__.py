"""The story of a checkpoint: what was asked and done, as HTML that is safe to show.

`gather.checkpoint` and `gather.step` read one, `gather.talk` reads a later piece of a conversation.
`html.chapter` is the body of a page, `html.piece` what a later piece adds to it; `html.Look` has the
addresses that they link to. `static/story.css` is their stylesheet: `entire web` serves it, `entire export`
inlines it.
"""
