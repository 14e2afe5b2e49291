"""Where checkpoints go."""

from __future__ import annotations

from typing import Any

import pytest

from entire.remote.owner import Place, parse, without_password
from entire.remote.target import Pushed, choose

TEAM = "https://github.com/team/code.git"


@pytest.mark.parametrize(
    ("address", "place"),
    [
        (TEAM, Place("github.com", "team", "code", False)),
        ("https://user:pw@git.example.com:8443/a/b/code/", Place("git.example.com", "a/b", "code", False)),
        ("git@github.com:team/code.git", Place("github.com", "team", "code", True)),
        ("github.com:team/code", Place("github.com", "team", "code", True)),
        ("ssh://git@[::1]:22/team/code", Place("[::1]", "team", "code", True)),
        ("file:///srv/team/code.git", None),
        ("/srv/team/code.git", None),
        ("../team/code", None),
        ("C:code", None),
        ("https://github.com/code", None),
        ("", None),
    ],
)
def test_whose_an_address_is(address: str, place: Place | None) -> None:
    assert parse(address) == place


@pytest.mark.parametrize(
    ("options", "name", "address", "where"),
    [
        pytest.param({}, "origin", TEAM, "origin", id="where the code goes"),
        pytest.param({}, "backup", "https://github.com/Team/copy", "backup", id="the same owner's"),
        pytest.param({}, "disk", "/srv/code.git", "disk", id="a path has no owner"),
        pytest.param({}, TEAM, TEAM, "origin", id="origin by its address"),
        pytest.param({}, "fork", "https://github.com/alice/code", "", id="a fork"),
        pytest.param({}, "other", "https://gitlab.com/team/code", "", id="the same name elsewhere"),
        pytest.param({"checkpoint_remote": "private"}, "fork", "x:alice/code", "private", id="a remote"),
        pytest.param(
            {"checkpoint_remote": {"url": "/srv/c.git"}}, "origin", TEAM, "/srv/c.git", id="an address"
        ),
        pytest.param(
            {"checkpoint_remote": {"provider": "github", "repo": "team/talk"}},
            "origin",
            TEAM,
            "https://github.com/team/talk.git",
            id="a provider by https",
        ),
        pytest.param(
            {"checkpoint_remote": {"provider": "gitlab", "repo": "a/b/talk"}},
            "origin",
            "git@git.example.com:a/b/code",
            "git@git.example.com:a/b/talk.git",
            id="a provider by ssh, on a host of one's own",
        ),
        pytest.param(
            {"checkpoint_remote": {"provider": "github", "repo": "team/talk"}},
            "disk",
            "/srv/code.git",
            "https://github.com/team/talk.git",
            id="a provider, the code elsewhere",
        ),
        pytest.param(
            {"checkpoint_remote": {"provider": "github", "repo": "team/talk"}},
            "fork",
            "git@github.com:alice/code",
            "",
            id="the team's settings in a fork",
        ),
        pytest.param(
            {"checkpoint_remote": {"provider": "cvs", "repo": "a/b"}}, "origin", TEAM, "", id="unknown"
        ),
        pytest.param(
            {"checkpoint_remote": {"provider": "github", "repo": "--upload-pack=x"}},
            "origin",
            TEAM,
            "",
            id="hostile",
        ),
        *(
            pytest.param({"checkpoint_remote": address}, "origin", TEAM, "", id=f"hostile {address}")
            for address in ("--exec=x", "ext::sh -c x", "my-helper::x", "ext://x", "a b", ["x"])
        ),
    ],
)
def test_where_to(options: dict[str, Any], name: str, address: str, where: str) -> None:
    target = choose(options, Pushed(name, address), {"origin": TEAM, name: address})
    assert target.where == where
    assert bool(target.why_not) == (not where)


def test_only_the_user_can_choose_a_strangers_repository() -> None:
    options = {"checkpoint_remote": "https://github.com/mallory/talk.git"}
    pushed, known = Pushed("origin", TEAM), {"origin": TEAM}
    assert choose(options, pushed, known).where == ""
    assert choose(options, pushed, known, trusted=True).where == options["checkpoint_remote"]
    remotes = known | {"talk": "https://github.com/mallory/talk.git"}
    assert choose({"checkpoint_remote": "talk"}, pushed, remotes).where == "talk", "a remote is the user's"


def test_what_is_shown_of_an_address() -> None:
    assert without_password("https://me:secret@example.com/x") == "https://example.com/x"
    assert without_password("git@example.com:x") == "git@example.com:x"


def test_without_origin() -> None:
    assert choose({}, Pushed("hub", TEAM), {"hub": TEAM}).where == "hub"


@pytest.mark.parametrize("odd", [["github"], {"github": 1}, 1, None, True])
def test_settings_of_the_wrong_type_name_no_place(odd: Any) -> None:
    for chosen in ({"provider": odd, "repo": "team/talk"}, {"provider": "github", "repo": odd}, {"url": odd}):
        assert choose({"checkpoint_remote": chosen}, Pushed("origin", TEAM), {"origin": TEAM}).where == ""
