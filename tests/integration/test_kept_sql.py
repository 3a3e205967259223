"""The SQL of a question is put together once; what it is asked with goes into it each time."""

from datetime import date, datetime

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

from casino.house.models import Club
from casino.kept_sql import hold, kept_sql, row
from casino.ledger.models import Act, Day
from tests.world import World, a_club


def test_a_question_put_together_once_answers_each_of_its_values(world: World):
    made = []

    @kept_sql
    def days(club: Club, code: str, *, since: date, until: datetime | None) -> QuerySet[Day]:
        made.append(code)
        found = Day.objects.filter(club_id=club.pk, state=code, day__gte=since).order_by("day")
        return found.filter(opens_at__lte=until) if until else found

    world.sell()
    (every,) = Day.objects.filter(club_id=world.club.pk)
    club, asked = world.club, {"since": every.day, "until": every.opens_at}
    expected = list(Day.objects.filter(club_id=club.pk, state="open", day__gte=every.day))
    assert expected
    assert days(club, "open", since=every.day, until=None) == expected
    assert days(club, "open", since=every.day, until=None) == expected
    assert days(club, "sealed", since=every.day, until=None) == []
    assert days(club, "open", since=date.max, until=None) == []
    assert days(Club(pk=club.pk + 1), "open", since=every.day, until=None) == []
    assert days(club, "open", **asked) == [each for each in expected if each.day == every.day]
    assert len(made) == 2  # once with an instant, once without


def test_what_does_not_go_into_the_sql_cannot_be_asked_with(db: None):
    @kept_sql
    def acts(club_id: int, operation: str) -> QuerySet[Act]:
        return Act.objects.filter(club_id=club_id)

    with pytest.raises(AssertionError, match="not all that it is asked with"):
        acts(1, "cage.sell_chips")
    assert acts(1, ["cage.sell_chips"]) == []  # type: ignore[arg-type]  # put together each time


def test_of_a_row_that_it_is_asked_with_a_question_reads_the_id_alone(world: World):
    @kept_sql
    def days(club: Club) -> QuerySet[Day]:
        return Day.objects.filter(club_id=club.pk, state=club.currency)

    with pytest.raises(Club.DoesNotExist):
        days(world.club)


@pytest.mark.usefixtures("committed_db")
def test_a_row_is_held_within_a_transaction_alone():
    club = a_club().club

    with transaction.atomic():
        assert hold(Club, club.pk) == row(Club, club.pk) == club
        with pytest.raises(ObjectDoesNotExist):
            hold(Club, club.pk + 1)
    with pytest.raises(TransactionManagementError):
        hold(Club, club.pk)
