"""A night through a client that openapi-python-client made of the API's document."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest
from django.core.wsgi import get_wsgi_application

from casino.staff.models import Role
from tests.api.program import PIN, program
from tests.api.test_schema import published
from tests.world import FLOAT, RACK, World, a_club

PACKAGE = "office_client"
FILE = "application/octet-stream"
FILES = ("*/*", "application/pdf", "image/jpeg", "image/png")
SETTINGS = {
    "post_hooks": [],
    "content_type_overrides": dict.fromkeys(FILES, FILE),
}
TERMS = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
TERMS |= {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
PATHS = ("--path", "document.json", "--config", "settings.json", "--output-path", PACKAGE)
BUY_IN, POT = 20_000, 30_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Colleague:
    """Somebody who works with the client; `client` holds their key."""

    slug: str
    client: Any

    def answer(self, operation: str, **given: Any) -> Any:
        """Return the whole answer to an operation, `cage.cage_sell_chips_post`."""
        if operation.endswith("_post"):
            given.setdefault("idempotency_key", str(uuid4()))
        module = import_module(f"{PACKAGE}.api.{operation}")
        return module.sync_detailed(club=self.slug, client=self.client, **given)

    def done(self, operation: str, **given: Any) -> Any:
        """Return what an operation that went well gave, as the client's own type."""
        answer = self.answer(operation, **given)
        assert answer.status_code < 300, answer.content
        return answer.parsed


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Generate the client of the whole document; a warning is an error. Return its types."""
    (tmp_path / "document.json").write_bytes(published())
    (tmp_path / "settings.json").write_text(json.dumps(SETTINGS))
    generator = Path(sys.executable).with_name("openapi-python-client")
    done = subprocess.run(
        [generator, "generate", "--fail-on-warning", "--meta", "none", *PATHS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return import_module(f"{PACKAGE}.models")


@pytest.fixture
def world(committed_db: None) -> World:
    """A club whose jackpot stands."""
    found = a_club()
    found.jackpot()
    return found


@pytest.fixture
def colleague(models: Any, world: World) -> Callable[[str], Colleague]:
    """Return who works in a role."""

    def working(role: str) -> Colleague:
        client = import_module(f"{PACKAGE}.client").AuthenticatedClient(
            base_url="http://testserver",
            token=program(world, role).key,
            prefix="Token",
            raise_on_unexpected_status=True,
            httpx_args={"transport": httpx.WSGITransport(app=get_wsgi_application())},
        )
        return Colleague(slug=world.club.slug, client=client)

    return working


def denominations(kind: Any, counted: dict[int, int]) -> Any:
    """Return a count as a type of the client's."""
    return kind.from_dict({str(cents): many for cents, many in counted.items()})


def test_a_night_is_played_with_the_generated_client(
    models: Any, world: World, colleague: Callable[[str], Colleague]
):
    manager, desk, floor = map(colleague, (Role.MANAGER, Role.CASHIER, Role.SUPERVISOR))
    second = colleague(Role.ACCOUNTANT)
    fund(models, manager, second)
    drawer = manager.done("cage.cage_drawers_post", body=models.CageAddDrawerRequest(name="Desk 1"))
    shift = desk.done(
        "cage.cage_shifts_post",
        body=models.CageOpenShiftRequest(
            drawer_id=drawer.id,
            cash=denominations(models.CageOpenShiftRequestCash, FLOAT),
            chips=denominations(models.CageOpenShiftRequestChips, RACK),
        ),
    )
    assert isinstance(shift, models.CageShiftOut)
    guests = []
    for name in ("Mari Tamm", "Jaan Kask"):
        body = models.PlayersAddPlayerRequest(name=name)
        guests.append(desk.done("guests.players_players_post", body=body).id)
        sale = models.CageSellChipsRequest(shift_id=shift.id, cents=BUY_IN, player_id=guests[-1])
        desk.done("cage.cage_sell_chips_post", body=sale)

    hand = play(models, floor, guests)
    taken = hand.rake_cents + hand.drop_cents
    assert taken == 1_100
    redeemed = models.CageRedeemChipsRequest(
        shift_id=shift.id, cents=2 * BUY_IN - taken, player_id=guests[0]
    )
    desk.done("cage.cage_redeem_chips_post", body=redeemed)
    undo_a_sale(models, desk, floor, shift.id)
    desk.done(
        "cage.cage_shift_count_post",
        shift_id=shift.id,
        body=models.CageSubmitCountRequest(
            cash=denominations(models.CageSubmitCountRequestCash, FLOAT | {1000: 101, 100: 1}),
            chips=denominations(models.CageSubmitCountRequestChips, RACK | {500: 198, 100: 499}),
        ),
    )
    late = desk.answer("cage.cage_sell_chips_post", body=sale).parsed
    assert isinstance(late, models.Problem)
    assert (late.status, late.error) == (409, "CAGE-001")
    shift = desk.done(
        "cage.cage_shift_close_post", shift_id=shift.id, body=models.CageCloseShiftRequest()
    )
    assert shift.state is models.CageShiftOutState.CLOSED
    assert (shift.tally.cash.over_cents, shift.tally.chips.over_cents) == (0, 0)
    assert world.balance("income:rake") == -hand.rake_cents


def play(models: Any, floor: Colleague, guests: list[int]) -> Any:
    """Open a table, seat the guests with chips, play one hand, close it; return the hand."""
    table = floor.done(
        "cash_tables.cashgames_tables_post", body=models.CashgamesAddTableRequest(name="Table 1")
    )
    session = floor.done(
        "cash_tables.cashgames_sessions_post",
        body=models.CashgamesOpenSessionRequest(table_id=table.id, **TERMS),
    )
    chips = models.CashgamesSeatPlayerRequestPaidWith.CHIPS
    for seat_no, guest in enumerate(guests, start=1):
        seat = models.CashgamesSeatPlayerRequest(
            seat_no=seat_no, player_id=guest, cents=BUY_IN, paid_with=chips
        )
        floor.done("cash_tables.cashgames_seats_post", session_id=session.id, body=seat)
    hand = floor.done(
        "cash_tables.cashgames_hands_post",
        session_id=session.id,
        body=models.CashgamesRakeHandRequest(
            name="1",
            pots_cents=[POT],
            players_dealt=6,
            board_cards_dealt=5,
            deviation="Four more were dealt in, who stay on the other program",
        ),
    )
    left = 2 * BUY_IN - hand.rake_cents - hand.drop_cents
    for guest, cents in zip(guests, (left, 0), strict=True):
        gone = models.CashgamesCashOutRequest(
            player_id=guest, cents=cents, paid_with=models.CashgamesCashOutRequestPaidWith.CHIPS
        )
        floor.done("cash_tables.cashgames_cash_outs_post", session_id=session.id, body=gone)
    closed = floor.done("cash_tables.cashgames_session_close_post", session_id=session.id)
    assert closed.closed_at is not None
    return hand


def fund(models: Any, manager: Colleague, second: Colleague) -> None:
    """Ask for money into the vault, and let a second person approve it."""
    notes = denominations(models.CageAskVaultFundingRequestCash, {10_000: 500})
    asked = manager.done(
        "cage.cage_ask_funding_post", body=models.CageAskVaultFundingRequest(cash=notes)
    )
    (waits,) = second.done("approvals.approvals_proposals_get")
    assert waits.id == asked.proposal_id
    second.done(
        "approvals.approvals_approve_post",
        proposal_id=waits.id,
        body=models.ApprovalsApproveInRequest(digest=waits.digest, pin=PIN),
    )


def undo_a_sale(models: Any, desk: Colleague, floor: Colleague, shift_id: int) -> None:
    """Sell with one key twice, and let a second person take the one sale back."""
    key = str(uuid4())
    sale = models.CageSellChipsRequest(shift_id=shift_id, cents=500)
    first, again = (
        desk.answer("cage.cage_sell_chips_post", body=sale, idempotency_key=key) for _ in range(2)
    )
    assert first.parsed == again.parsed
    assert again.headers["Idempotent-Replayed"] == "true"
    asked = desk.done(
        "cage.cage_shift_ask_reversal_post",
        shift_id=shift_id,
        body=models.CageAskReversalRequest(entry_id=first.parsed.entry_id, reason="Mistyped"),
    )
    (waits,) = floor.done("approvals.approvals_proposals_get")
    assert (waits.id, waits.approved) == (asked.proposal_id, None)
    decided = floor.done(
        "approvals.approvals_approve_post",
        proposal_id=waits.id,
        body=models.ApprovalsApproveInRequest(digest=waits.digest, pin=PIN),
    )
    assert decided.approved
    latest = desk.answer("cage.cage_shift_slips_get", shift_id=shift_id, limit=1)
    (cursor,) = parse_qs(urlsplit(latest.headers["Link"].split(">")[0]).query)["cursor"]
    before = desk.done("cage.cage_shift_slips_get", shift_id=shift_id, limit=1, cursor=cursor)
    assert latest.parsed[0].reverses_id == before[0].id == first.parsed.entry_id
