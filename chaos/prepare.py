"""
Founds the club that the runner works in: `python -m chaos.prepare FOLDER CREWS`, as runtime role.

The only part that uses the product's own code. It writes people.json: role -> [name, key, id].
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe

import django

django.setup()

from django.contrib.auth.hashers import make_password  # noqa: E402  (Django first)
from django.core.management import call_command  # noqa: E402

from casino.cage.models import Drawer, PaymentThresholds  # noqa: E402
from casino.db import all_or_nothing, now  # noqa: E402
from casino.house.models import Club  # noqa: E402
from casino.house.queries import club_stamp  # noqa: E402
from casino.ledger import services as ledger  # noqa: E402
from casino.staff.models import ApiToken, Pin, Secret, User  # noqa: E402

PIN = "4711"
NEVER = 100_000_000_000
TABLES_A_CREW = 3  # one of hands, one of boxes, one of time rake
CLUB = """
[club]
slug = "chaos"
name = "Poker club Chaos"
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
"cash:vault" = "500 000"
"jackpot:pool" = "25 000"
"equity:funding" = "475 000"
"""
PERSON = '[[people]]\nusername = "{name}"\nname = "{name}"\nroles = ["{role}"]\n'
ALONE = ["manager", "accountant", "auditor", "supervisor", "director"]


def main(folder: str, crews: str, closes_at: str = "07:00") -> None:
    """Open the club, give everybody a key and a PIN, and set the amounts of the desk."""
    names = {role: [role] for role in ALONE}
    names["cashier"] = [f"cashier{n}" for n in range(int(crews))]
    people = "".join(
        PERSON.format(name=name, role=role) for role, all_ in names.items() for name in all_
    )
    plan = Path(folder) / "club.toml"
    drawers, tables = (
        ", ".join(f'"{n}"' for n in range(many * int(crews))) for many in (1, TABLES_A_CREW)
    )
    plan.write_text(CLUB.format(drawers=drawers, tables=tables, people=people, closes_at=closes_at))
    call_command("open_club", str(plan))
    club = Club.objects.get()
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
            },
        )
    pin, kept = make_password(PIN), {}
    for role, all_ in names.items():
        kept[role] = [_key(name, pin) for name in all_]
    ids = list(Drawer.objects.order_by("pk").values_list("pk", flat=True))
    people_file = Path(folder) / "people.json"
    people_file.write_text(json.dumps({"people": kept, "drawers": ids}))


def _key(name: str, pin: str) -> tuple[str, str, int]:
    user, key = User.objects.get(username=name), token_urlsafe(24)
    with user.changing(Secret.KEY):
        ApiToken.objects.create(user=user, name="chaos", digest=sha256(key.encode()).hexdigest())
        Pin.objects.update_or_create(user=user, defaults={"digest": pin})
    return name, key, user.pk


if __name__ == "__main__":
    main(*sys.argv[1:])
