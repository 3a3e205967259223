"""In the office: the general journal, deposits, the bank's statements; and what is refused."""

import base64
from datetime import date

from chaos.books import denominations, moved
from chaos.crew import NOTES, Crew

OWN = (("expense", "own:expense"), ("liability", "own:liability"))


def book(crew: Crew) -> bool:
    """Book a document between two accounts of the crew's own, alone or by two."""
    if len(crew.own) < len(OWN):
        kind, _ = OWN[len(crew.own)]
        code = f"{crew.number}-{crew.dice.getrandbits(16):X}"
        own = {"code": code, "name": f"Of crew {code}", "kind": kind}
        if crew.do(crew.accountant, "journal/accounts/", own, may=["JOURNAL-001"]).ok:
            crew.own.append(code)
        return True
    cents = crew.dice.choice([crew.dice.randint(1, 5_000), crew.dice.randint(1, 90_000)])
    lines = [
        {"account": crew.own[0], "debit_cents": cents},
        {"account": crew.own[1], "credit_cents": cents},
    ]
    body = {"dated": today(crew).isoformat(), "lines": lines, "reason": "Ice"}
    moves = moved(cents, to="own:expense", out_of="own:liability")
    done = crew.decided(crew.accountant, "journal/", body, signer=crew.manager, moves=moves)
    if done and done.ok and "number" in done.body:  # alone; by two it is the proposal's
        crew.documents.append((done.body["id"], cents))
    return True


def take_back(crew: Crew) -> bool:
    """Take the latest document back."""
    if not crew.documents:
        return False
    number, cents = crew.documents.pop()
    moves = moved(-cents, to="own:expense", out_of="own:liability")
    path, body = f"journal/documents/{number}/reverse/", {"reason": "Booked twice"}
    crew.decided(crew.accountant, path, body, signer=crew.manager, moves=moves)
    return True


def count_vault(crew: Crew) -> bool:
    """Count the vault by two while nothing moves it; sometimes up to five more or less is there."""
    with crew.client.vaults.kept():
        over = crew.dice.choice([0, 0, 500, -100])
        cash = denominations(crew.holds("cash:vault") + over, NOTES)
        body = {"cash": cash, "reason": "Counted twice" if over else ""}
        asked = crew.do(crew.supervisor, "vault/count/", body)
        moves = moved(over, to="cash:vault", out_of="expense:over-short")
        crew.signed(asked, crew.accountant, asked_by=crew.supervisor, moves=moves)
    return True


def deposit(crew: Crew) -> bool:
    """Bring cash of the vault to the bank, which credits it, sometimes less."""
    cents = 1_000 * crew.dice.randint(1, 20)
    body = {"cents": cents, "seal": f"S {crew.dice.getrandbits(60)}"}
    asked = crew.do(crew.manager, "vault/ask-deposit/", body)
    moves = moved(cents, to="cash:bags", out_of="cash:vault")
    packed = crew.signed(asked, crew.accountant, asked_by=crew.manager, moves=moves)
    if not packed or not packed.ok:
        return True
    found = crew.get(crew.accountant, "vault/bags/") or []
    path = next(f"vault/bags/{bag['id']}" for bag in found if bag["seal"] == body["seal"])
    asked = crew.do(crew.manager, f"{path}/ask-hand-over/", {"carrier": "K. Saar"})
    gone = crew.signed(asked, crew.supervisor, asked_by=crew.manager)
    if gone and gone.ok:
        lacks = crew.dice.choice([0, 0, 100])
        body = {"cents": cents - lacks, "statement": "Line 12", "reason": "A note" if lacks else ""}
        moves = [("bank", cents - lacks), ("expense:over-short", lacks), ("cash:bags", -cents)]
        # What nobody else signed of today's bags is one sum with it.
        alone = ["APPROVAL-010"]
        done = crew.do(crew.accountant, f"{path}/credit/", body, moves=moves, may=alone)
        if done.code in alone:
            ask = f"{path}/ask-credit/"
            crew.by_two(crew.accountant, ask, body, signer=crew.manager, moves=moves)
    return True


def statement(crew: Crew) -> bool:
    """Import the statement of another account, and book its lines as interest and a fee."""
    iban = _iban(crew.dice.getrandbits(40))
    name = f"Of crew {crew.number} {iban}"
    added = crew.do(crew.accountant, "bank-accounts/", {"name": name, "iban": iban})
    if not added.ok:
        return True
    path = f"bank-accounts/{added.body['id']}"
    columns = {"day": "Day", "amount": "Amount", "text": "Text", "days_as": "y-m-d", "decimal": "."}
    crew.do(crew.accountant, f"{path}/columns/", {"mapping": columns})
    interest, fee = crew.dice.randint(5_000, 40_000), crew.dice.randint(1, 5_000)
    day = today(crew)
    rows = [f"{day};{interest / 100:.2f};Interest", f"{day};-{fee / 100:.2f};Fee"]
    data = base64.b64encode("\n".join(["Day;Amount;Text", *rows]).encode()).decode()
    body = {"name": "s.csv", "data": data, "opening_cents": 0, "closing_cents": interest - fee}
    crew.do(crew.accountant, f"{path}/statements/", body)
    for line in crew.get(crew.accountant, f"{path}/lines/") or []:
        cents = line["cents"]
        moves = moved(cents, to="bank", out_of="expense:bank")
        parts = {"parts": [{"code": "expense:bank"}]}
        crew.do(crew.accountant, f"bank-accounts/lines/{line['id']}/match/", parts, moves=moves)
    return True


def refuse(crew: Crew) -> bool:
    """The manager refuses what the cashier asks for; nobody signs it any more."""
    if not crew.shift:
        return False
    body = {"way": "fetch", "cash": {"10000": 1}, "chips": {}}
    asked = crew.do(crew.cashier, f"shifts/{crew.shift.id}/ask-vault/", body)
    if not asked.ok:
        return True
    path = f"proposals/{asked.body.get('proposal_id') or asked.body['id']}"
    shown = crew.get(crew.supervisor, f"{path}/")
    crew.do(crew.manager, f"{path}/refuse/", {"remark": "Not now"})
    if shown:
        late = {"digest": shown["digest"]}
        crew.do(crew.supervisor, f"{path}/approve/", late, may=["!APPROVAL-002"])
    return True


def clear(crew: Crew) -> None:
    """After a run that ended amid an act by two: who asked takes it back."""
    everybody = {each.name: each for all_ in crew.people.values() for each in all_}
    for one in crew.get(crew.manager, "proposals/") or []:
        crew.do(everybody[one["proposed_by"]], f"proposals/{one['id']}/refuse/", {"remark": "Old"})


def change_guest(crew: Crew) -> bool:
    """Write down what a guest said."""
    if not crew.guests:
        return False
    notes = {"notes": f"Tea {crew.dice.getrandbits(20)}"}
    crew.do(crew.cashier, f"players/{crew.dice.choice(crew.guests)}/", notes, method="PUT")
    return True


def seal(crew: Crew) -> bool:
    """Seal the oldest day that has closed, once nothing of it is open any more."""
    closed = [one for one in crew.get(crew.accountant, "days/") if one["state"] == "closed"]
    if not closed:
        return False
    path = f"days/{closed[-1]['day']}/seal/"
    crew.do(crew.accountant, path, may=["OFFICE-001", "LEDGER-006"])
    return True


def today(crew: Crew) -> date:
    """Return the open gaming day."""
    return date.fromisoformat(crew.get(crew.accountant, "days/")[0]["day"])


def _iban(number: int) -> str:
    """Return a Latvian account number with its check digits."""
    account = f"HABA{number:013}"
    digits = "".join(str(int(each, 36)) for each in f"{account}LV00")
    return f"LV{98 - int(digits) % 97:02}{account}"
