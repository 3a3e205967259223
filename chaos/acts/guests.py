"""Who may play: the club's age, exclusions, and who may not sit with whom."""

from datetime import timedelta
from typing import Any

from chaos.acts.office import today
from chaos.acts.table import GAME, SEATS, STACK_CENTS
from chaos.crew import Crew

AGES = (18, 21, 25)


def change_age(crew: Crew) -> bool:
    """The manager proposes another age for admission, and the accountant signs."""
    with crew.client.admission[crew.club]:
        before = crew.client.ages[crew.club]
        age = crew.dice.choice([one for one in AGES if one != before])
        body = {"minimum_age": age, "reason": "The law"}
        asked = crew.do(crew.manager, "players/terms/", body)
        signed = crew.signed(asked, crew.accountant, asked_by=crew.manager)
        if signed and signed.ok:
            crew.client.ages[crew.club] = age
    return True


def admit(crew: Crew) -> bool:
    """Somebody asks for a game, old enough or not."""
    years = crew.dice.randint(AGES[0] - 1, AGES[-1] + 1)
    guest = _added(crew, "Young", birth_date=f"{today(crew).year - years}-01-01")
    if guest:
        with crew.client.admission[crew.club]:
            too_young = years < crew.client.ages[crew.club]
            _ask_for_game(crew, guest, may=["!PLAYER-008"] if too_young else [])
    return True


def exclude(crew: Crew) -> bool:
    """The house or the guest asks that the guest may not play; only the house takes it back."""
    guest, kind = _added(crew, "Excluded"), crew.dice.choice(["house", "self"])
    if not guest:
        return True
    path, excluded = f"players/{guest}/bar/", ["!PLAYER-001"]
    # A guest asks for six months or longer, as the law of the clubs' country has it.
    days = crew.dice.randint(185 if kind == "self" else 2, 400)
    until = (today(crew) + timedelta(days=days)).isoformat()
    crew.do(crew.supervisor, path, {"until": until, "reason": "A wish", "kind": kind})
    _ask_for_game(crew, guest, may=excluded)
    event = crew.tournament
    if event and crew.shift and event.step == "selling" and len(event.entries) < 6:
        body = {"player_id": guest, "shift_id": crew.shift.id, "paid_with": "cash"}
        crew.do(crew.cashier, f"tournaments/{event.id}/entries/", body, may=excluded)
    by_guest = kind == "self"
    lifted = {"until": None, "reason": "Talked about"}
    crew.do(crew.supervisor, path, lifted, may=["!PLAYER-004"] if by_guest else [])
    _ask_for_game(crew, guest, may=excluded if by_guest else [])
    return True


def keep_apart(crew: Crew) -> bool:
    """Two guests may not sit at one table, until the floor lets them again."""
    table = crew.table
    if not table or not 0 < len(table.seats) < SEATS:
        return False
    other = _added(crew, "Apart")
    if not other:
        return True
    path = f"players/{crew.dice.choice(sorted(table.seats.values()))}/separations/"
    apart = crew.do(crew.supervisor, path, {"other_id": other, "until": None, "reason": "A brawl"})
    if apart.ok:
        seat_no = next(n for n in range(1, SEATS + 1) if n not in table.seats)
        body: dict[str, Any] = {"player_id": other, "seat_no": seat_no}
        body |= {"cents": STACK_CENTS, "paid_with": "chips"}
        crew.do(crew.cashier, f"sessions/{table.id}/seats/", body, may=["!TABLE-014"])
        crew.do(crew.supervisor, f"{path}{apart.body['id']}/end/", {"reason": "They shook hands"})
    return True


def _added(crew: Crew, what: str, **more: str) -> int:
    name = f"{what} {crew.number}-{crew.dice.getrandbits(40)}"
    added = crew.do(crew.cashier, "players/", {"name": name} | more)
    return int(added.body["id"]) if added.ok else 0


def _ask_for_game(crew: Crew, guest: int, *, may: list[str]) -> None:
    """Ask for a place in another game, and give it up."""
    game = {name: GAME[name] for name in ("small_blind_cents", "big_blind_cents")}
    body = game | {"game": "omaha", "player_id": guest}
    listed = crew.do(crew.cashier, "waiting/", body, may=may)
    if listed.ok:
        crew.do(crew.cashier, f"waiting/{listed.body['id']}/leave/")
