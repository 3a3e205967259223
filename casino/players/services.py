"""Writing players."""

from datetime import date

from django.db.models import Max

from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.players.models import Player
from casino.players.queries import player
from casino.refusals import BadInput

OLDEST = date(1900, 1, 1)


@command
def add_player(
    stamp: Stamp,
    *,
    name: str,
    birth_date: date | None = None,
    document: str = "",
    notes: str = "",
) -> Player:
    """
    Add a guest under the club's next code.

    Raises BadInput for a name without visible letters or a birth date that cannot be.
    """
    name = clean_name(name)
    _check_birth_date(birth_date, stamp.gaming_day)
    act = ledger.act(
        stamp,
        "players.add_player",
        name=name,
        birth_date=birth_date,
        document=document,
        notes=notes,
    )
    if act.replayed:
        return Player.objects.get(act_id=act.id)
    return Player.objects.create(
        club_id=stamp.club_id,
        code=_next_code(stamp.club_id),
        name=name,
        birth_date=birth_date,
        document=document,
        notes=notes,
        act_id=act.id,
    )


@command
def change_player(
    stamp: Stamp,
    *,
    player_id: int,
    name: str,
    birth_date: date | None,
    document: str,
    notes: str,
) -> Player:
    """Change what is known of a guest; the act keeps the new values. Raises as add_player."""
    name = clean_name(name)
    _check_birth_date(birth_date, stamp.gaming_day)
    values = {"name": name, "birth_date": birth_date, "document": document, "notes": notes}
    changed = player(stamp.club_id, player_id)
    if not ledger.act(stamp, "players.change_player", player_id=player_id, **values).replayed:
        for field, value in values.items():
            setattr(changed, field, value)
        changed.save(update_fields=list(values))
    return changed


@command
def bar_player(stamp: Stamp, *, player_id: int, until: date | None, reason: str) -> Player:
    """
    Bar a guest until a day, that day included; None lifts the bar.

    Source: OLY-1.3, OLY-1.5, OLY-1.54. Raises BadInput without a reason, NotFound.
    """
    reason = clean_name(reason, field="reason", longest=200)
    barred = player(stamp.club_id, player_id)
    act = ledger.act(stamp, "players.bar_player", player_id=player_id, until=until, reason=reason)
    if not act.replayed:
        barred.barred_until = until
        barred.save(update_fields=["barred_until"])
    return barred


def _next_code(club_id: int) -> int:
    """Return the next code; the lock on the club keeps two desks from taking the same."""
    Club.objects.select_for_update(no_key=True).get(id=club_id)
    latest = Player.objects.filter(club_id=club_id).aggregate(code=Max("code"))["code"]
    return (latest or 100) + 1


def _check_birth_date(birth_date: date | None, today: date) -> None:
    if birth_date and not OLDEST <= birth_date <= today:
        raise BadInput("That birth date cannot be right.", field="birth_date")
