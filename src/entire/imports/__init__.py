"""Conversations of before `enable`: found on this machine, matched to commits, stored as checkpoints."""
