"""Games at the crew's second table, whose take is counted from its boxes or paid for its time."""

from chaos.acts.table import GAME
from chaos.books import denominations, divided, moved
from chaos.crew import CHIPS, Crew, CrewNight

STACK_CENTS, PLAYERS, PERIOD_CENTS = 30_000, 3, 1_500
LEFT_CENTS = 20_000  # what takes leave on the table, for the guests' going


def account(night: CrewNight) -> str:
    return f"chips:table/{night.id}"


def begin_boxes(crew: Crew) -> bool:
    """Open a game of the crew's own boxes."""
    return _begin(crew, by_box=True)


def begin_time(crew: Crew) -> bool:
    """Open a game that pays for each minute."""
    return _begin(crew, by_box=False)


def _begin(crew: Crew, *, by_box: bool) -> bool:
    if crew.night or not crew.shift or crew.rack < 2 * PLAYERS * STACK_CENTS or not crew.tables:
        return False
    if len(crew.regulars) < PLAYERS:
        name = f"Regular {crew.number}-{crew.dice.getrandbits(40)}"
        added = crew.do(crew.cashier, "players/", {"name": name})
        crew.regulars += [added.body["id"]] if added.ok else []
        return True
    number = crew.crews * (1 if by_box else 2) + crew.number
    body: dict[str, object] = GAME | {"table_id": crew.tables[number], "by_box": by_box}
    opened = crew.do(crew.supervisor, "sessions/", body)
    if not opened.ok:
        return True
    night = CrewNight(id=opened.body["id"], by_box=by_box)
    paid = {"paid_with": "cash", "shift_id": crew.shift.id}
    # Other guests each night: who comes back within the hour brings what they left with.
    guests, crew.regulars = crew.regulars[:PLAYERS], crew.regulars[PLAYERS:]
    for seat_no, player_id in enumerate(guests, start=1):
        seated = {"player_id": player_id, "seat_no": seat_no, "cents": STACK_CENTS} | paid
        moves = [*moved(STACK_CENTS, to=crew.drawer, out_of=account(night))]
        moves.append(crew.racked(-STACK_CENTS))
        if crew.do(crew.cashier, f"sessions/{night.id}/seats/", seated, moves=moves).ok:
            night.seats[seat_no] = player_id
            night.chips += STACK_CENTS
    if not by_box:
        plan = {"table_cents": PERIOD_CENTS}
        crew.do(crew.manager, f"sessions/{night.id}/time-rake/", plan)
    crew.night = night
    return True


def take_box(crew: Crew) -> bool:
    """Take a box off, which floor and office count blind; a wrong count is struck out."""
    night = crew.night
    if not night or not night.by_box or not night.seats or night.chips < LEFT_CENTS:
        return False
    cents, number = 50 * crew.dice.randint(0, 100), f"{crew.number}-{crew.dice.getrandbits(40)}"
    body = {"session_id": night.id, "fee": "rake", "number": number}
    taken = crew.do(crew.supervisor, "boxes/", body)
    if not taken.ok:
        return True
    path, right = f"boxes/{taken.body['id']}/count/", {"chips": denominations(cents, CHIPS)}
    if crew.dice.random() < 0.3:
        wrong = {"chips": denominations(cents + 100, CHIPS)}
        crew.do(crew.supervisor, path, wrong)
        crew.do(crew.supervisor, path, right, may=["!COUNT-004"])
        crew.do(crew.supervisor, path, right | {"reason": "Counted again"})
    else:
        crew.do(crew.supervisor, path, right)
    moves = moved(cents, to=account(night), out_of="income:rake")
    if crew.do(crew.accountant, path, {"chips": denominations(cents, CHIPS)}, moves=moves).ok:
        night.chips -= cents
        night.takes += 1
        if crew.dice.random() < 0.2:
            _void(crew, night, taken.body["id"], cents)
    return True


def _void(crew: Crew, night: CrewNight, box_id: int, cents: int) -> None:
    """It was another table's box: the manager signs that it is taken back."""
    body, moves = (
        {"reason": "Of another table"},
        moved(-cents, to=account(night), out_of="income:rake"),
    )
    path = f"boxes/{box_id}/void/"
    done = crew.decided(crew.supervisor, path, body, signer=crew.manager, moves=moves)
    night.chips += cents if done and done.ok else 0


def collect(crew: Crew) -> bool:
    """Let everybody pay for the periods that have begun: in chips, at times or for want in cash."""
    night, shift = crew.night, crew.shift
    if not night or night.by_box or not shift or not night.seats:
        return False
    said = crew.get(crew.supervisor, f"sessions/{night.id}/time-rake/") or {"shares": []}
    seated = [share for share in said["shares"] if share["seat_no"] in night.seats]
    due = [share for share in seated if share["is_due"]]
    parts = dict(
        zip(sorted(night.seats), divided(PERIOD_CENTS, [1] * len(night.seats)), strict=True)
    )
    for share in due:
        if len(night.seats) == PLAYERS and share["cents"] != parts[share["seat_no"]]:
            crew.client.watch.say(f"A share of {PERIOD_CENTS}: {share}, not {parts}")
        cash = crew.dice.random() < 0.3 or night.chips - share["cents"] < LEFT_CENTS
        body = {"paid_with": "cash", "shift_id": shift.id} if cash else {"paid_with": "chips"}
        paid = crew.drawer if cash else account(night)
        moves = moved(share["cents"], to=paid, out_of="income:time-rake")
        if crew.do(crew.cashier, f"time-rake/shares/{share['id']}/pay/", body, moves=moves).ok:
            night.chips -= 0 if cash else share["cents"]
            night.takes += 1
    return bool(due)


def end(crew: Crew) -> bool:
    """Let everybody go with chips; what its boxes lack then is what guests hold."""
    night, shift = crew.night, crew.shift
    if not night or not shift or (night.takes < 2 and night.chips > LEFT_CENTS):
        return False
    lost = 200 if night.by_box and crew.dice.random() < 0.5 else 0
    for seat_no, player_id in sorted(night.seats.items()):
        last = len(night.seats) == 1
        cents = night.chips - lost if last else night.chips // (2 * PLAYERS) // 50 * 50
        body = {"player_id": player_id, "cents": cents, "paid_with": "chips"}
        moves = moved(cents, to=account(night), out_of="chips:floor")
        if not crew.do(crew.cashier, f"sessions/{night.id}/cash-outs/", body, moves=moves).ok:
            return True
        night.chips -= cents
        shift.outstanding += cents
        del night.seats[seat_no]
    path = f"sessions/{night.id}"
    crew.do(crew.supervisor, f"{path}/close/")
    if night.by_box:
        body = {"reason": "A chip fell" if lost else ""}
        moves = moved(lost, to=account(night), out_of="chips:floor")
        crew.do(crew.accountant, f"{path}/settle/", body, moves=moves)
    crew.night = None
    return True


def clear(crew: Crew) -> None:
    """After a run that ended: find the crew's night again; a box that nobody booked is void."""
    ours = crew.tables[crew.crews + crew.number :: crew.crews]
    for one in crew.get(crew.supervisor, "sessions/") or []:
        if one["table_id"] not in ours:
            continue
        night = crew.night = CrewNight(id=one["id"], by_box=one["by_box"], takes=2)
        found = crew.get(crew.supervisor, f"sessions/{night.id}/")
        night.seats = {seat["seat_no"]: seat["player_id"] for seat in found["seats"]}
        night.chips = -crew.holds(account(night))
        for box in crew.get(crew.supervisor, "boxes/") or []:
            if box["session_id"] == night.id:
                _void(crew, night, box["id"], 0)
