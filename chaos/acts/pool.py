"""The jackpot of both clubs: the other one's tables feed it, and it is paid where it is hit."""

import time
from datetime import UTC, datetime
from itertools import cycle, permutations

from chaos.acts import desk, table
from chaos.books import BESIDE, CLUB, bad_beat
from chaos.client import address
from chaos.crew import Crew, CrewTable

# No two hits of a table are of the same cards: the second would be a claim of the first.
SUITS = cycle(permutations("SHDC"))


def share(crew: Crew, jackpot_id: int) -> None:
    """Let the tables of the other club feed the pool of the crew's club from now on."""
    body = {"club_id": crew.other_id, "reason": "One pool for the group"}
    asked = crew.do(crew.manager, f"jackpots/{jackpot_id}/share/", body)
    crew.signed(asked, crew.accountant, asked_by=crew.manager)


def settle(crew: Crew) -> bool:
    """Send the other club some or all of what this one owes it for shares paid there, by two."""
    with crew.client.settling:
        owed = -crew.holds("group:owes")
        if not owed:
            return False
        cents = crew.dice.choice([owed, crew.dice.randint(1, owed)])
        body = {"club_id": crew.other_id, "through": "cash:vault", "note": "Shares paid"}
        crew.do(crew.manager, "jackpots/between/", body | {"cents": owed + 1}, may=["!JACKPOT-021"])
        asked = crew.do(crew.manager, "jackpots/between/", body | {"cents": cents})
        moves = [("group:owes", cents), ("cash:vault", -cents)]
        moves += [("/group:owed", -cents), ("/cash:vault", cents)]
        crew.signed(asked, crew.accountant, asked_by=crew.manager, moves=moves)
    return True


def hit(crew: Crew) -> bool:
    """
    Fix the level, hit the bad beat, and see it awarded to the cent by the model's own shares.

    Called between episodes, when nothing else is under way.
    """
    game = gathered(crew)
    if game is None:
        return False
    for club in (BESIDE, CLUB):  # the pool's club fixes what each club's own close had
        crew.do(crew.supervisor, address(club, "close-floor/"), {"games_go_on": True})
    time.sleep(1.1)  # a hand is known by its second, and this one is played after the close
    base = -crew.holds("jackpot:pool") - crew.holds("/jackpot:pool")
    loser, winner = sorted(game.seats)[:2]
    suits = str.maketrans("SHDC", "".join(next(SUITS)))

    def dealt(cards: str) -> list[str]:
        return cards.translate(suits).split()

    shown = {
        "session_id": game.id,
        "hand_name": f"hit {crew.dice.getrandbits(30)}",
        "played_at": datetime.now(UTC).isoformat(),
        "players_dealt": len(game.seats),
        "boards": [dealt("AS AD JC 9H 9D")],
        "hands": [
            {"seat": loser, "cards": dealt("AH JD")},
            {"seat": winner, "cards": dealt("9C 9S")},
        ],
    }
    claim = crew.do(crew.supervisor, "claims/", shown)
    if not claim.ok:
        return True
    where = f"claims/{claim.body['id']}/"
    due = bad_beat(base, loser=loser, winner=winner, seats=sorted(game.seats))
    preview = crew.get(crew.supervisor, f"{where}preview/") or {"shares": []}
    said = {share["seat"]: share["cents"] for share in preview["shares"]}
    if said != due:
        crew.client.watch.say(f"A bad beat from {base}: {said}, not {due}")
    award(crew, where, base, sum(due.values()))
    return True


def gathered(crew: Crew) -> CrewTable | None:
    """Return the crew's table once six sit there, as a bad beat asks; None where they do not."""
    if not crew.shift:
        desk.open_shift(crew)
    if not crew.table:
        table.open_table(crew)
    for _ in range(30):
        if crew.table and len(crew.table.seats) >= 6:
            return crew.table
        if not table.sit(crew):
            table.add_guest(crew)
    return None


def award(crew: Crew, where: str, base: int, total: int) -> None:
    """Prove, check, propose and approve a claim: this club's part of the pool goes first."""
    proof = {"deck_checked_by": "Tiina", "camera_at": datetime.now(UTC).isoformat()}
    crew.do(crew.supervisor, f"{where}evidence/", proof | {"witnesses": "Ott", "seal_number": "S1"})
    crew.do(crew.accountant, f"{where}check/", {"base_cents": base})
    asked = crew.do(crew.supervisor, f"{where}propose/")
    own = min(total, -crew.holds("jackpot:pool"))
    moves = [("jackpot:pool", own), ("payable", -total), ("group:owed", total - own)]
    moves += [("/jackpot:pool", total - own), ("/group:owes", own - total)]
    crew.signed(asked, crew.manager, asked_by=crew.supervisor, moves=moves)
