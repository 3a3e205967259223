"""What the writers find: a club, a thousand accounts, eight cashiers with their shifts."""

import json
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any

from django.db.backends.postgresql.psycopg_any import DateRange
from django.utils import timezone

from casino.cage.services.desk import add_drawer
from casino.cage.services.opening import open_shift
from casino.house.because import Because
from casino.house.models import Adoption, Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.staff.models import ApiToken, Membership, Role, User

ASSET, LIABILITY = "cash:drawer", "chips:table"
FIRST_REF = 1_000_000  # far from the ids of the cashiers' own drawers
WRITERS = 8


def found_club(accounts: int) -> list[dict[str, Any]]:
    """Found a club with `accounts` drawers and as many tables; return eight desks for HTTP."""
    club = Club.objects.create(slug="bench", name="Bench")
    period = DateRange(date(2020, 1, 1), None)
    Adoption.objects.create(club=club, book="olympic", period=period, adopted_at=timezone.now())
    ledger.open_club_accounts(club.pk, currency=club.currency)
    for ref in range(FIRST_REF + 1, FIRST_REF + accounts + 1):
        ledger.open_account(club.pk, ASSET, ref=ref, currency=club.currency)
        ledger.open_account(club.pk, LIABILITY, ref=ref, currency=club.currency)
    return [open_desk(club, number) for number in range(WRITERS)]


def open_desk(club: Club, number: int) -> dict[str, Any]:
    """Hire a cashier with a key for programs, and open their shift."""
    user = User.objects.create(username=f"cashier {number}", name="Cashier", password="!")
    Membership.objects.create(user=user, club=club, role=Role.CASHIER)
    token = f"key {number}".replace(" ", "-") + "-" + "x" * 30
    ApiToken.objects.create(user=user, name="bench", digest=sha256(token.encode()).hexdigest())
    drawer = add_drawer(stamp(None), name=f"Desk {number}")
    shift = open_shift(stamp(user.pk), drawer_id=drawer.pk, cash={}, chips={})
    address = f"/api/v1/clubs/{club.slug}/chips/sell/"
    return {"token": token, "shift_id": shift.pk, "address": address}


@cache
def the_club() -> Club:
    """Return the club; a request finds it with the user's roles."""
    return Club.objects.get(slug="bench")


def stamp(actor_id: int | None = 1) -> Stamp:
    """Return the head of an act, made as for a request."""
    return club_stamp(
        the_club(), at=timezone.now(), actor_id=actor_id, request_id="7f0c2a5be1f34a7c"
    )


def because(cents: int) -> tuple[Because, ...]:
    """Return reasons such as a raked pot has."""
    return (
        Because(
            rule="OLY-2.36",
            says="Five percent of the pot are raked, at most the limit of the stake.",
            inputs={"pot_cents": cents, "players_dealt": 6, "rake_bp": 500, "cap_cents": 200},
            result=cents,
        ),
    )


def draft(drawer: int, table: int, cents: int) -> Draft:
    """Return an entry of two lines."""
    return Draft(
        kind="benchmark.moved",
        lines=(
            debit(ASSET, cents, FIRST_REF + drawer),
            credit(LIABILITY, cents, FIRST_REF + table),
        ),
        because=because(cents),
    )


def pgbench_variables() -> dict[str, Any]:
    """Return what the service would send, for a call inside the database."""
    head, body = stamp(), draft(1, 1, 5_000)
    return {
        "actor": 1,
        "club": head.club_id,
        "day": head.gaming_day,
        "opens_at": head.opens_at.isoformat(),
        "closes_at": head.closes_at.isoformat(),
        "asset": ASSET,
        "liability": LIABILITY,
        "first": FIRST_REF,
        "arguments": json.dumps({"codes": [ASSET, LIABILITY], "refs": [1, 1], "cents": [5, -5]}),
        "because": json.dumps([reason.as_json() for reason in body.because]),
    }
