"""At the crew's own cash table: seats, hands, top-ups, tips, cash-outs."""

import json
from typing import Any

from chaos.books import HANDS, drop_cents, moved, rake_cents
from chaos.crew import Crew, CrewHand, CrewTable

STACK_CENTS, SEATS = 20_000, 9
SMALL_POT_CENTS = 1_999  # of which at most 0.50 is raked and 1.00 dropped
GAME: dict[str, Any] = {
    "game": "texas_holdem",
    "small_blind_cents": 100,
    "big_blind_cents": 200,
    "min_buy_in_cents": 10_000,
    "max_buy_in_cents": 50_000,
}


def add_guest(crew: Crew) -> bool:
    """Write a guest down."""
    if len(crew.guests) > 40:
        return False
    name = f"Guest {crew.number}-{crew.dice.getrandbits(40)}"
    added = crew.do(crew.cashier, "players/", {"name": name})
    if added.ok:
        crew.guests.append(added.body["id"])
    return True


def open_table(crew: Crew) -> bool:
    """Open a game at the crew's table."""
    if crew.table or not crew.tables:
        return False
    opened = crew.do(crew.supervisor, "sessions/", GAME | {"table_id": crew.tables[crew.number]})
    if opened.ok:
        crew.table = CrewTable(id=opened.body["id"])
    return True


def account(table: CrewTable) -> str:
    return f"chips:table/{table.id}"


def sit(crew: Crew) -> bool:
    """Seat a guest who pays cash at the desk, or brings chips that the desk sold."""
    table, shift = crew.table, crew.shift
    if not table or not shift or len(table.seats) >= SEATS:
        return False
    seated = set(table.seats.values())
    free = [guest for guest in crew.sitting if guest not in seated and guest not in crew.left]
    if not free or crew.rack < STACK_CENTS:
        return False
    seat_no = next(n for n in range(1, SEATS + 1) if n not in table.seats)
    cash = shift.outstanding < STACK_CENTS or crew.dice.random() < 0.5
    body: dict[str, Any] = {"player_id": crew.dice.choice(free), "seat_no": seat_no}
    body |= {"cents": STACK_CENTS, "paid_with": "cash" if cash else "chips"}
    body |= {"shift_id": shift.id} if cash else {}
    moves = list(moved(STACK_CENTS, to=crew.means(cash=cash), out_of=account(table)))
    moves += [crew.racked(-STACK_CENTS)] if cash else []
    if crew.do(crew.cashier, f"sessions/{table.id}/seats/", body, moves=moves).ok:
        table.seats[seat_no] = body["player_id"]
        table.chips += STACK_CENTS
        shift.outstanding -= 0 if cash else STACK_CENTS
    return True


def hand(crew: Crew) -> bool:
    """Play a hand: the model says what the house and the jackpot take."""
    table = crew.table
    if not table or len(table.seats) < 2 or table.chips < 2_000:
        return False
    pot, flop = crew.dice.randint(200, min(table.chips, 40_000)), crew.dice.random() < 0.8
    players = len(table.seats)
    body = {
        "name": str(table.hands + 1),
        "pots_cents": [pot],
        "players_dealt": players,
        "board_cards_dealt": 3 if flop else 0,
        "deviation": "Chaos",  # more than sixty an hour
    }
    rake, drop = rake_cents(pot, flop=flop), drop_cents(pot, players, flop=flop)
    moves = [
        (account(table), rake + drop),
        ("income:rake", -rake),
        ("jackpot:pool", -drop),
    ]
    played = crew.do(crew.supervisor, f"sessions/{table.id}/hands/", body, moves=moves)
    if played.ok:
        table.hands += 1
        table.chips -= rake + drop
        table.last_hand = CrewHand(played.body["id"], pot, players, flop, rake, drop)
        said = (played.body["rake_cents"], played.body["drop_cents"])
        if said != (rake, drop):
            crew.client.watch.say(f"A pot of {pot}, {players} players: {said}, not {rake, drop}")
    return True


def top_up(crew: Crew) -> bool:
    """Add chips to a stack for cash."""
    table, shift = crew.table, crew.shift
    if not table or not shift or not table.seats or crew.rack < 40_000:
        return False
    cents = 100 * crew.dice.randint(1, 400)
    body = {"player_id": crew.dice.choice(list(table.seats.values())), "cents": cents}
    body |= {"stack_cents": 1_000, "shift_id": shift.id}
    moves = [*moved(cents, to=crew.drawer, out_of=account(table)), crew.racked(-cents)]
    path = f"sessions/{table.id}/top-ups/"
    added = crew.do(crew.cashier, path, body | {"paid_with": "cash"}, moves=moves)
    if added.ok:
        table.chips += cents
        table.last_top_up = added.body["id"], cents
    return True


def spend(crew: Crew) -> bool:
    """A tip, or a drink."""
    table = crew.table
    if not table or not table.seats or table.chips < 10_000:
        return False
    purpose = crew.dice.choice(["tip", "bar"])
    cents = 100 * crew.dice.randint(1, 20)
    body: dict[str, Any] = {"player_id": crew.dice.choice(list(table.seats.values()))}
    body |= {"cents": cents, "purpose": purpose}
    other = {"tip": "tips", "bar": "clearing:bar"}[purpose]
    moves = moved(cents, to=account(table), out_of=other)
    path = f"sessions/{table.id}/spendings/"
    spent = crew.decided(crew.cashier, path, body, signer=crew.manager, moves=moves)
    if spent and spent.ok:
        table.chips -= cents
    return True


def leave(crew: Crew) -> bool:
    """A guest leaves with chips, which the desk counts as sold, or has them paid."""
    table, shift = crew.table, crew.shift
    if not table or not shift or not table.seats:
        return False
    seat_no = crew.dice.choice(sorted(table.seats))
    last = len(table.seats) == 1
    cents = table.chips if last else 50 * crew.dice.randint(0, min(table.chips, 60_000) // 50)
    cash = cents % 100 == 0 and 0 < cents <= crew.holds(crew.drawer) and crew.dice.random() < 0.5
    body: dict[str, Any] = {"player_id": table.seats[seat_no], "cents": cents}
    body |= {"paid_with": "cash", "shift_id": shift.id} if cash else {"paid_with": "chips"}
    moves = list(moved(cents, to=account(table), out_of=crew.means(cash=cash)))
    moves += [crew.racked(cents)] if cash else []
    if crew.do(crew.cashier, f"sessions/{table.id}/cash-outs/", body, moves=moves).ok:
        table.chips -= cents
        crew.left.add(table.seats.pop(seat_no))
        shift.outstanding += 0 if cash else cents
    return True


def close_table(crew: Crew) -> bool:
    """Close a game at which nobody sits and nothing lies any more, nor in its bank."""
    table = crew.table
    if not table or table.seats or table.chips or table.bank or not table.hands:
        return False
    if crew.do(crew.supervisor, f"sessions/{table.id}/close/").ok:
        crew.table = None
    return True


def wait(crew: Crew) -> bool:
    """A guest waits for another game, and gives up."""
    if not crew.sitting:
        return False
    game = {name: GAME[name] for name in ("small_blind_cents", "big_blind_cents")}
    body = game | {"game": "omaha", "player_id": crew.dice.choice(crew.sitting)}
    listed = crew.do(crew.cashier, "waiting/", body, may=["LIST-001", "LIST-002"])
    if listed.ok:
        crew.do(crew.cashier, f"waiting/{listed.body['id']}/leave/")
    return True


def import_hands(crew: Crew) -> bool:
    """
    Import a file of hands by command: thousands of entries are posted in one statement so.

    Some are a few large pots, others as many small ones as the chips of the table bear.
    """
    table = crew.table
    if not table or len(table.seats) < 2 or table.chips < 20_000:
        return False
    players, rake, drop, lines = len(table.seats), 0, 0, []
    most, many = SMALL_POT_CENTS, table.chips // 200
    if table.chips > 60_000 and crew.dice.random() < 0.3:
        most, many = 40_000, crew.dice.randint(3, 30)
    for _ in range(many):
        pot, flop = crew.dice.randint(200, most), crew.dice.random() < 0.8
        rake += rake_cents(pot, flop=flop)
        drop += drop_cents(pot, players, flop=flop)
        told = {"id": crew.key(), "game": "texas_holdem", "family": "flop", "flop_seen": flop}
        told |= {"total_pot_cents": pot, "main_pot_cents": pot, "side_pots_cents": []}
        lines.append(json.dumps(told | {"players_dealt": players}))
    file = crew.folder / "files" / f"{crew.key()}.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(lines))
    words = ["manage.py", "import_hands", str(file), f"--club={crew.club}", f"--session={table.id}"]
    moves = [(account(table), rake + drop), ("income:rake", -rake), ("jackpot:pool", -drop)]
    moves.append((HANDS, many))
    crew.client.command(words, crew.mine(moves), key=crew.key())
    table.chips -= rake + drop
    return True


def close_floor(crew: Crew) -> bool:
    """Fix the level of the jackpot amid the work of all others; `verify` recomputes it."""
    crew.do(crew.supervisor, "close-floor/", {"games_go_on": True})
    return True


def clear(crew: Crew) -> None:
    """After a run that ended: find the crew's game again, with who sits there."""
    for one in crew.get(crew.supervisor, "sessions/") or []:
        if one["table_id"] == crew.tables[crew.number]:
            found = crew.get(crew.supervisor, f"sessions/{one['id']}/")
            table = crew.table = CrewTable(
                id=one["id"], chips=-crew.holds(f"chips:table/{one['id']}")
            )
            table.seats = {seat["seat_no"]: seat["player_id"] for seat in found["seats"]}
            table.hands = crew.dice.randint(10**6, 10**9)
