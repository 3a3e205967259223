"""What the office refuses: closing, books, rules, access; seen on the evening of payloads."""

from django.utils import timezone

from cashgames.models import Seat, Session
from casino.bookkeeping.models import Job
from casino.cage.models import Bag
from casino.staff.models import ApiToken, Role
from casino.webhooks.models import Message, Webhook
from casino.whatif.models import Study
from jackpot.models import Jackpot
from tests.claiming import BEFORE, LATER, claimed
from tests.integration.jackpot.test_pools import feed
from tests.pages.provoking import Send, Try
from tests.world import World

CASHIER, SUPERVISOR, MANAGER = Role.CASHIER, Role.SUPERVISOR, Role.MANAGER
ACCOUNTANT = Role.ACCOUNTANT
DAY_CLOSE = {"register": "day-close", "form": "csv"}
A_NIGHT = {"book": "voodoo", "first_day": "2026-02-27", "last_day": "2026-02-27"}
AHEAD = {"book": "olympic", "first_day": "2027-01-01", "reason": "x"}


def dispatched(world: World) -> None:
    manager = world.staff[MANAGER].pk
    Bag.objects.update(carrier="x", handed_at=world.at("11:00"), handed_by_id=manager)


def an_earlier_claim(world: World) -> None:
    session = Session.objects.earliest("pk")
    claimed(world, session, "23:40", hand_name="16", played_at=world.at("22:50"), **LATER)


def ended(world: World) -> None:
    webhook = Webhook.objects.earliest("pk")
    at = world.at("12:00")
    Message.objects.create(
        webhook=webhook,
        event="day.closed",
        happened_at=at,
        facts={},
        next_at=at,
        act_id=webhook.act_id,
    )
    Webhook.objects.update(ended_at=at)


def with_a_night_before(world: World) -> None:
    boxes = Session.objects.filter(by_box=True)
    boxes.update(opened_at=world.at("20:00", day=BEFORE), closed_at=world.at("23:00", day=BEFORE))


def another_jackpot(world: World) -> None:
    """Open a second jackpot, and let the first one hold money."""
    pool = Jackpot.objects.filter(club=world.club).earliest("pk")
    feed(world, pool.pk, 100, "20:00")
    world.jackpot("Second")


RELEASED = Send(role=SUPERVISOR, page="stacks/{stack_id}/release/")
PAID = Send(role=CASHIER, page="payments/{due}/", values={"paid_with": "chips"})
OFFICE = [
    Try(
        role=MANAGER,
        page="webhooks/{webhook_id}/messages/{message}/again/",
        code="WEBHOOK-002",
        given=ended,
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="acts/access/give/",
        code="SETUP-003",
        values={"username": "direct0r@tallinn", "name": "x", "role": "cashier", "reason": "x"},
    ),
    Try(
        role=SUPERVISOR,
        page="chips/{removed}/take-back/",
        code="TABLE-031",
        values={"reason": "x"},
        before=(
            Send(
                role=SUPERVISOR,
                page="stacks/{stack_id}/release/",
                values={"reason": "x"},
            ),
        ),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="stacks/{stack_id}/take-back/",
        code="AWAY-006",
        values={"reason": "x"},
        before=(RELEASED, PAID),
    ),
    Try(
        role=CASHIER,
        page="payments/{due}/",
        code="CAGE-065",
        values={"paid_with": "chips"},
        before=(RELEASED,),
        meanwhile=(
            Send(
                role=SUPERVISOR,
                page="stacks/{stack_id}/take-back/",
                values={"reason": "x"},
                confirms=True,
            ),
        ),
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="approvals/{expired}/",
        code="APPROVAL-003",
        values={"digest": "0"},
    ),
    Try(
        role=SUPERVISOR,
        page="time-rake/{share_id}/waive/",
        code="TIME-002",
        values={"reason": "x"},
        times=2,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="time-rake/{share_id}/take-back/",
        code="TIME-004",
        values={"reason": "x"},
    ),
    Try(
        role=CASHIER,
        page="time-rake/{share_id}/pay/",
        code="TIME-003",
        values={"paid_with": "chips"},
        given=lambda _: Seat.objects.update(left_at=timezone.now()),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="boxes/{latest_box}/count/",
        code="COUNT-006",
        values={"chips_500": "1"},
        before=(
            Send(
                role=SUPERVISOR,
                page="tables/{by_box}/boxes/",
                values={"fee": "jackpot", "number": "9"},
            ),
        ),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{by_box}/boxes/",
        code="COUNT-012",
        values={"fee": "time", "number": "11"},
        before=(
            Send(
                role=SUPERVISOR,
                page="tables/{by_box}/boxes/",
                values={"fee": "rake", "number": "10"},
            ),
        ),
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="acts/access/keys/{token_id}/show/",
        code="AUDIT-005",
        given=lambda world: ApiToken.objects.update(made_by=world.staff[MANAGER]),
        leads=True,
    ),
    Try(
        role=ACCOUNTANT,
        page="files/",
        code="BOOKS-001",
        values={"first_day": "2026-11-20", "last_day": "2026-11-20"},
        leads=True,
    ),
    Try(
        role=ACCOUNTANT,
        page="files/",
        code="BOOKS-002",
        values={"first_day": "{sent_day}", "last_day": "{sent_day}"},
    ),
    Try(
        role=ACCOUNTANT,
        page="files/registers/",
        code="BOOKS-023",
        values=DAY_CLOSE,
        before=(Send(role=ACCOUNTANT, page="files/registers/", values=DAY_CLOSE, times=10),),
        given=lambda world: Job.objects.update(state="waiting", file=None),
        leads=True,
    ),
    Try(
        role=ACCOUNTANT,
        page="closings/close/",
        code="OFFICE-002",
        values={"period": "month", "first_day": "2026-02-01"},
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="rules/propose/",
        code="HOUSE-002",
        values=AHEAD | {"first_day": "2026-01-01"},
    ),
    Try(
        role=MANAGER,
        page="acts/access/give/",
        code="AUDIT-001",
        values={"username": "cashier@tallinn", "role": "auditor", "reason": "x"},
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="acts/access/badges/{badge_id}/",
        code="AUDIT-006",
        times=2,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="fills/{transfer_id}/void/",
        code="COUNT-008",
        values={"reason": "x"},
        times=2,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session_id}/bank/missing/",
        code="COUNT-011",
        values={"reason": "x"},
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="vault/bank/",
        code="CAGE-027",
        values={"cents": "1", "seal": "{seal}"},
    ),
    Try(
        role=ACCOUNTANT,
        page="vault/bags/{bag_id}/credit/",
        code="CAGE-063",
        values={"cents": "1000000", "statement": "1"},
        given=dispatched,
    ),
    Try(
        role=MANAGER,
        page="what-if/",
        code="WHATIF-001",
        values={"book": "voodoo", "first_day": "2026-01-01", "last_day": "2026-01-02"},
    ),
    Try(
        role=MANAGER,
        page="what-if/",
        code="WHATIF-003",
        values=A_NIGHT,
        before=(Send(role=MANAGER, page="what-if/", values=A_NIGHT, times=3),),
        given=lambda world: Study.objects.update(state="waiting", result=None),
    ),
]
EVIDENCE = {"deck_checked_by": "Tiina", "camera_at": "23:00", "witnesses": "Ott"}
EVIDENCE["seal_number"] = "S-1"
JACKPOT = [
    Try(
        role=MANAGER,
        page="jackpot/{jackpot_id}/retire/",
        code="JACKPOT-034",
        given=another_jackpot,
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="jackpot/{jackpot_id}/move/",
        code="JACKPOT-036",
        values={"to_jackpot_id": "{second_jackpot}", "reason": "x"},
        given=another_jackpot,
        leads=True,
    ),
    Try(role=SUPERVISOR, page="jackpot/claims/{claim_id}/propose/", code="JACKPOT-009", leads=True),
    Try(role=MANAGER, page="jackpot/open/", code="JACKPOT-014", values={"name": "x"}, times=2),
    Try(
        role=SUPERVISOR,
        page="jackpot/claims/at/{session_id}/",
        code="JACKPOT-003",
        values={
            "hand_name": "17",
            "played_at": "00:00",
            "players_dealt": "5",
            "board": "AsAdJc9h9d",
            "other_seat": "",
            "other_seat_2": "",
            "cards_1": "AhJd",
            "cards_2": "9c9s",
            "showdown": "on",
        },
        times=2,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="jackpot/claims/at/{session_id}/",
        code="JACKPOT-001",
        values={
            "hand_name": "17",
            "played_at": "00:00",
            "players_dealt": "5",
            "board": "AsAdJc9h9d",
            "other_seat": "",
            "other_seat_2": "",
            "cards_1": "AhJd",
        },
        given=lambda _: Session.objects.update(opened_at=timezone.now()),
    ),
    Try(
        role=SUPERVISOR,
        page="jackpot/claims/{claim_id}/withdraw/",
        code="JACKPOT-004",
        values={"reason": "x"},
        times=2,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="jackpot/claims/{claim_id}/propose/",
        code="JACKPOT-020",
        before=(
            Send(role=SUPERVISOR, page="jackpot/claims/{claim_id}/evidence/", values=EVIDENCE),
        ),
        given=with_a_night_before,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="jackpot/claims/{claim_id}/propose/",
        code="JACKPOT-010",
        given=an_earlier_claim,
        leads=True,
    ),
]
