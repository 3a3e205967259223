"""Breakage: what nobody presents for so long that the club's policy takes it to income."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Annotated

from casino.acts.kinds import Amount, Line, Reason, Several, Whole, Written
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage import postings
from casino.closing.models import BreakagePolicy
from casino.closing.queries.breakage import MONTHS, BreakageItem, breakage_items, policy
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.journal.models import JournalDocument
from casino.journal.services.documents import keep_document
from casino.ledger import services as ledger
from casino.ledger.chart import LAPSED
from casino.ledger.queries.lapsed import hold_accounts
from casino.messages import msg
from casino.names import guest
from casino.refusals import BadInput, Conflict

CHANGE, LAPSE = "office.change_breakage_policy", "office.book_breakage"
Months = Annotated[int, Whole(low=1, high=600)]
KEY = Written(
    pattern=rf"({'|'.join(MONTHS)}):[0-9]{{1,18}}", says=msg("Choose from the list."), max_length=40
)
Key = Annotated[str, KEY]
MAX_ITEMS = 500
Keys = Annotated[Sequence[str], Several(of=KEY, minimum=1, maximum=MAX_ITEMS)]


class NotLapsed(Conflict):
    """Only what was taken to income is given back."""

    code = "OFFICE-013"
    message = msg("So much of it was not taken to income.")
    next_step = msg("Look at what is: it stands in the list.")
    next_page = "breakage"


class NotYetLapsing(Conflict):
    """What may not lapse under the policy in force."""

    code = "OFFICE-014"
    message = msg("It may not lapse now: it was presented, or the policy asks for more months.")
    next_step = msg("Look at what may: it stands in the list.")
    next_page = "breakage"


def policy_preview(stamp: Stamp, *, basis: str, reason: str, **months: int | None) -> Preview:
    """Say what would hold, and what holds now. Raises NothingChanges."""
    now = policy(stamp.club_id)
    before = {name: getattr(now, name) for name in MONTHS.values()}
    if before == months and now.basis == basis:
        raise NothingChanges
    return Preview(content={"instead_of": before | {"basis": now.basis}})


@signed(
    CHANGE,
    asked_as="office.ask_breakage_policy",
    preview=policy_preview,
    kinds={CHANGE: msg("Policy of breakage")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
)
def change_policy(
    stamp: Stamp,
    *,
    payables_months: Months | None = None,
    stacks_months: Months | None = None,
    tickets_months: Months | None = None,
    chips_months: Months | None = None,
    basis: Line,
    reason: Reason,
) -> BreakagePolicy:
    """
    Say after how many months without a sign of life something may be taken to income.

    None: never. basis: the law or the club's own terms that say so. What held before stays.
    Source: IFRS 15 B46.
    """
    return BreakagePolicy.objects.create(
        club_id=stamp.club_id,
        payables_months=payables_months,
        stacks_months=stacks_months,
        tickets_months=tickets_months,
        chips_months=chips_months,
        basis=basis,
        reason=reason,
        gaming_day=stamp.gaming_day,
        changed_by_id=stamp.person_id,
        signed_by_id=stamp.signed_by_id,
        act_id=stamp.act_id,
    )


def lapse_preview(stamp: Stamp, *, items: Sequence[str], reason: str) -> Preview:
    """Say what would become income, item by item. Raises NotYetLapsing."""
    found = _lapsing(stamp, items)
    return Preview(
        content={
            "cents": sum(each.cents for each in found),
            "basis": policy(stamp.club_id).basis,
            "lapsing": [
                {
                    "account": each.kind.template,
                    "name": each.name,
                    "player": guest(each.player_id) if each.player_id else "",
                    "since": each.since.isoformat(),
                    "moved": each.moved.isoformat(),
                    "cents": each.cents,
                }
                for each in found
            ],
        }
    )


@signed(
    LAPSE,
    asked_as="office.ask_breakage",
    preview=lapse_preview,
    kinds={LAPSE: msg("Breakage: take to income")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
)
def lapse(
    stamp: Stamp,
    *,
    items: Keys,
    reason: Reason,
) -> JournalDocument:
    """
    Take to income what nobody presented in time, in one document of the general journal.

    Each item stays what it is at the desk: who presents it after all is paid, and the income of it
    is taken back then. Source: IFRS 15 B46. Raises NotYetLapsing.
    """
    return _book(stamp, {each.key: each.cents for each in _lapsing(stamp, items)}, reason)


@act("office.reverse_breakage")
def restore_lapsed(
    stamp: Stamp, *, item: Key, cents: Amount | None = None, reason: Reason
) -> JournalDocument:
    """
    Owe again what was taken to income by mistake, or what came back without its own act: chips.

    cents: None for all of it. Raises NotLapsed.
    """
    hold_accounts(stamp.club_id, [_account(item)])
    known = {
        each.key: each.lapsed_cents for each in breakage_items(stamp.club_id, stamp.gaming_day)
    }
    lapsed = known.get(item, 0)
    if not 0 < (cents or lapsed) <= lapsed:
        raise NotLapsed(field="cents" if lapsed else "item")
    return _book(stamp, {item: -(cents or lapsed)}, reason)


def _lapsing(stamp: Stamp, keys: Sequence[str]) -> list[BreakageItem]:
    """Return what may lapse now, held within an act. Raises NotYetLapsing, BadInput for a twin."""
    if len(set(keys)) < len(keys):
        raise BadInput(msg("Tick each line once."), field="items")
    if stamp.act_id:
        hold_accounts(stamp.club_id, map(_account, keys))
    known = {each.key: each for each in breakage_items(stamp.club_id, stamp.gaming_day)}
    if any(key not in known or not known[key].cents for key in keys):
        raise NotYetLapsing(field="items")
    return [known[key] for key in keys]


def _book(stamp: Stamp, cents: Mapping[str, int], reason: str) -> JournalDocument:
    """Give what lapses, below zero what is owed again, its document of the day."""
    moved = {_account(key): each for key, each in cents.items()}
    currency = Club.objects.get(id=stamp.club_id).currency
    for code, ref in [(f"{LAPSED}{code}", ref) for code, ref in moved] + [("income:breakage", 0)]:
        ledger.open_account(stamp.club_id, code, ref=ref, currency=currency)
    draft = postings.lapsed(moved)
    return keep_document(
        stamp,
        kind=JournalDocument.Kind.ENTRY,
        dated=stamp.gaming_day,
        concerns=stamp.gaming_day,
        reference="",
        reason=reason,
        lines=[
            {
                "account": line.code, "code": line.code, "ref": line.ref, "note": "",
                "debit_cents": max(line.cents, 0), "credit_cents": max(-line.cents, 0),
            }
            for line in draft.lines
        ],
        draft=draft,
    )  # fmt: skip


def _account(key: str) -> tuple[str, int]:
    code, _, ref = key.rpartition(":")
    return code, int(ref)
