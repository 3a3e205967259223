"""What a page asks again is answered from memory, until somebody does something."""

from casino.db import asked_once, command, looking


def test_who_looks_asks_the_same_thing_once_and_anew_after_a_command(db: None):
    asked = []

    @asked_once
    def question(number: int, *, more: str = "") -> int:
        asked.append((number, more))
        return number

    with looking():
        assert [question(1), question(1), question(2), question(1, more="a")] == [1, 1, 2, 1]
        command(lambda: None)()
        question(1)
    question(1)
    question(1)
    assert asked == [(1, ""), (2, ""), (1, "a"), (1, ""), (1, ""), (1, "")]


def test_a_command_asks_anew_what_whoever_looks_was_told_before(db: None):
    asked = []

    @asked_once
    def question() -> int:
        asked.append(1)
        return len(asked)

    with looking():
        assert question() == 1
        assert command(question)() == 2


def test_what_is_asked_with_a_list_is_asked_each_time():
    asked = []

    @asked_once
    def question(numbers: list[int], *, more: object = None) -> int:
        asked.append(sum(numbers))
        return sum(numbers)

    with looking():
        assert [question([1, 2]), question([1, 2]), question((3,), more=[])] == [3, 3, 3]
    assert asked == [3, 3, 3]
