"""Kinds of secrets, as data."""
