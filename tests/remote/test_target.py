"""Where checkpoints go."""

from __future__ import annotations

from typing import Any

import pytest

from entire.git.remotes import Remote
from entire.remote.target import Facts, Pushed, choose

TEAM = "https://github.com/team/code.git"


def remote(address: str) -> Remote:
    return Remote(address, (address,))


def facts(remotes: dict[str, str], where: str = "", **values: Any) -> Facts:
    """What git says of these remotes, and of the destination that the settings name."""
    known = {name: remote(address) for name, address in remotes.items()}
    return Facts(known, known.get(where, remote(where)), **values)


@pytest.mark.parametrize(
    ("options", "name", "address", "where"),
    [
        pytest.param({}, "origin", TEAM, "origin", id="where the code goes"),
        pytest.param({}, "backup", "https://github.com/Team/copy", "backup", id="the same owner's"),
        pytest.param({}, "disk", "/srv/code.git", "disk", id="a path has no owner"),
        pytest.param({}, TEAM, TEAM, "origin", id="origin by its address"),
        pytest.param({}, "fork", "https://github.com/alice/code", "", id="a fork"),
        pytest.param({}, "other", "https://gitlab.com/team/code", "", id="the same name elsewhere"),
        pytest.param({"checkpoint_remote": "origin"}, "origin", TEAM, "origin", id="a remote"),
        pytest.param(
            {"checkpoint_remote": {"url": "git@github.com:team/c"}},
            "origin",
            TEAM,
            "git@github.com:team/c",
            id="an address",
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
    pushed = Pushed(name, address)
    target = choose(options, pushed, facts({"origin": TEAM, name: address}, where))
    assert target.where == where
    assert bool(target.why_not) == bool(target.hint) == (not where)


@pytest.mark.parametrize(
    ("code", "repository", "expected"),
    [
        ("git@hub:team/code", "team/x", "git@hub:team/x.git"),
        ("git@hub:/team/code", "team/x", "git@hub:/team/x.git"),
        ("ssh://git@hub/srv/git/code", "srv/git/x", "git@hub:/srv/git/x.git"),
        ("ssh://git@hub/~me/code", "~me/x", ""),
        ("git@hub:team/code", "Team/x", ""),
        ("ssh://git@github.com/team/code", "Team/x", "git@github.com:Team/x.git"),
    ],
)
def test_a_provider_on_a_plain_server(code: str, repository: str, expected: str) -> None:
    options = {"checkpoint_remote": {"provider": "github", "repo": repository}}
    target = choose(options, Pushed("origin", code), facts({"origin": code}, expected))
    assert target.where == expected


@pytest.mark.parametrize(
    ("address", "why_not"),
    [
        ("git@hub:Team/code", "fork belongs to Team, not to team"),
        ("git@hub:/team/code", "fork is not known to belong to the owner of origin"),
    ],
)
def test_another_place_on_a_plain_server(address: str, why_not: str) -> None:
    found = facts({"origin": "git@hub:team/code", "fork": address})
    assert choose({}, Pushed("fork", address), found).why_not == why_not


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("https://github.com/mallory/talk.git", TEAM),
        ("https://github.com/team/talk.git", "/srv/code.git"),
        ("https://github.com/team/talk.git", ""),
        ("/srv/talk.git", TEAM),
        ("/srv/talk.git", "/srv/code.git"),
        ("file:///srv/talk.git", TEAM),
        ("git://evil.example/talk.git", TEAM),
        ("http://evil.example:80?@github.com/team/talk.git", TEAM),
        ("talk", TEAM),
    ],
)
def test_only_the_user_can_choose_a_strangers_repository(where: str, code: str) -> None:
    options = {"checkpoint_remote": where}
    pushed, known = Pushed("origin", code), {"origin": code, "talk": "https://github.com/mallory/talk.git"}
    refused = choose(options, pushed, facts(known, where))
    address = known.get(where, where)
    assert (refused.where, refused.ask) == ("", (address,))
    assert choose(options, pushed, facts(known, where, own=True)).where == where
    assert choose(options, pushed, facts(known, where, answers={address: True})).where == where
    declined = choose(options, pushed, facts(known, where, answers={address: False}))
    assert (declined.where, declined.ask) == ("", ())


def test_what_git_does_not_know_is_refused() -> None:
    options = {"checkpoint_remote": "https://github.com/team/talk.git"}
    known = {"origin": remote(TEAM)}
    assert choose(options, Pushed("origin", TEAM), Facts(known, None)).where == ""
    assert (
        choose(options, Pushed("origin", TEAM), Facts({"origin": Remote(TEAM, ())}, remote(TEAM))).where == ""
    )


def test_every_address_must_belong_to_the_owner() -> None:
    options = {"checkpoint_remote": "talk"}
    ours, theirs = "https://github.com/team/talk.git", "https://github.com/mallory/talk.git"
    for there in (Remote(theirs, (ours,)), Remote(ours, (theirs,)), Remote(ours, (ours, theirs))):
        found = choose(options, Pushed("origin", TEAM), Facts({"origin": remote(TEAM)}, there))
        assert found.ask == (theirs,)
    found = choose(options, Pushed("origin", TEAM), Facts({"origin": remote(TEAM)}, Remote(ours, (ours,))))
    assert found.where == "talk"


def test_a_fork_does_not_count_as_the_code() -> None:
    mallory = "https://github.com/mallory/code.git"
    options = {"checkpoint_remote": "https://github.com/mallory/talk.git"}
    known = {"origin": TEAM, "fork": mallory}
    assert choose(options, Pushed("fork", mallory), facts(known, options["checkpoint_remote"])).where == ""
    without_origin = facts({"fork": mallory}, options["checkpoint_remote"])
    assert choose(options, Pushed("fork", mallory), without_origin).where == options["checkpoint_remote"]


@pytest.mark.parametrize(
    ("origin", "address", "sent"),
    [
        (TEAM, "https://me@github.com/team/copy", True),
        (TEAM, "git@github.com:team/copy", True),
        (TEAM, "http://evil:80?@github.com/team/copy", False),
        ("https://dev.example/team/a%20b/_git/code", "https://github.com/mallory/code", False),
        ("https://dev.example/team/a%20b/_git/code", "/srv/backup.git", True),
        ("/srv/code.git", "https://github.com/team/code", True),
    ],
)
def test_along_with_the_code(origin: str, address: str, sent: bool) -> None:
    found = choose({}, Pushed("other", address), facts({"origin": origin, "other": address}))
    assert (found.where == "other") == sent


def test_without_origin() -> None:
    assert choose({}, Pushed("hub", TEAM), facts({"hub": TEAM})).where == "hub"


@pytest.mark.parametrize("odd", [["github"], {"github": 1}, 1, None, True])
def test_settings_of_the_wrong_type_name_no_place(odd: Any) -> None:
    for chosen in ({"provider": odd, "repo": "team/talk"}, {"provider": "github", "repo": odd}, {"url": odd}):
        options = {"checkpoint_remote": chosen}
        assert choose(options, Pushed("origin", TEAM), facts({"origin": TEAM})).where == ""
