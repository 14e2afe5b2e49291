"""A conversation that another agent continues.

- `messages`  the conversation in words that every agent understands, of a bounded size
- `document`  what the other agent must know, as its first prompt
- `writer`    the conversation as a session of the other agent, if its module can write one
"""
