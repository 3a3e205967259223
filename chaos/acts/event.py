"""A tournament from its announcement to its prizes; and what is only read."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from chaos.books import POINTS, Moves, divided, moved, points_x100
from chaos.crew import Crew, Tournament
from chaos.history import REFUND_ALL

PRICE_CENTS, FEE_CENTS, STACK = 10_000, 1_000, 10_000
# A rebuy and an add-on: into the pool, fee.
MORE = {"rebuy": (5_000, 500), "addon": (4_000, 0)}
SHARES = [6_000, 4_000]
RANKING_PERCENT = 2
LEVELS = [[25, 50, 0, 600], [50, 100, 0, 20], [100, 200, 25, 20]]  # the first outlasts the play
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
    """Announce a tournament for a hundred and a fee of ten, two paid places, with rebuys."""
    if crew.tournament:
        return False
    ranking = crew.number // 2 % 2 == 0
    if not crew.template:
        terms: dict[str, Any] = {"kind": "regular"}
        terms |= {"name": f"Of crew {crew.number} {crew.dice.getrandbits(30)}"}
        terms |= {"price_cents": PRICE_CENTS, "fee_cents": FEE_CENTS, "places": 20}
        terms |= {"variants": ["rebuy_at_will"], "stack": STACK, "levels": LEVELS}
        terms |= {"late_levels": 1, "rebuy_levels": 1, "rebuy_stack": STACK, "addon_stack": STACK}
        for what, (cents, fee) in MORE.items():
            terms |= {f"{what}_cents": cents, f"{what}_fee_cents": fee}
        who = crew.manager if ranking else crew.director
        terms |= {"shares_bp": SHARES, "ranking": ranking}
        kept = crew.do(who, "tournament-templates/", terms)
        crew.template = kept.body["id"] if kept.ok else 0
        return True
    starts_at = datetime.now(UTC) + timedelta(minutes=30)
    body = {"template_id": crew.template, "starts_at": starts_at.isoformat()}
    name = f"Event {crew.number}-{crew.dice.getrandbits(40)}"
    made = crew.do(crew.director, "tournaments/", body | {"name": name})
    if made.ok:
        crew.tournament = Tournament(id=made.body["id"], ranking=ranking)
    return True


def enter(crew: Crew) -> bool:
    """Sell an entry."""
    event, shift = crew.tournament, crew.shift
    if not event or not shift or event.step != "selling" or len(event.entries) >= 6:
        return False
    free = [guest for guest in crew.guests[1::2] if guest not in event.guests.values()]
    if not free:
        return False
    body = {"player_id": crew.dice.choice(free), "shift_id": shift.id, "paid_with": "cash"}
    path = f"tournaments/{event.id}/entries/"
    sold = crew.do(crew.cashier, path, body, moves=_sold(crew, PRICE_CENTS, FEE_CENTS))
    if sold.ok:
        event.entries.append(sold.body["entry_id"])
        event.guests[event.entries[-1]] = int(str(body["player_id"]))
        event.took(PRICE_CENTS, FEE_CENTS, STACK)
    return True


def _sold(crew: Crew, price: int, fee: int) -> Moves:
    return [(crew.drawer, price + fee), ("tournament:pool", -price), ("deferred:fees", -fee)]


def sell_more(crew: Crew) -> bool:
    """Sell a rebuy or an add-on to somebody who plays."""
    event, shift = crew.tournament, crew.shift
    if not event or not shift or event.step != "playing":
        return False
    what = crew.dice.choice(list(MORE))
    body = {"what": what, "paid_with": "cash", "shift_id": shift.id, "chips": STACK}
    path = f"tournament-entries/{crew.dice.choice(event.entries)}/purchases/"
    if crew.do(crew.cashier, path, body, moves=_sold(crew, *MORE[what])).ok:
        event.took(*MORE[what], STACK)
    return True


def refund(crew: Crew) -> bool:
    """Give an entry back before the start, by two; it is owed like a prize."""
    event = crew.tournament
    if not event or event.step != "selling" or not event.entries:
        return False
    body = {"cause": "withdrawal", "reason": "Ill"}
    asked = crew.do(crew.director, f"tournament-entries/{event.entries[-1]}/refund/", body)
    moves = _given_back(PRICE_CENTS, FEE_CENTS)
    done = crew.signed(asked, crew.manager, asked_by=crew.director, moves=moves)
    if done and done.ok:
        del event.guests[event.entries.pop()]
        event.took(-PRICE_CENTS, -FEE_CENTS, -STACK)
    return True


def _given_back(price: int, fee: int) -> Moves:
    return [("tournament:pool", price), ("deferred:fees", fee), ("payable", -price - fee)]


def cancel(crew: Crew) -> bool:
    """Cancel a tournament by two, then give everybody the money back, each in a transaction."""
    event = crew.tournament
    if not event or event.step != "selling" or not event.entries:
        return False
    path = f"tournaments/{event.id}/"
    asked = crew.do(crew.director, f"{path}cancel/", {"reason": "The hall is flooded"})
    done = crew.signed(asked, crew.manager, asked_by=crew.director)
    if done and done.ok:
        moves = _given_back(event.pool, event.fees)
        crew.do(crew.director, f"{path}{REFUND_ALL}", moves=moves)
        crew.tournament = None
    return True


def play(crew: Crew) -> bool:
    """Take a tournament one step further."""
    event = crew.tournament
    if not event or (event.step == "selling" and len(event.entries) < 3):
        return False
    STEPS[event.step](crew, event, f"tournaments/{event.id}/")
    return True


def draw(crew: Crew, event: Tournament, at: str) -> None:
    """Open a table and seat everybody."""
    crew.do(crew.director, f"{at}tables/", {"numbers": [event.days], "seats": 9})
    crew.do(crew.director, f"{at}draws/")


def end_day(crew: Crew) -> bool:
    """All stacks go into bags, which hold exactly the chips in play, and come out of them."""
    event = crew.tournament
    if not event or event.step != "playing" or len(event.entries) < 2:
        return False
    at = f"tournaments/{event.id}/"
    stacks = divided(event.chips, [crew.dice.randint(1, 9) for _ in event.entries])
    bags = dict(zip(event.entries, stacks, strict=True))
    wrong = bags | {event.entries[0]: stacks[0] + 100}
    crew.do(crew.director, f"{at}bags/", _bagged(wrong), may=["!TOURNAMENT-049"])
    if crew.do(crew.director, f"{at}bags/", _bagged(bags)).ok:
        said = {one["entry_id"]: one["stack"] for one in crew.get(crew.director, f"{at}bags/")}
        if said != bags:
            crew.client.watch.say(f"Bags of {event.id}: {said}, not {bags}")
        crew.do(crew.director, f"{at}begin-day/")
        event.days += 1
        draw(crew, event, at)
    return True


def _bagged(stacks: dict[int, int]) -> dict[str, Any]:
    return {"bags": [{"entry_id": entry, "chips": chips} for entry, chips in stacks.items()]}


def begin(crew: Crew, event: Tournament, at: str) -> None:
    """Draw the seats and begin."""
    draw(crew, event, at)
    crew.do(crew.director, f"{at}start/", {"ahead_of_time": True})
    event.step = "playing"


def knock_out(crew: Crew, event: Tournament, at: str) -> None:
    """One goes out; once one is left, the manager signs the pool."""
    if len(event.entries) > 1:
        out = {"entry_id": event.entries[-1], "stack": STACK, "by": [event.entries[0]]}
        if crew.do(crew.director, f"{at}knockouts/", {"outs": [out]}).ok:
            event.out.append(event.guests[event.entries.pop()])
        return
    crew.do(crew.director, f"{at}close-registration/")
    part = event.pool * RANKING_PERCENT // 100 if event.ranking else 0
    moves = [
        *moved(event.fees, to="deferred:fees", out_of="income:fees"),
        *moved(part, to="tournament:pool", out_of="ranking:pool"),
    ]
    asked = crew.do(crew.director, f"{at}fix/")
    crew.signed(asked, crew.manager, asked_by=crew.director, moves=moves)
    event.step = "fixed"


def award(crew: Crew, event: Tournament, at: str) -> None:
    """The manager signs the prizes, the model's to the cent; points follow within a minute."""
    pool, points = event.pool, Counter[str]()
    if event.ranking:
        places = [event.guests[event.entries[0]], *reversed(event.out)]
        points.update({f"{POINTS}{who}": n for who, n in points_x100(places, pool).items()})
        pool -= pool * RANKING_PERCENT // 100
    asked = crew.do(crew.director, f"{at}prizes/")
    if asked.ok:
        said = [prize["cents"] for prize in asked.body["content"]["prizes"]]
        if said != divided(pool, SHARES):
            crew.client.watch.say(f"Prizes of {pool}: {said}, not {divided(pool, SHARES)}")
    moves = [*moved(pool, to="tournament:pool", out_of="payable"), *points.items()]
    crew.signed(asked, crew.manager, asked_by=crew.director, moves=moves)
    crew.tournament = None


STEPS = {"selling": begin, "playing": knock_out, "fixed": award}


def read(crew: Crew) -> bool:
    """Look something up, as everybody does all night."""
    role, path = crew.dice.choice(READ)
    crew.get(crew.people[role][0], path)
    return True
