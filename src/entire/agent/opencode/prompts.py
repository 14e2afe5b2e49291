"""Prompts as people typed them."""

from __future__ import annotations


def unquoted(prompt: str) -> str:
    """`opencode run` puts an argument with a space in quotes again, and escapes those in it."""
    inside = prompt[1:-1]
    if len(prompt) < 2 or prompt[0] + prompt[-1] != '""' or " " not in inside:
        return prompt
    plain = inside.replace('\\"', "")
    return prompt if '"' in plain else inside.replace('\\"', '"')
