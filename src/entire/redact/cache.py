"""`functools.lru_cache` without `functools`, whose import takes as long as a git call."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from functools import lru_cache as cached
else:
    from _functools import _lru_cache_wrapper

    def cached(size):
        def decorate(function):
            found = _lru_cache_wrapper(function, size, False, None)
            found.__wrapped__ = function
            return found

        return decorate


__all__ = ["cached"]
