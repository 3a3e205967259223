"""A count that was typed wrongly is put right by two: of a close, by force or not, a take-over."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from casino.acts.kinds import Denominations, Id, Reason
from casino.approvals.queries import approved_by
from casino.approvals.signed import Preview, signed
from casino.cage.models import Count, CountCorrection, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import counted_by
from casino.cage.queries.tallies import day_of_count, over_short_cents
from casino.cage.rules import recount_signatures
from casino.cage.services.counts import keep_count
from casino.cage.services.faulty_counts import Change, Faulty, Moment, faulty_count
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.chart import CHART
from casino.ledger.queries import gaming_days
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Conflict

SECOND, LARGE = "cage.correct_count", "cage.correct_count_large"


class DayIsSealed(Conflict):
    """Nothing is posted to a sealed day."""

    code = "CAGE-070"
    message = msg("The gaming day of this count is sealed.")
    next_step = msg("Book the difference as a late entry: vault against over/short.")
    next_page = "late-entry"


class OwnCount(Conflict):
    """Who was counted does not ask that it be counted otherwise."""

    code = "CAGE-071"
    message = msg("This is a count of your own shift. Another person corrects it.")


def correction_preview(
    stamp: Stamp,
    *,
    shift_id: int,
    moment: Moment,
    cash: Denominations,
    chips: Denominations,
    reason: str,
) -> Preview:
    """
    Say what a right count books beyond the wrong one, and who signs it.

    Raises NotFound, BadInput, CountNotFinal, FloatIssued, AcceptedAsCounted, CountedSince,
    NothingChanges, DayIsSealed, VaultLacks, OwnCount.
    """
    found = faulty_count(stamp, shift_id, moment, cash=cash, chips=chips)
    moved_cents = max(_moved_cents(each) for each in found.changes)
    needs = recount_signatures(moved_cents, moved_cents, thresholds=thresholds(stamp.club_id))
    for each in found.changes:
        _on_day_of(stamp, each)
    own = {who for each in found.changes for who in counted_by(each.of)}
    one_suffices = one_person_suffices(stamp)
    if own & stamp.hands and not one_suffices:
        raise OwnCount
    counts = [found.before.as_plain(), found.after.as_plain()]
    return Preview(
        needs=LARGE if needs == "manager" else SECOND,
        not_by=() if one_suffices else own,
        content={
            "drawer": str(found.of.drawer),
            "cashier": str(found.of.cashier),
            "gaming_day": found.of.gaming_day.isoformat(),
            "counts": counts,
            "over_short": {
                f"{each.drawer}, {each.cashier}": [before, before + change]
                for each, before, change in _by_shift(found.changes)
            },
        },
        ahead=_movements(found.changes, reason),
    )


@signed(
    SECOND,
    asked_as="cage.ask_count_correction",
    preview=correction_preview,
    kinds={
        SECOND: msg("Correct a count"),
        LARGE: msg("Correct a count: variance above limit"),
    },
    lives=timedelta(days=1),
    waits="Notes and paper are looked at first, and whoever counted is asked.",
    latest_of=("shift_id", "moment"),
    # The first of the act is the count's own.
    replay=lambda stamp, **_: CountCorrection.objects.filter(act_id=stamp.act_id).earliest("id"),
)
def correct_count(
    stamp: Stamp,
    *,
    shift_id: Id,
    moment: Moment,
    cash: Denominations,
    chips: Denominations,
    reason: Reason,
) -> CountCorrection:
    """
    Put a count right that was typed wrongly: of a close, also a forced one, or of a take-over.

    moment: "closing" or "opening" (of a drawer that was taken over); cash, chips: what was there,
    denomination in cents -> how many. Both counts are kept; what is over more or less is booked on
    the day of the count, where the cash went: in the vault, or in the drawer that was handed over.
    What a later count showed of it is not booked twice. Raises NotFound, BadInput, CountNotFinal,
    FloatIssued, AcceptedAsCounted, CountedSince, NothingChanges, DayIsSealed, VaultLacks, OwnCount.
    """
    found = faulty_count(stamp, shift_id, moment, cash=cash, chips=chips)
    right = {}
    for of, at in found.counts:
        keep_count(replace(stamp, at=found.wrong.counted_at), of, at, cash=cash, chips=chips)
        right[of.pk, at] = Count.objects.get(act_id=stamp.act_id, shift=of)
    entries = _post(stamp, found, reason)
    _hand_over_as_counted(found, reason)
    kept = []
    for number, each in enumerate(found.changes):
        count = right.get((each.of.pk, each.moment))
        row = CountCorrection.objects.create(
            shift=each.of,
            moment=each.moment,
            wrong=_count_before(count) if count else None,
            right=count,
            cash_cents=each.cash_cents,
            chips_cents=each.chips_cents,
            reason=reason,
            asked_by_id=stamp.person_id,
            second_id=stamp.signer_id,
            corrected_at=stamp.at,
            gaming_day=_on_day_of(stamp, each).gaming_day,
            entry_id=entries.get(number),
            act_id=stamp.act_id,
        )
        kept.append(row)
    return kept[0]


def _on_day_of(stamp: Stamp, change: Change) -> Stamp:
    """Return the stamp on the day on which a count was booked. Raises DayIsSealed."""
    when = day_of_count(change.of, change.moment)
    if when == stamp.gaming_day:
        return stamp
    day = gaming_days.day(stamp.club_id, when)
    if day is None:
        return stamp
    if day.state == "sealed":
        raise DayIsSealed
    return replace(stamp, gaming_day=day.day, opens_at=day.opens_at, closes_at=day.closes_at)


def _post(stamp: Stamp, found: Faulty, reason: str) -> dict[int, int]:
    """
    Post what changes, what comes before what goes; return the entries by their change.

    Chips that a count made guests hold are theirs before another takes them back, where the drawer
    has the cash.
    """
    drafts = [
        (number, each, draft)
        for number, each in enumerate(found.changes)
        if (draft := each.draft(reason))
    ]
    running = Shift.objects.filter(drawer=found.of.drawer_id, state=Shift.State.OPEN)
    account, drawer_id = "cash:drawer", found.of.drawer_id
    least_cents = min((each.cash_cents for _, each, _ in drafts), default=0)
    if balance_cents(stamp.club_id, account, drawer_id) + least_cents >= 0:
        drafts.sort(key=lambda each: (each[1].chips_cents, -each[1].cash_cents))
    else:
        drafts.sort(key=lambda each: (-each[1].cash_cents, each[1].chips_cents))
    is_open = running.exists()
    ledger.set_account_open(stamp.club_id, account, ref=drawer_id, is_open=True)
    entries = {
        number: ledger.post_entry(_on_day_of(stamp, each), draft, seq=seq).entry_id
        for seq, (number, each, draft) in enumerate(drafts, start=1)
    }
    ledger.set_account_open(stamp.club_id, account, ref=drawer_id, is_open=is_open)
    return entries


def _hand_over_as_counted(found: Faulty, reason: str) -> None:
    """Keep what was left, or taken over, as it is counted now."""
    left = found.hand_over
    if left is None:
        return
    if found.moment == "closing":
        left.cash_cents, left.chips_cents = found.after.cash_cents, found.after.chips_cents
    if found.moment == "opening" or left.accepted:
        left.counted_cash_cents = found.after.cash_cents
        left.counted_chips_cents = found.after.chips_cents
        left.reason = left.reason or ("" if left.accepted else reason)
    left.save()


def _moved_cents(change: Change) -> int:
    """
    Return what a change moves, or with those before it of the same count, if that is more.

    What the manager signed is none of what two others sign.
    """
    before = CountCorrection.objects.filter(shift=change.of, moment=change.moment)
    acts = approved_by(before.values_list("act_id", flat=True))
    large = [act for act, each in acts.items() if each.operation == LARGE and not each.emergency]
    moved = list(before.exclude(act_id__in=large).values_list("cash_cents", "chips_cents"))
    cash = change.cash_cents + sum(cents for cents, _ in moved)
    chips = change.chips_cents + sum(cents for _, cents in moved)
    return max(abs(change.cash_cents) + abs(change.chips_cents), abs(cash) + abs(chips))


def _count_before(count: Count) -> Count:
    """Return the count in whose place one stands."""
    same = Count.objects.filter(shift=count.shift_id, moment=count.moment, id__lt=count.pk)
    return same.latest("id")


def _by_shift(changes: Iterable[Change]) -> Iterable[tuple[Shift, int, int]]:
    """Yield each shift with what it was over, and by how much that changes."""
    shifts = {each.of.pk: each.of for each in changes}
    more = Counter[int]()
    for each in changes:
        more[each.of.pk] += each.over_cents
    for key, of in shifts.items():
        yield of, over_short_cents(of), more[key]


def _movements(changes: Iterable[Change], reason: str) -> dict[str, str]:
    """Return by account what is booked, in sum."""
    moved = Counter[str]()
    for each in changes:
        draft = each.draft(reason)
        for line in draft.lines if draft else ():
            moved[CHART[line.code].name] += line.cents
    return {account: format_cents(cents) for account, cents in moved.items() if cents}
