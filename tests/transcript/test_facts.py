"""What became of a call is noted on the call itself, without a look at all others."""

from __future__ import annotations

from collections.abc import Iterator

from entire.transcript.facts import Call, Command, Edit, Facts, Usage


class Unread(list[Edit | Command | Call]):
    def __iter__(self) -> Iterator[Edit | Command | Call]:
        raise AssertionError("thousands of results of a long conversation would each look at all calls")

    __reversed__ = __iter__


def test_a_result_belongs_to_the_last_call_with_its_id() -> None:
    facts = Facts(Usage(None, {}))
    facts.reports = Unread()
    first, second, third = Command("1", "make"), Command("2", "make test"), Command("1", "make lint")
    call = Call("1", "a.py")
    for one in (first, second, third, call, Edit("a.py", None, None)):
        facts.report(one, "")
    facts.command_ended("1", "later", "done")
    facts.call_failed("1", rejected=True)
    facts.call_failed("2", rejected=True)
    facts.command_ended("3", "later", "nobody called it")
    assert [one.output for one in (first, second, third)] == ["", "", "done"]
    assert [one.failed for one in (first, second, third, call)] == [False, True, False, True]
    assert [second.text, third.text] == ["", "make lint"]


def test_what_is_forgotten_has_no_result() -> None:
    facts = Facts(Usage(None, {}))
    command = Command("1", "make")
    facts.report(command, "")
    facts.forget_reports()
    facts.command_ended("1", "later", "done")
    facts.call_failed("1", rejected=False)
    assert (facts.reports, command.output, command.failed) == ([], "", False)
