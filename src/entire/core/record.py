"""JSON objects with known keys in a fixed order; unknown keys are kept (I7).

Keys are written in the order of declaration. Empty values are left out unless the class lists their key in
``ALWAYS``. Importing `dataclasses` instead would take a third of a hook's start-up time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Self, dataclass_transform
else:
    from entire.core.value import dataclass_transform

_MOST_RECORDS = 10_000  # of a list: more than anything honest has
_MEMBERS: dict[str, type] = {"dict[str, str]": str, "dict[str, int]": int}


@dataclass_transform(kw_only_default=True)
class Record:
    """Base class of the JSON objects that we read and write."""

    ALWAYS: ClassVar[frozenset[str]] = frozenset()
    NESTED: ClassVar[dict[str, type[Record]]] = {}
    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}
    _members: ClassVar[dict[str, type]] = {}  # of dictionaries whose values all have one type

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(
            name
            for name, kind in cls.__dict__.get("__annotations__", {}).items()
            if "ClassVar" not in str(kind)
        )
        cls._defaults = {name: getattr(cls, name) for name in cls._fields}
        kinds = ((name, _MEMBERS.get(str(cls.__annotations__[name]))) for name in cls._fields)
        cls._members = {name: kind for name, kind in kinds if kind is not None}

    def __init__(self, /, **values: Any) -> None:
        own = self.__dict__
        for name, default in self._defaults.items():
            if name in values:
                own[name] = values.pop(name)
            else:
                own[name] = default.copy() if default.__class__ in (list, dict) else default
        self.extra = values

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Read a decoded JSON object. A value of the wrong type counts as missing."""
        if not isinstance(value, dict):
            raise ValueError(f"{cls.__name__}: expected a JSON object")
        known: dict[str, Any] = {}
        defaults, kinds = cls._defaults, cls.NESTED
        for key, item in value.items():
            if key not in defaults:
                known[key] = item
                continue
            if key in kinds:
                read = _read_nested(kinds[key], item, isinstance(defaults[key], list))
            else:
                read = item if _fits(item, defaults[key]) else None
                if key in cls._members and read is not None:
                    read = _fitting(read, cls._members[key])
            if read is not None:
                known[key] = read
        return cls(**known)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values, known keys first and in order."""
        out: dict[str, Any] = {}
        for name in self._fields:
            value = getattr(self, name)
            if isinstance(value, Record):
                out[name] = value.to_json()
            elif isinstance(value, list) and value and isinstance(value[0], Record):
                out[name] = [item.to_json() for item in value]
            elif value or name in self.ALWAYS:
                out[name] = value
        return out | self.extra

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.to_json()})"


def _read_nested(kind: type[Record], item: Any, many: bool) -> Any:
    """Read one record, or a list of them; values that are not objects are dropped."""
    if many:
        parts = item if isinstance(item, list) else []
        return [kind.from_json(part) for part in parts[:_MOST_RECORDS] if isinstance(part, dict)]
    return kind.from_json(item) if isinstance(item, dict) else None


def _fitting(items: dict[str, Any], kind: type) -> dict[str, Any]:
    """Return the members whose values have the type; usually all of them."""
    return {key: item for key, item in items.items() if isinstance(item, kind) and not isinstance(item, bool)}


def _fits(item: Any, default: Any) -> bool:
    """Whether a decoded value has the type of ``default`` (None accepts anything)."""
    if default is None:
        return True
    if isinstance(default, str):
        return isinstance(item, str)
    if isinstance(default, bool):
        return isinstance(item, bool)
    if isinstance(default, int | float):
        kinds = int if isinstance(default, int) else int | float
        return isinstance(item, kinds) and not isinstance(item, bool)
    if isinstance(default, list):
        return isinstance(item, list) and all(isinstance(part, str) for part in item)
    return isinstance(item, type(default))
