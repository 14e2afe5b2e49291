"""Small immutable values: like `typing.NamedTuple`, but ten times cheaper to define.

A hook defines some forty of them before it does anything, and `NamedTuple` compiles every annotation. For the
same reason, modules that hooks load import `typing` for type checkers only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from operator import itemgetter
    from typing import Any, ClassVar, Self, dataclass_transform

    Fields = tuple[Any, ...]
else:
    from _operator import itemgetter  # without the rest of that module

    Fields = tuple

    def dataclass_transform(**_):
        return lambda kind: kind


_getters: list[property] = []  # of the first field, the second, …: the same for all classes


@dataclass_transform(frozen_default=True)
class Value(Fields):
    """Base class of values: the class's annotations are its fields, in order; assignments are defaults."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        members = cls.__dict__
        own = members.get("__annotations__", {})
        cls._fields = tuple(own)
        cls._defaults = {name: members[name] for name in own if name in members}
        while len(_getters) < len(own):
            _getters.append(property(itemgetter(len(_getters))))
        for name, getter in zip(own, _getters, strict=False):
            setattr(cls, name, getter)

    def __new__(cls, *values: Any, **named: Any) -> Self:
        if named or len(values) != len(cls._fields):
            values = cls._bind(values, named)
        return tuple.__new__(cls, values)

    @classmethod
    def _bind(cls, values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        rest = cls._fields[len(values) :]
        given = cls._defaults | named
        if len(values) > len(cls._fields) or not named.keys() <= set(rest) or not given.keys() >= set(rest):
            raise TypeError(f"{cls.__name__} takes ({', '.join(cls._fields)}), got {values!r} and {named!r}")
        return (*values, *(given[name] for name in rest))

    def replace(self, **named: Any) -> Self:
        """Return a copy with some fields changed."""
        return type(self)(**(dict(zip(self._fields, self, strict=True)) | named))

    def __repr__(self) -> str:
        pairs = zip(self._fields, self, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in pairs)})"
