"""Writing where guests play, and who is kept from whom."""

from collections.abc import Collection, Iterable
from datetime import date

from casino.acts.kinds import Id, PrivateReason, Reason
from casino.acts.runner import act
from casino.db import refusing
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.models import PlayingPlace, SeatingRestriction
from casino.players.queries import place_of, player, separation
from casino.players.services.guests import held_guest
from casino.refusals import BadInput, Conflict


class PlaysElsewhere(Conflict):
    """Nobody plays in a tournament and a cash game at once."""

    code = "PLAYER-002"
    message = msg("This guest is playing elsewhere.")
    next_step = msg("The guest must leave that place first.")
    next_page = "tables"


class LongerSeparation(Conflict):
    """Who may not sit together is let together by the act that says so, never by an earlier day."""

    code = "PLAYER-021"
    next_step = msg("Let them sit together first.")
    next_page = "player"


@act("players.keep_apart")
def keep_apart(
    stamp: Stamp, *, player_id: Id, other_id: Id, until: date | None, reason: PrivateReason
) -> SeatingRestriction:
    """
    Forbid two guests the same table until a day, that day included, or for good.

    A new decision on a pair takes the place of the one before, which it does not shorten.
    Source: OLY-1.49, VOO-G35. Raises BadInput, NotFound, Gone, LongerSeparation.
    """
    low, high = (held_guest(stamp, each) for each in sorted((player_id, other_id)))
    if low == high:
        raise BadInput(msg("Choose two different guests."), field="other_id")
    if until and until < stamp.gaming_day:
        raise BadInput(msg("That day is over."), field="until")
    before = SeatingRestriction.objects.filter(low=low, high=high, lifted_at=None)
    _check_longest(before, until)
    before.update(lifted_at=stamp.at)
    return SeatingRestriction.objects.create(
        low=low,
        high=high,
        since=stamp.gaming_day,
        until=until,
        reason=reason,
        act_id=stamp.act_id,
    )


@act("players.let_together")
def let_together(
    stamp: Stamp, *, player_id: Id, separation_id: Id, reason: Reason
) -> SeatingRestriction:
    """Let two guests sit at one table again; the act keeps why. Raises BadInput, NotFound."""
    player(stamp.club_id, player_id)
    lifted = separation(player_id, separation_id)
    if lifted.lifted_at is None:
        lifted.lifted_at = stamp.at
        lifted.save(update_fields=["lifted_at"])
    return lifted


def _check_longest(standing: Iterable[SeatingRestriction], until: date | None) -> None:
    """Raise LongerSeparation where a pair is kept apart for longer, or for good."""
    for each in standing if until else ():
        if each.until is None:
            raise LongerSeparation(msg("They are kept apart for good already."), field="until")
        if until and each.until > until:
            said = msg("They are kept apart until {until:%d.%m.%Y} already.", until=each.until)
            raise LongerSeparation(said, field="until")


def take_place(
    stamp: Stamp, *, player_id: int, kind: PlayingPlace.Kind, about: str
) -> PlayingPlace:
    """
    Note where a player plays from now on, as a step of an act.

    about: the table or tournament in words. Source: OLY-2.7, VOO-C4, AMB-122.
    Raises PlaysElsewhere where the book allows one place at a time.
    """
    alone = book_on(stamp.club_id, stamp.gaming_day).floor.one_place_at_a_time
    if alone:
        check_place(stamp, player_id, kind=kind)
    with refusing(players_one_place_at_a_time=PlaysElsewhere(field="player_id")):
        return PlayingPlace.objects.create(
            player_id=player_id,
            kind=kind,
            about=about,
            alone=alone,
            since=stamp.at,
            act_id=stamp.act_id,
        )


def take_places(
    stamp: Stamp, *, player_ids: Collection[int], kind: PlayingPlace.Kind, about: str
) -> set[int]:
    """
    Note that many players play from now on; return who cannot, because they play elsewhere.

    As `take_place`, for a whole room at once: who has a place already keeps it.
    """
    alone = book_on(stamp.club_id, stamp.gaming_day).floor.one_place_at_a_time
    open_places = PlayingPlace.objects.filter(player_id__in=player_ids, until=None)
    here = set(open_places.filter(kind=kind, about=about).values_list("player_id", flat=True))
    elsewhere = set(open_places.values_list("player_id", flat=True)) - here if alone else set()
    PlayingPlace.objects.bulk_create(
        PlayingPlace(
            player_id=player_id,
            kind=kind,
            about=about,
            alone=alone,
            since=stamp.at,
            act_id=stamp.act_id,
        )
        for player_id in sorted(set(player_ids) - here - elsewhere)
    )
    return elsewhere


def leave_place(stamp: Stamp, *, player_id: int, kind: PlayingPlace.Kind, ending: str = "") -> None:
    """
    Note that a player has left the place of that kind, as a step of an act.

    ending: how the words of the place end, where a player may have several of the kind.
    """
    places = PlayingPlace.objects.filter(player_id=player_id, kind=kind, until=None)
    places.filter(about__endswith=ending).update(until=stamp.at)


def check_place(stamp: Stamp, player_id: int, *, kind: PlayingPlace.Kind) -> None:
    """Raise PlaysElsewhere if the player has a place of the other kind (OLY-2.7, AMB-122)."""
    book = book_on(stamp.club_id, stamp.gaming_day)
    taken = place_of(player_id)
    if taken and taken.kind != kind and book.floor.one_place_at_a_time:
        raise PlaysElsewhere(
            msg("{player} is playing at {about}.", player=taken.player, about=taken.about),
            field="player_id",
            source=book.source("floor.one_place_at_a_time"),
        )
