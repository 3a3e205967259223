"""What a table's bank gets from the desk and gives back; hands and top-ups that were wrong."""

from typing import Any

from chaos.acts.table import account
from chaos.books import Moves, denominations, drop_cents, moved, rake_cents
from chaos.client import Answer
from chaos.crew import CHIPS, Crew, CrewTable

Counted = dict[str, Any]


def banked(table: CrewTable, cents: int) -> Moves:
    """Return the moves of house chips into a table's bank, out of it if negative."""
    return moved(cents, to=f"chips:bank/{table.id}", out_of="chips:stock")


def fill(crew: Crew) -> bool:
    """The floor asks for chips, the desk issues them, the table counts: sometimes a chip less."""
    table, shift = crew.table, crew.shift
    cents = 500 * crew.dice.randint(2, 100)
    if not table or not shift or crew.rack < 2 * cents:
        return False
    asked = crew.do(
        crew.supervisor, f"sessions/{table.id}/bank/fill/", {"chips": denominations(cents, CHIPS)}
    )
    if not asked.ok:
        return True
    path = f"fills/{asked.body['id']}"
    if crew.dice.random() < 0.2:
        crew.do(crew.supervisor, f"{path}/void/", {"reason": "Not needed"})
    else:
        _issue(crew, table, path, cents)
    return True


def _issue(crew: Crew, table: CrewTable, path: str, cents: int) -> None:
    assert crew.shift
    body: Counted = {"chips": denominations(cents, CHIPS), "shift_id": crew.shift.id}
    moves = [*banked(table, cents), crew.racked(-cents)]
    if not crew.do(crew.cashier, f"{path}/issue/", body, moves=moves).ok:
        return
    crew.do(crew.cashier, f"{path}/confirm/", {"chips": body["chips"]}, may=["!permission_denied"])
    lost = crew.dice.choice([0, 0, 100])
    moves = [*banked(table, -lost), *moved(lost, to="expense:over-short", out_of="chips:floor")]
    chips = {"chips": denominations(cents - lost, CHIPS)}
    # What nobody else signed of the table's fills is one sum with it.
    done: Answer | None = crew.do(
        crew.supervisor, f"{path}/confirm/", chips, moves=moves, may=["APPROVAL-010"]
    )
    if done and done.code == "APPROVAL-010":
        ask = f"{path}/ask-confirm/"
        done = crew.by_two(crew.supervisor, ask, chips, signer=crew.manager, moves=moves)
    if done and done.ok:
        table.bank += cents - lost


def credit(crew: Crew) -> bool:
    """The table sends chips of its bank, which the desk counts."""
    table, shift = crew.table, crew.shift
    if not table or not shift or table.bank < 1_000:
        return False
    cents = crew.dice.choice([table.bank, 100 * crew.dice.randint(1, table.bank // 100)])
    chips = {"chips": denominations(cents, CHIPS)}
    sent = crew.do(crew.supervisor, f"sessions/{table.id}/bank/credit/", chips)
    if sent.ok:
        path, moves = f"fills/{sent.body['id']}/take/", [*banked(table, -cents), crew.racked(cents)]
        if crew.do(crew.cashier, path, chips | {"shift_id": shift.id}, moves=moves).ok:
            table.bank -= cents
    return True


def lose_bank(crew: Crew) -> bool:
    """The bank of a table that ends is empty, and nobody knows where its chips went."""
    table = crew.table
    if not table or table.seats or table.chips or not table.bank:
        return False
    cents, path = table.bank, f"sessions/{table.id}/bank/missing/"
    lost = [*banked(table, -cents), *moved(cents, to="expense:over-short", out_of="chips:floor")]
    if crew.do(crew.supervisor, path, {"reason": "Not found"}, moves=lost).ok:
        table.bank = 0
        if crew.dice.random() < 0.3:  # found again
            back = [(to, -moved_cents) for to, moved_cents in lost]
            why = {"reason": "It lay beneath"}
            path += "take-back/"
            done = crew.decided(crew.supervisor, path, why, signer=crew.manager, moves=back)
            table.bank = cents if done and done.ok else 0
    return True


def correct_hand(crew: Crew) -> bool:
    """Take the last hand back, or put its pot right; once its level is fixed, by two."""
    table = crew.table
    if not table or not table.last_hand:
        return False
    hand, table.last_hand = table.last_hand, None
    body: Counted = {"reason": "Typed wrongly"}
    does, rake, drop = "take-back", 0, 0
    if hand.pot > 400 and crew.dice.random() < 0.5:
        pot = hand.pot // 2
        does, rake = "correct", rake_cents(pot, flop=hand.flop)
        drop = drop_cents(pot, hand.players, flop=hand.flop)
        body |= {"pots_cents": [pot], "players_dealt": hand.players}
        body |= {"board_cards_dealt": 3 if hand.flop else 0}
    more = (rake - hand.rake, drop - hand.drop)
    moves = [(account(table), sum(more)), ("income:rake", -more[0]), ("jackpot:pool", -more[1])]
    done = crew.decided(
        crew.supervisor, f"hands/{hand.id}/{does}/", body, signer=crew.manager, moves=moves
    )
    if done and done.ok:
        table.chips -= sum(more)
    return True


def correct_top_up(crew: Crew) -> bool:
    """Take back cash for chips that were never added, signed as a slip's reversal."""
    table, shift = crew.table, crew.shift
    if not table or not shift or not table.last_top_up:
        return False
    move_id, cents = table.last_top_up
    if cents > min(table.chips, crew.holds(crew.drawer)):
        return False
    table.last_top_up = None
    moves = [*moved(cents, to=account(table), out_of=crew.drawer), crew.racked(cents)]
    body = {"reason": "Another guest's", "shift_id": shift.id}
    path = f"chip-moves/{move_id}/take-back/"
    done = crew.decided(crew.cashier, path, body, signer=crew.manager, moves=moves)
    if done and done.ok:
        table.chips -= cents
    return True


def clear(crew: Crew) -> None:
    """After a run that ended: bring what is on its way to or from the crew's bank to its end."""
    if not crew.table:
        return
    ours = f"sessions/{crew.table.id}/bank"
    for one in crew.get(crew.supervisor, "fills/") or []:
        if one["session_id"] != crew.table.id:
            continue
        path = f"fills/{one['id']}"
        if one["state"] == "asked":
            crew.do(crew.supervisor, f"{path}/void/", {"reason": "Resumed"})
        elif one["way"] == "fill":
            chips = crew.client.history.last_body(crew.at(f"{path}/issue/"))["chips"]
            crew.do(crew.supervisor, f"{path}/confirm/", {"chips": chips})
        elif crew.shift:
            chips = crew.client.history.last_body(crew.at(f"{ours}/credit/"))["chips"]
            cents = sum(int(value) * quantity for value, quantity in chips.items())
            body = {"chips": chips, "shift_id": crew.shift.id}
            moves = [*banked(crew.table, -cents), crew.racked(cents)]
            crew.do(crew.cashier, f"{path}/take/", body, moves=moves)
    crew.table.bank = crew.holds(f"chips:bank/{crew.table.id}")
