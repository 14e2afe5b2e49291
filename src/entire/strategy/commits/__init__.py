"""What strategies do about a commit: link it, condense it, carry the rest forward, complete it later."""
