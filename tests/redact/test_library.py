"""Real code stays: a sample of the standard library, which `bench` checks as a whole."""

from bench.secrets import library

_PASSWORDS_IN_EXAMPLES = 1  # in a docstring of `urllib.request`


def test_the_standard_library_stays() -> None:
    found = library.check(library.modules())
    assert found.megabytes > 1
    assert len(found.changes) <= _PASSWORDS_IN_EXAMPLES, found.changes
