"""What an auditor looks at first: set aside, taken back, corrected, refused, done alone, read."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from cashgames.models import TimeShare
from cashgames.queries.corrections import Corrected, corrections_of_acts
from cashgames.queries.time_rake import waived_shares
from casino.acts.runner import ACTS
from casino.approvals.models import Proposal
from casino.approvals.queries import approved_by, signs_alone, withdrawn_by
from casino.approvals.signed import SignedAct
from casino.audit.models import ExceptionSeen
from casino.audit.queries.acts import blinded, with_people
from casino.audit.queries.booked_alone import DOCUMENT, LINE, many_booked_alone
from casino.audit.queries.counted_again import COUNTS, counted_again
from casino.cage.queries.due import many_paid_alone
from casino.cage.queries.walk_ins import near_limit_walk_ins, sales_of_an_hour
from casino.house.models import Club
from casino.ledger.queries.trail import TrailRow, trail
from casino.messages import Message, msg
from casino.staff.models import User
from casino.tablefloats.queries import differing_fills

MAX_ROWS = 100_000
APPROVED, FILL = "approvals.approve", "countroom.confirm_fill"
REFUSED, WITHDRAWN = "approvals.refuse", msg("request withdrawn")
COUNTED_AGAIN = msg("counted again")
NEAR_LIMIT = ("cage.sell_chips", "cage.redeem_chips")
ALONE = ("cage.pay_out", LINE, DOCUMENT)
NEAR_LIMIT_AGAIN = msg("walk-ins just below the ID limit")
MANY_SOLD = msg("many sales without a name within an hour")
MANY_PAID = msg("many payments by one person within an hour")
MANY_BOOKED = msg("many bank lines by one person in a day")
REVERSAL, CORRECTION = msg("reversal"), msg("correction")
OVERRIDE, DIFFERENCE = msg("override"), msg("variance settled")
BY_OWNERS, DEPOSIT = msg("owners' money"), msg("bank deposit")
TAKEN_OVER, FORCED = msg("taken over"), msg("forced close")
LOST = msg("loss of a restore settled")
ONE_PERSON = msg("one person, profile home")
LIFTED = msg("exclusion lifted")
TO_INCOME = msg("taken to income")
GIVEN_BACK, RULES_CHANGED = msg("refunded"), msg("rules of the club changed")
ACCESS_GIVEN, DEVIATION = msg("role granted"), msg("implausible figure accepted")
# What one person did, by the act.
DONE = {
    "cage.ask_reversal": msg("reversal asked for"),
    "cage.identify": msg("payee named"),
    "cage.reverse_slip": REVERSAL,
    "cage.explain_count": CORRECTION,
    "cage.credit_bag": DEPOSIT,
    "cage.accept_drawer": TAKEN_OVER,
    "cage.take_over": TAKEN_OVER,
    "cage.rename_club": RULES_CHANGED,
    "countroom.count_box": COUNTED_AGAIN,
    REFUSED: msg("refused approval"),
    "approvals.approve_alone": msg("emergency override"),
    "approvals.note_alone": ONE_PERSON,
    "audit.note_wrong_pin": msg("wrong PIN"),
    "players.see_identity": msg("ID viewed"),
    "reports.mail_statement": msg("statement mailed"),
    "players.set_rule_aside": OVERRIDE,
    "players.hand_pot_over": CORRECTION,
    "players.withdraw_ruling": REVERSAL,
    "players.bar_player": LIFTED,
    "players.note_admitted": msg("refusal lifted by a change of ID"),
    "players.let_together": LIFTED,
    "cashgames.seat_player": OVERRIDE,
    "cashgames.move_player": OVERRIDE,
    "cashgames.move_waiting": OVERRIDE,
    "cashgames.let_stay": OVERRIDE,
    "cashgames.cash_out": DIFFERENCE,
    "cashgames.book_over_short": DIFFERENCE,
    "cashgames.leave_seat": OVERRIDE,
    "cashgames.remove_stack": msg("stack counted by one person"),
    "cashgames.waive_share": OVERRIDE,
    "cashgames.take_back_hand": REVERSAL,
    "cashgames.correct_hand": CORRECTION,
    "cashgames.book_found_hand": CORRECTION,
    "cashgames.correct_game": CORRECTION,
    "cashgames.take_back_chips": REVERSAL,
    "cashgames.correct_chips": CORRECTION,
    "cashgames.take_back_share": REVERSAL,
    "cashgames.take_back_notes": REVERSAL,
    "cashgames.take_back_release": REVERSAL,
    "cashgames.note_deviation": DEVIATION,
    "journal.take_off_file": REVERSAL,
    "jackpot.take_off_paper": REVERSAL,
    "countroom.settle_table": DIFFERENCE,
    "countroom.name_missing": DIFFERENCE,
    FILL: COUNTED_AGAIN,
    "countroom.void_fill": REVERSAL,
    "countroom.void_box": REVERSAL,
    "countroom.unsettle_table": REVERSAL,
    "countroom.correct_dealer": CORRECTION,
    "cashgames.take_back_absence": REVERSAL,
    "cashgames.take_back_cap": REVERSAL,
    "countroom.take_back_missing": REVERSAL,
    "tournaments.undo_knockout": CORRECTION,
    "tournaments.correct_chip_winner": CORRECTION,
    "tournaments.undo_last": CORRECTION,
    "tournaments.set_clock": OVERRIDE,
    "tournaments.move_player": OVERRIDE,
    "tournaments.admit_waiting": OVERRIDE,
    "tournaments.take_back_penalty": REVERSAL,
    "tournaments.punish": OVERRIDE,
    "tournaments.take_back_race": REVERSAL,
    "tournaments.draw_again": OVERRIDE,
    "bookkeeping.undo": REVERSAL,
    "bank.unmatch_line": REVERSAL,
    "bank.withdraw_statement": REVERSAL,
    "office.reverse_breakage": REVERSAL,
    "office.close_floor": OVERRIDE,
    # At the other club, whose card it was, too.
    "ranking.join_cards": CORRECTION,
    "ranking.part_cards": CORRECTION,
    "jackpot.withdraw_claim": msg("jackpot claim refused"),
    "audit.dismiss": msg("access revoked"),
    "audit.withdraw_role": msg("role taken back"),
    "audit.revoke_key": msg("API key revoked"),
    "audit.revoke_badge": msg("badge revoked"),
    "office.hire": ACCESS_GIVEN,
    "office.give_password_again": msg("New sign-in"),
}
# What stands out only if one of these was said: the supervisor's word, why something differs.
ONLY_WITH = {
    "cage.count_vault": ("reason",),
    "cashgames.leave_seat": ("permission",),
    "cashgames.cash_out": ("reason",),
    "cashgames.cash_out_large": ("over_cents",),
    "cashgames.seat_player": ("deviation", "supervisor_approved"),
    "cashgames.move_player": ("reason",),
    "cage.count_vault_large": ("reason",),
    "countroom.count_box": ("reason",),
    FILL: ("reason", "over_cents"),
    "countroom.settle_table": ("reason",),
    "office.close_floor": ("games_go_on",),
    "tournaments.punish": ("prize_withheld",),
    "tournaments.fix_pool": ("announced_cents",),
    "tournaments.fix_pool_by_manager": ("announced_cents",),
}
# What stands out only if this was not said: a guest whom nobody excludes any more.
ONLY_WITHOUT = {"players.bar_player": "until"}
# What two people did, by what was approved.
SIGNED = {
    "epochs.settle_restore": LOST,
    "epochs.declare_copy_gone": LOST,
    "cage.reverse_slip": REVERSAL,
    "cage.reverse_slip_large": REVERSAL,
    "cage.reverse_payment": REVERSAL,
    "cage.close_shift": DIFFERENCE,
    "cage.close_shift_large": DIFFERENCE,
    "cage.take_over": DIFFERENCE,
    "cage.take_over_large": DIFFERENCE,
    "cage.count_vault": DIFFERENCE,
    "cage.fund_vault": BY_OWNERS,
    "cage.withdraw_funds": BY_OWNERS,
    "bank.fetch_cash": BY_OWNERS,
    "bank.owners_pay_in": BY_OWNERS,
    "bank.owners_draw": BY_OWNERS,
    "bank.match_owners": BY_OWNERS,
    "bank.match_variance": DIFFERENCE,
    "bank.unmatch_line": REVERSAL,
    "bank.unmatch_owners": REVERSAL,
    "cage.pack_bag": DEPOSIT,
    "cage.hand_over_bag": DEPOSIT,
    "cage.credit_bag": DIFFERENCE,
    "cage.correct_vault": CORRECTION,
    "cage.correct_count": CORRECTION,
    "cage.correct_count_large": CORRECTION,
    "cage.explain_count": CORRECTION,
    "cage.explain_count_large": CORRECTION,
    "cage.force_close": FORCED,
    "cage.force_close_large": FORCED,
    "cage.count_vault_large": DIFFERENCE,
    "cage.change_thresholds": RULES_CHANGED,
    "office.book_breakage": TO_INCOME,
    "office.change_breakage_policy": RULES_CHANGED,
    "rates.set_withholding": RULES_CHANGED,
    "cage.change_pieces": RULES_CHANGED,
    "cashgames.change_limits": OVERRIDE,
    "cashgames.over_short": DIFFERENCE,
    "cashgames.over_short_large": DIFFERENCE,
    "cashgames.spend_chips": DIFFERENCE,
    "cashgames.seat_player": OVERRIDE,
    "cashgames.cash_out": DIFFERENCE,
    "cashgames.cash_out_large": DIFFERENCE,
    "cashgames.cash_out_over": DIFFERENCE,
    "cashgames.cash_out_over_large": DIFFERENCE,
    "cashgames.special_cap": OVERRIDE,
    "cashgames.take_back_hand": REVERSAL,
    "cashgames.correct_hand": CORRECTION,
    "cashgames.book_found_hand": CORRECTION,
    "cashgames.correct_game": CORRECTION,
    "cashgames.take_back_chips": REVERSAL,
    "cashgames.take_back_chips_large": REVERSAL,
    "cashgames.correct_chips": CORRECTION,
    "cashgames.correct_chips_large": CORRECTION,
    "cashgames.take_back_share": REVERSAL,
    "cashgames.take_back_share_large": REVERSAL,
    "cashgames.take_back_notes": REVERSAL,
    "cashgames.take_back_notes_large": REVERSAL,
    "cashgames.take_back_release": REVERSAL,
    "cashgames.take_back_release_large": REVERSAL,
    "countroom.void_box": REVERSAL,
    "countroom.unsettle_table": REVERSAL,
    "countroom.unsettle_table_large": REVERSAL,
    FILL: DIFFERENCE,
    "countroom.correct_dealer": CORRECTION,
    "countroom.confirm_fill_large": DIFFERENCE,
    "countroom.recount_credit": CORRECTION,
    "countroom.recount_credit_large": CORRECTION,
    "countroom.take_back_fill": REVERSAL,
    "countroom.take_back_missing": REVERSAL,
    "countroom.take_back_missing_large": REVERSAL,
    "jackpot.adjust": CORRECTION,
    "jackpot.reverse_settlement": CORRECTION,
    "jackpot.change_limits": RULES_CHANGED,
    "jackpot.share_pool": RULES_CHANGED,
    "jackpot.take_back_award": CORRECTION,
    "jackpot.take_off_paper": REVERSAL,
    "journal.take_off_file": REVERSAL,
    "editions.adopt_book": RULES_CHANGED,
    "bookkeeping.opening": CORRECTION,
    "office.book_late_entry": CORRECTION,
    "journal.book_document": CORRECTION,
    "journal.reverse_document": CORRECTION,
    "office.reopen_day": CORRECTION,
    "players.anonymise": msg("personal data erased"),
    "players.change_terms": RULES_CHANGED,
    "players.merge": CORRECTION,
    "players.part": CORRECTION,
    "players.correct_exclusion": CORRECTION,
    "ranking.correct_points": CORRECTION,
    "ranking.correct_winner": CORRECTION,
    "ranking.join_cards": CORRECTION,
    "ranking.part_cards": CORRECTION,
    "ranking.keep_edition": RULES_CHANGED,
    "tournaments.cancel": GIVEN_BACK,
    "tournaments.change_structure": OVERRIDE,
    "tournaments.change_structure_by_manager": OVERRIDE,
    "tournaments.change_tournament": OVERRIDE,
    "tournaments.change_tournament_by_manager": OVERRIDE,
    "tournaments.fix_pool": OVERRIDE,
    "tournaments.fix_pool_by_manager": OVERRIDE,
    "tournaments.clear_ticket": GIVEN_BACK,
    "tournaments.give_ticket": msg("free ticket"),
    "tournaments.permit_purchase": OVERRIDE,
    "tournaments.refund": GIVEN_BACK,
    "tournaments.reopen_registration": CORRECTION,
    "tournaments.take_back_start": CORRECTION,
    "tournaments.take_back_awards": CORRECTION,
    "tournaments.undo_knockout": CORRECTION,
    "tournaments.take_back_jackpot": CORRECTION,
    "tournaments.take_back_ticket": CORRECTION,
    "tournaments.correct_guest": CORRECTION,
    "tournaments.correct_tender": CORRECTION,
    "tournaments.correct_tender_large": CORRECTION,
    "tournaments.take_back_sale": REVERSAL,
    "tournaments.take_back_sale_large": REVERSAL,
    "audit.change_permissions": RULES_CHANGED,
    "audit.change_profile": RULES_CHANGED,
    "audit.give_role": ACCESS_GIVEN,
    "audit.give_accountant_role": ACCESS_GIVEN,
    "audit.renew_sign_in": msg("New sign-in"),
    "audit.renew_accountant": msg("New sign-in"),
    "audit.make_key": msg("API key"),
    "audit.issue_badge": msg("badge issued"),
}


def exceptions(
    club: Club, *, first: date, last: date, known_at: datetime | None = None
) -> list[tuple[Message, TrailRow, User | None]]:
    """
    Return what stands out between two days, with its kind, the latest first; known_at: then.

    What two people did is the act of the second, with the name of what was approved and its reason;
    what one host signed alone is the act that asked.
    """
    found = _standing_out(club, first=first, last=last, known_at=known_at)
    corrected = corrections_of_acts([row.id for _, row in found])
    found = [(kind, _with_amounts(row, corrected.get(row.id))) for kind, row in found]
    waived = waived_shares([row.arguments["share_id"] for _, row in found if _waives(row)])
    found = [(kind, _with_share(row, waived) if _waives(row) else row) for kind, row in found]
    people = with_people(blinded(club.pk, [row for _, row in found]))
    return [(kind, *person) for (kind, _), person in zip(found, people, strict=True)]


def exception_ids(club: Club, *, first: date, last: date) -> list[int]:
    """Return the acts that stand out between two days, the latest first."""
    return [row.id for _, row in _standing_out(club, first=first, last=last)]


def _standing_out(
    club: Club, *, first: date, last: date, known_at: datetime | None = None
) -> list[tuple[Message, TrailRow]]:
    signed_alone = one_host_acts() if signs_alone(club.pk) else []
    rows = trail(
        club,
        operations=[*{*DONE, APPROVED, *COUNTS, *signed_alone}],
        first=first,
        last=last,
        known_at=known_at,
        limit=MAX_ROWS,
    )
    decided = {APPROVED, *signed_alone}
    approved = approved_by([row.id for row in rows if row.operation in decided])
    withdrawn = withdrawn_by([row.id for row in rows if row.operation == REFUSED])
    again = counted_again(club.pk, rows)
    differed = differing_fills(row.id for row in rows if row.operation == FILL)
    found = []
    for row in rows:
        if figures := again.get(row.id):
            found.append((COUNTED_AGAIN, replace(row, arguments=figures)))
        if proposal := approved.get(row.id):
            kind = ONE_PERSON if proposal.alone else SIGNED.get(proposal.operation)
            if kind and (proposal.alone or _stands_out(proposal.operation, proposal.content)):
                found.append((kind, _as_approved(row, proposal)))
        elif row.operation in DONE and _stands_out(row.operation, row.arguments):
            found.append((WITHDRAWN if row.id in withdrawn else DONE[row.operation], row))
        elif row.id in differed:
            found.append((DIFFERENCE, row))
    asked: Any = {"first": first, "last": last, "known_at": known_at}
    near = near_limit_walk_ins(club.pk, **asked)
    # What stands there as one of those just below the limit says enough.
    many = [each for each in sales_of_an_hour(club.pk, **asked) if each not in near]
    kinds = {
        NEAR_LIMIT_AGAIN: near,
        MANY_SOLD: many,
        MANY_PAID: many_paid_alone(club.pk, **asked),
        MANY_BOOKED: many_booked_alone(club.pk, **asked),
    }
    for kind, acts in kinds.items():
        rows = trail(club, operations=[*NEAR_LIMIT, *ALONE, *decided], ids=acts, limit=MAX_ROWS)
        approved = approved_by(acts)
        found += [(kind, _as_approved(row, approved.get(row.id))) for row in rows]
    found.sort(key=lambda each: each[1].id, reverse=True)
    return found


def looked_at(club_id: int, act_ids: Collection[int]) -> dict[int, ExceptionSeen]:
    """Return by act who looked at it, where somebody did."""
    found = ExceptionSeen.objects.filter(club_id=club_id, seen_act_id__in=act_ids)
    return {each.seen_act_id: each for each in found.select_related("seen_by")}


def _as_approved(row: TrailRow, proposal: Proposal | None) -> TrailRow:
    """Return an act with the name and the reason of what it approved, if anything."""
    if proposal is None:
        return row
    said = row.arguments | {"reason": proposal.reason}
    return replace(row, operation=proposal.operation, arguments=said)


def one_host_acts() -> list[str]:
    """Return the acts by which one host asks and signs at once."""
    signed = [each for each in ACTS.values() if isinstance(each, SignedAct)]
    return [name for each in signed for name in (each.name, each.ask.name)]


def _with_amounts(row: TrailRow, corrected: Corrected | None) -> TrailRow:
    """Return an act with what it corrected at a table, and by how much."""
    if corrected is None:
        return row
    said = {
        "about": str(corrected.about),
        "before_cents": corrected.before_cents,
        "after_cents": corrected.after_cents,
        "concerns": corrected.correction.concerns.isoformat(),
    }
    return replace(row, arguments=row.arguments | said)


def _waives(row: TrailRow) -> bool:
    return row.operation == "cashgames.waive_share"


def _with_share(row: TrailRow, shares: Mapping[int, TimeShare]) -> TrailRow:
    """Return the waiver of a share of time rake with the table, the guest and the amount."""
    share = shares[row.arguments["share_id"]]
    said = {"about": str(share.period.session.table), "cents": share.cents}
    return replace(row, arguments=row.arguments | said | {"player_id": share.seat.player_id})


def _stands_out(operation: str, said: Mapping[str, Any]) -> bool:
    words = ONLY_WITH.get(operation)
    if words is not None and not any(said.get(name) for name in words):
        return False
    return not said.get(ONLY_WITHOUT.get(operation, ""))
