"""At the cashier's desk: shifts, chips, slips, the vault, payments due."""

from typing import Any

from chaos.books import denominations, moved
from chaos.client import Answer
from chaos.crew import CHIPS, NOTES, Crew, Shift

FLOAT_CENTS, RACK_CENTS, ALONE_CENTS = 500_000, 3_000_000, 100_000


def open_shift(crew: Crew) -> bool:
    """Begin with a float out of the vault."""
    if crew.shift:
        return False
    body = {
        "drawer_id": crew.drawer_id,
        "cash": denominations(FLOAT_CENTS, NOTES),
        "chips": denominations(RACK_CENTS, CHIPS),
    }
    moves = [*moved(FLOAT_CENTS, to=crew.drawer, out_of="cash:vault"), crew.racked(RACK_CENTS)]
    opened = crew.do(crew.cashier, "shifts/", body, moves=moves)
    if opened.ok:
        crew.shift = Shift(id=opened.body["id"])
    return True


def sell(crew: Crew) -> bool:
    """Sell chips to a walk-in or a guest, alone."""
    if not crew.shift or crew.rack < ALONE_CENTS:
        return False
    cents = 100 * crew.dice.randint(1, 999)
    body = {"shift_id": crew.shift.id, "cents": cents}
    if crew.guests and crew.dice.random() < 0.3:
        body["player_id"] = crew.dice.choice(crew.guests)
    moves = [*moved(cents, to=crew.drawer, out_of="chips:floor"), crew.racked(-cents)]
    sold = crew.do(crew.cashier, "chips/sell/", body, moves=moves)
    if sold.ok:
        crew.shift.outstanding += cents
        crew.shift.slips.append((sold.body["entry_id"], cents))
    return True


def sell_by_two(crew: Crew) -> bool:
    """Try to sell alone what two must sign, then let the supervisor sign."""
    if not crew.shift or crew.rack < 3 * ALONE_CENTS:
        return False
    cents = 100 * crew.dice.randint(1_000, 3_000)
    body = {"shift_id": crew.shift.id, "cents": cents}
    crew.do(crew.cashier, "chips/sell/", body, may=["!APPROVAL-010"])
    asked = crew.do(crew.cashier, "chips/ask-sell/", body)
    moves = [*moved(cents, to=crew.drawer, out_of="chips:floor"), crew.racked(-cents)]
    signed = crew.signed(asked, crew.supervisor, asked_by=crew.cashier, moves=moves)
    if signed and signed.ok:
        crew.shift.outstanding += cents
    return True


def redeem(crew: Crew) -> bool:
    """Pay cash for chips that this desk sold before."""
    shift = crew.shift
    if not shift or shift.outstanding < 100:
        return False
    most = min(shift.outstanding, crew.holds(crew.drawer), 150_000) // 100
    if most < 1:
        return False
    cents = 100 * crew.dice.randint(1, most)
    moves = [*moved(cents, to="chips:floor", out_of=crew.drawer), crew.racked(cents)]
    body = {"shift_id": shift.id, "cents": cents}
    if crew.do(crew.cashier, "chips/redeem/", body, moves=moves).ok:
        shift.outstanding -= cents
    return True


def redeem_too_much(crew: Crew) -> bool:
    """Try to pay more than the drawer holds, which the database refuses."""
    if not crew.shift:
        return False
    cents = (crew.holds(crew.drawer) // 100 + 1) * 100
    body = {"shift_id": crew.shift.id, "cents": cents}
    crew.do(crew.cashier, "chips/redeem/", body, may=["!LEDGER-004"])
    return True


def reverse(crew: Crew) -> bool:
    """Take the latest sale back, by two."""
    shift = crew.shift
    if not shift or not shift.slips:
        return False
    entry_id, cents = shift.slips[-1]
    if cents > min(shift.outstanding, crew.holds(crew.drawer)):
        return False
    shift.slips.pop()
    what = {"entry_id": entry_id, "reason": "Typed wrongly"}
    moves = [*moved(cents, to="chips:floor", out_of=crew.drawer), crew.racked(cents)]
    path = f"shifts/{shift.id}/ask-reversal/"
    signed = crew.by_two(crew.cashier, path, what, signer=crew.manager, moves=moves)
    if signed and signed.ok:
        shift.outstanding -= cents
    return True


def move_vault(crew: Crew) -> bool:
    """Fetch cash from the vault, or bring some there, signed by the manager."""
    if not crew.shift:
        return False
    way = "bring" if crew.holds(crew.drawer) > 2 * FLOAT_CENTS else "fetch"
    cents = 1_000 * crew.dice.randint(10, 300)
    body = {"way": way, "cash": denominations(cents, NOTES), "chips": {}}
    asked = crew.do(crew.cashier, f"shifts/{crew.shift.id}/ask-vault/", body)
    to, out_of = (crew.drawer, "cash:vault") if way == "fetch" else ("cash:vault", crew.drawer)
    moves = moved(cents, to=to, out_of=out_of)
    crew.signed(asked, crew.manager, asked_by=crew.cashier, moves=moves)
    return True


def pay(crew: Crew) -> bool:
    """Pay the first payment due; all desks try for the same one, and one of them pays it."""
    if not crew.shift:
        return False
    due = crew.get(crew.cashier, "payables/") or []
    payable = [one for one in due if one["cents"] <= crew.holds(crew.drawer)]
    if not payable:
        return False
    one = payable[0] if crew.dice.random() < 0.7 else crew.dice.choice(payable)
    path, body = f"payables/{one['id']}", {"shift_id": crew.shift.id, "paid_with": "cash"}
    moves = moved(one["cents"], to="payable", out_of=crew.drawer)
    if one["cents"] < 50_000 and not one["two"]:
        # What one person paid a guest today is one sum with it.
        small = ["CAGE-010", "APPROVAL-010"]
        alone = crew.do(crew.cashier, f"{path}/pay/", body, moves=moves, may=small)
        if alone.code != "APPROVAL-010":
            return True
    else:
        crew.do(crew.cashier, f"{path}/pay/", body, may=["!APPROVAL-010", "CAGE-010"])
    asked = crew.do(crew.cashier, f"{path}/ask/", body, may=["CAGE-010"])
    if asked.ok:
        number = asked.body["proposal_id"]
        shown = crew.get(crew.manager, f"proposals/{number}/")
        if shown and shown["approved"] is None:
            paid = crew.do(
                crew.manager,
                f"proposals/{number}/approve/",
                {"digest": shown["digest"]},
                moves=moves,
                # Another desk asked later or paid before.
                may=["CAGE-010", "APPROVAL-002", "APPROVAL-003", "APPROVAL-004"],
            )
            if paid.code == "CAGE-010":  # what waits for nothing keeps the shift from its count
                crew.do(crew.cashier, f"proposals/{number}/refuse/", {"remark": "Paid elsewhere"})
    return True


def note(crew: Crew) -> bool:
    """Write something down."""
    if not crew.shift:
        return False
    crew.do(crew.cashier, f"shifts/{crew.shift.id}/notes/", {"text": "The scanner sticks"})
    return True


def print_slip(crew: Crew) -> bool:
    """Print a slip once more."""
    if not crew.shift or not crew.shift.slips:
        return False
    crew.do(crew.cashier, f"slips/{crew.shift.slips[-1][0]}/print/")
    return True


def fund_vault(crew: Crew) -> bool:
    """Bring the owners' money into the vault or take it out, by two."""
    cents = 100 * crew.dice.randint(1, 5_000)
    into = crew.dice.random() < 0.5
    asked = crew.do(
        crew.manager,
        "vault/ask/" if into else "vault/ask-withdrawal/",
        {"cash": denominations(cents, NOTES)},
    )
    to, out_of = ("cash:vault", "equity:funding") if into else ("equity:funding", "cash:vault")
    moves = moved(cents, to=to, out_of=out_of)
    crew.signed(asked, crew.accountant, asked_by=crew.manager, moves=moves)
    return True


def force_close(crew: Crew) -> bool:
    """The cashier forgot the shift: two count and close it, at times up to five too few."""
    if not crew.shift:
        return False
    short = min(crew.holds(crew.drawer), crew.dice.choice([0, 0, 100, 500]))
    held, rack = crew.holds(crew.drawer) - short, crew.rack
    body: dict[str, Any] = {"cash": denominations(held, NOTES), "reason": "Gone home"}
    body |= {"chips": denominations(rack, CHIPS)}
    path = f"shifts/{crew.shift.id}/"
    crew.do(crew.supervisor, f"{path}force-close/", body, may=["!APPROVAL-010"])
    asked = crew.do(crew.supervisor, f"{path}ask-force-close/", body)
    moves = [
        *moved(held, to="cash:vault", out_of=crew.drawer),
        *moved(short, to="expense:over-short", out_of=crew.drawer),
        crew.racked(-rack),
    ]
    closed = crew.signed(asked, crew.manager, asked_by=crew.supervisor, moves=moves)
    if closed and closed.ok:
        crew.shift = None
    return True


def close_shift(crew: Crew) -> bool:
    """Count blind and close; sometimes up to five too few, which is booked as short."""
    if not crew.shift:
        return False
    held = crew.holds(crew.drawer)
    short = min(held, crew.dice.choice([0, 0, 0, 100, 350, 500]))
    count_and_close(crew, crew.shift, short, reason="Counted twice" if short else "")
    return True


def count_and_close(crew: Crew, shift: Shift, short: int, *, reason: str) -> None:
    """Count all but some of the drawer, and close."""
    held, rack = crew.holds(crew.drawer) - short, crew.rack
    body = {"cash": denominations(held, NOTES), "chips": denominations(rack, CHIPS)}
    if not crew.do(crew.cashier, f"shifts/{shift.id}/count/", body).ok:
        return
    moves = [
        *moved(held, to="cash:vault", out_of=crew.drawer),
        *moved(short, to="expense:over-short", out_of=crew.drawer),
        crew.racked(-rack),
    ]
    # What nobody else signed of the cashier's shifts today is one sum with it.
    path, why = f"shifts/{shift.id}/", {"reason": reason}
    closed: Answer | None = crew.do(
        crew.cashier, f"{path}close/", why, moves=moves, may=["APPROVAL-010"]
    )
    if closed and closed.code == "APPROVAL-010":
        closed = crew.by_two(
            crew.cashier, f"{path}ask-close/", why, signer=crew.manager, moves=moves
        )
    if closed and closed.ok:
        crew.shift = None


def clear(crew: Crew) -> None:
    """After a run that ended: find the cashier's shift again; what was counted is closed."""
    mine = crew.client.once(crew.cashier, "GET", crew.at("shifts/mine/"))
    if mine.ok:
        crew.shift = Shift(id=mine.body["id"])
        if mine.body["state"] == "counted":
            count_and_close(crew, crew.shift, 0, reason="Resumed")
