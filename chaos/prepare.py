"""
Founds the clubs that the runner works in: `python -m chaos.prepare FOLDER CREWS`, as runtime role.

The only part that uses the product's own code. It writes people.json: role -> [name, key, id].
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe

import django

django.setup()

from django.core.management import call_command  # noqa: E402  (Django first)

from casino.cage.models import Drawer, PaymentThresholds  # noqa: E402
from casino.db import all_or_nothing, now  # noqa: E402
from casino.house.models import Club  # noqa: E402
from casino.house.queries import club_stamp  # noqa: E402
from casino.keys import pin_digest  # noqa: E402
from casino.ledger import services as ledger  # noqa: E402
from casino.staff.models import ApiToken, Pin, Secret, User  # noqa: E402
from chaos.books import BESIDE, CLUB, POOL_CENTS, VAULT_CENTS  # noqa: E402
from jackpot.models import Jackpot  # noqa: E402
from tests.hashing import hash_quickly  # noqa: E402

PIN = "4711"
NEVER = 100_000_000_000
TABLES_A_CREW = 3  # one of hands, one of boxes, one of time rake
PLAN = """
[club]
slug = "{slug}"
name = "Poker club {slug}"
language = "en"
first_day = "2026-01-01"
closes_at = "{closes_at}"
[rules]
book = "olympic"
[rules.overrides]
"time_rake.period_minutes" = "1"
[room]
drawers = [{drawers}]
tables = [{tables}]
jackpot = "Bad beat"
{people}
[opening]
{opening}
"""
PERSON = '[[people]]\nusername = "{name}"\nname = "{name}"\nroles = ["{role}"]\n'
ALONE = ["manager", "accountant", "auditor", "supervisor", "director"]


def main(folder: str, crews: str, closes_at: str = "07:00") -> None:
    """Open the clubs, give everybody a key and a PIN, and set the amounts of the desk."""
    names = {role: [role] for role in ALONE}
    names["cashier"] = [f"cashier{n}" for n in range(int(crews))]
    drawers = {
        CLUB: _open(Path(folder), CLUB, names, closes_at=closes_at, pool_cents=POOL_CENTS),
        BESIDE: _open(Path(folder), BESIDE, names, closes_at=closes_at, pool_cents=0),
    }
    hash_quickly()  # half of the office's CPU went into PINs
    pin, kept = pin_digest(PIN), {}
    for role, all_ in names.items():
        kept[role] = [_key(name, pin) for name in all_]
    clubs = dict(Club.objects.values_list("slug", "pk"))
    pool = Jackpot.objects.get(club__slug=CLUB)
    said = {"people": kept, "drawers": drawers, "clubs": clubs, "pool": pool.pk}
    (Path(folder) / "people.json").write_text(json.dumps(said))


def _open(
    folder: Path, slug: str, names: dict[str, list[str]], *, closes_at: str, pool_cents: int
) -> list[int]:
    """Open a club for as many crews as there are cashiers; return its drawers."""
    crews = len(names["cashier"])
    drawers, tables = (
        ", ".join(f'"{n}"' for n in range(many * crews)) for many in (1, TABLES_A_CREW)
    )
    people = "".join(
        PERSON.format(name=name, role=role) for role, all_ in names.items() for name in all_
    )
    amounts = {
        "cash:vault": VAULT_CENTS,
        "jackpot:pool": pool_cents,
        "equity:funding": VAULT_CENTS - pool_cents,
    }
    plan = PLAN.format(
        slug=slug,
        closes_at=closes_at,
        drawers=drawers,
        tables=tables,
        people=people,
        opening="\n".join(
            f'"{code}" = "{cents // 100}"' for code, cents in amounts.items() if cents
        ),
    )
    file = folder / f"{slug}.toml"
    file.write_text(plan)
    call_command("open_club", str(file))
    club = Club.objects.get(slug=slug)
    with all_or_nothing():  # what no act writes, verify finds
        ledger.act(club_stamp(club, at=now(), actor_id=None), "chaos.prepare")
        PaymentThresholds.objects.update_or_create(
            club=club,
            defaults={
                "second_from_cents": 50_000,
                "manager_from_cents": 500_000,
                "float_alone_under_cents": NEVER,
                "identify_from_cents": NEVER,
                "redeem_second_from_cents": NEVER,
                "redeem_manager_from_cents": NEVER,
                "sale_second_from_cents": 100_000,
                "unnamed_sales_from_cents": NEVER,
                "vault_maximum_cents": NEVER,
            },
        )
    return list(Drawer.objects.filter(club=club).order_by("pk").values_list("pk", flat=True))


def _key(name: str, pin: str) -> tuple[str, str, int]:
    user, key = User.objects.get(username=name), token_urlsafe(24)
    with user.changing(Secret.KEY):
        ApiToken.objects.create(user=user, name="chaos", digest=sha256(key.encode()).hexdigest())
        Pin.objects.update_or_create(user=user, defaults={"digest": pin})
    return name, key, user.pk


if __name__ == "__main__":
    main(*sys.argv[1:])
