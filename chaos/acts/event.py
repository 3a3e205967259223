"""A tournament from its announcement to its prizes; and what is only read."""

from datetime import UTC, datetime, timedelta
from typing import Any

from chaos.books import divided, moved
from chaos.crew import Crew, Tournament

PRICE_CENTS, FEE_CENTS, STACK = 10_000, 1_000, 10_000
SHARES = [6_000, 4_000]
LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20], [100, 200, 25, 20]]
READ = [
    ("accountant", "days/"),
    ("accountant", "trial-balance/"),
    ("supervisor", "jackpots/"),
    ("supervisor", "sessions/"),
    ("manager", "proposals/"),
    ("auditor", "access/"),
    ("manager", "players/"),
    ("supervisor", "tournaments/"),
    ("accountant", "shifts/over-short.csv"),
    ("accountant", "payables/payments.csv"),
]


def announce(crew: Crew) -> bool:
    """Announce a freezeout for a hundred and a fee of ten, two paid places."""
    if crew.tournament:
        return False
    if not crew.template:
        terms: dict[str, Any] = {"kind": "regular"}
        terms |= {"name": f"Of crew {crew.number} {crew.dice.getrandbits(30)}"}
        terms |= {"price_cents": PRICE_CENTS, "fee_cents": FEE_CENTS, "places": 20}
        terms |= {"variants": ["freezeout"], "stack": STACK, "levels": LEVELS, "late_levels": 2}
        kept = crew.do(crew.director, "tournament-templates/", terms | {"shares_bp": SHARES})
        crew.template = kept.body["id"] if kept.ok else 0
        return True
    starts_at = datetime.now(UTC) + timedelta(minutes=30)
    body = {"template_id": crew.template, "starts_at": starts_at.isoformat()}
    name = f"Event {crew.number}-{crew.dice.getrandbits(40)}"
    made = crew.do(crew.director, "tournaments/", body | {"name": name})
    if made.ok:
        crew.tournament = Tournament(id=made.body["id"])
    return True


def enter(crew: Crew) -> bool:
    """Sell an entry."""
    event, shift = crew.tournament, crew.shift
    if not event or not shift or event.step != "selling" or len(event.entries) >= 6:
        return False
    free = [guest for guest in crew.guests[1::2] if guest not in event.guests]
    if not free:
        return False
    body = {"player_id": crew.dice.choice(free), "shift_id": shift.id, "paid_with": "cash"}
    moves = [
        (crew.drawer, PRICE_CENTS + FEE_CENTS),
        ("tournament:pool", -PRICE_CENTS),
        ("deferred:fees", -FEE_CENTS),
    ]
    sold = crew.do(crew.cashier, f"tournaments/{event.id}/entries/", body, moves=moves)
    if sold.ok:
        event.entries.append(sold.body["entry_id"])
        event.guests.add(int(str(body["player_id"])))
    return True


def play(crew: Crew) -> bool:
    """Take a tournament one step further."""
    event = crew.tournament
    if not event or (event.step == "selling" and len(event.entries) < 3):
        return False
    STEPS[event.step](crew, event, f"tournaments/{event.id}/")
    return True


def begin(crew: Crew, event: Tournament, at: str) -> None:
    """Draw the seats and begin."""
    crew.do(crew.director, f"{at}tables/", {"numbers": [1], "seats": 9})
    crew.do(crew.director, f"{at}draws/")
    crew.do(crew.director, f"{at}start/")
    event.step = "playing"


def knock_out(crew: Crew, event: Tournament, at: str) -> None:
    """One goes out; once one is left, the manager signs the pool."""
    if len(event.entries) > 1:
        out = {"entry_id": event.entries[-1], "stack": STACK, "by": [event.entries[0]]}
        if crew.do(crew.director, f"{at}knockouts/", {"outs": [out]}).ok:
            event.entries.pop()
        return
    crew.do(crew.director, f"{at}close-registration/")
    fees = moved(FEE_CENTS * len(event.guests), to="deferred:fees", out_of="income:fees")
    asked = crew.do(crew.director, f"{at}fix/")
    crew.signed(asked, crew.manager, asked_by=crew.director, moves=fees)
    event.step = "fixed"


def award(crew: Crew, event: Tournament, at: str) -> None:
    """The manager signs the prizes, which are the model's to the cent."""
    pool = PRICE_CENTS * len(event.guests)
    asked = crew.do(crew.director, f"{at}prizes/")
    if asked.ok:
        said = [prize["cents"] for prize in asked.body["content"]["prizes"]]
        if said != divided(pool, SHARES):
            crew.client.watch.say(f"Prizes of {pool}: {said}, not {divided(pool, SHARES)}")
    moves = moved(pool, to="tournament:pool", out_of="payable")
    crew.signed(asked, crew.manager, asked_by=crew.director, moves=moves)
    crew.tournament = None


STEPS = {"selling": begin, "playing": knock_out, "fixed": award}


def read(crew: Crew) -> bool:
    """Look something up, as everybody does all night."""
    role, path = crew.dice.choice(READ)
    crew.client.get(crew.people[role][0], path)
    return True
