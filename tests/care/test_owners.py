"""Which sessions own what a commit adds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from tests.support import Repo

from entire.care.owners import Records
from entire.checkpoint.committed.slots import MOST_SESSIONS
from entire.git.objects.read import LARGEST, Object, Objects
from entire.git.repository import Repository, open_repository


class Counting(Objects):
    """Every object is a session's metadata; knows what it was asked for."""

    def __init__(self, repo: Repository) -> None:
        super().__init__(repo)
        self.asked: list[str] = []

    def read_many(self, names: Iterable[str], limit: int = LARGEST) -> Iterator[Object | None]:
        for name in names:
            self.asked.append(name)
            yield Object(name, "blob", json.dumps({"session_id": name}).encode())


def test_metadata_is_read_once_and_not_without_end(repo: Repo) -> None:
    objects = Counting(open_repository(str(repo.path)))
    records = Records(objects)
    many = [(f"12/3456789abc/{number}/metadata.json", f"many-{number}") for number in range(10_000)]
    same = [(f"aa/{number:010x}/metadata.json", "same") for number in range(10_000)]
    owners = dict(records.of([*many, *same]))
    assert len(objects.asked) == len(set(objects.asked)) == MOST_SESSIONS + 1
    assert owners["many-7"] == {"many-7"}
    assert records.sessions["same"].checkpoints == 10_000


class Huge(Counting):
    """Each is as large as metadata may be."""

    def read_many(self, names: Iterable[str], limit: int = LARGEST) -> Iterator[Object | None]:
        for found in super().read_many(names, limit):
            assert found is not None
            yield found.replace(data=found.data.ljust(limit))


def test_what_is_read_ahead_fits_into_memory(repo: Repo) -> None:
    objects = Huge(open_repository(str(repo.path)))
    records = Records(objects)
    records.read_ahead([[(f"12/3456789abc/{number}/metadata.json", f"{number}")] for number in range(100)])
    assert sum(len(one.data) for one in records._ahead.values() if one is not None) <= LARGEST
    assert len(objects.asked) < 50
