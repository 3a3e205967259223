"""Counting a drawer. Integer cents; no Django here."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from math import gcd, lcm
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.limits import MAX_CENTS, MAX_QUANTITY
from casino.messages import Message, msg
from casino.money import format_cents
from casino.refusals import BadInput

# "From" an amount that no operation exceeds: never.
NEVER_CENTS = MAX_CENTS


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """What a drawer held and what was counted, for one tender (cash or chips)."""

    opening_cents: int
    in_cents: int
    out_cents: int
    counted_cents: int

    @property
    def expected_cents(self) -> int:
        """Opening plus what came in minus what went out (invariant 6 of the catalogue)."""
        return self.opening_cents + self.in_cents - self.out_cents

    @property
    def over_cents(self) -> int:
        """Counted more than expected; negative: short."""
        return self.counted_cents - self.expected_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class CashPaid:
    """What is owed, what the desk hands over in coins that exist, and the entry between them."""

    owed_cents: int
    paid_cents: int
    because: tuple[Because, ...]

    @property
    def rounding_cents(self) -> int:
        """
        Return what the guest gets more than is owed, less if negative: an entry of its own.

        Source: AMB-123.
        """
        return self.paid_cents - self.owed_cents


def cash_paid(book: RuleBook, owed_cents: int, *, notes_cents: Collection[int]) -> CashPaid:
    """
    Return what is paid out in cash: the nearest amount that notes and coins make, a half upwards.

    Source: AMB-123.
    """
    unit = lcm(book.house.cash_unit_cents, gcd(*notes_cents) or 1)
    paid = (owed_cents + unit // 2) // unit * unit
    why = book.why("house.cash_unit_cents", paid, owed_cents=owed_cents, unit_cents=unit)
    return CashPaid(owed_cents=owed_cents, paid_cents=paid, because=(why,))


def payable_unit(
    book: RuleBook, *, chips_cents: Collection[int], notes_cents: Collection[int]
) -> int:
    """
    Return what each amount is a multiple of that chips, or notes and coins, or both can make.

    A book without cash chips plays by the cent: nobody hands over its chips.

    Source: AMB-05, AMB-123.
    """
    units = [book.house.cash_unit_cents, gcd(*notes_cents)] if notes_cents else []
    if chips_cents and book.chips.cash_games:
        units.append(gcd(*chips_cents))
    return lcm(*units)


def nearest_payable(cents: int, unit: int) -> tuple[int, int]:
    """
    Return the amounts below and above one that the unit does not divide.

    Source: AMB-05, AMB-123.
    """
    lower = cents - cents % unit
    return lower, lower + unit


def counted_cents(denominations: Mapping[int, int], *, allowed: Iterable[int], field: str) -> int:
    """
    Return the value of what was counted: denomination in cents -> how many.

    Raises BadInput for a value that the club does not have, or an impossible quantity.
    """
    known = set(allowed)
    for cents, quantity in denominations.items():
        if cents not in known:
            raise BadInput(
                msg("{amount} is not a denomination of this club.", amount=format_cents(cents)),
                field=field,
            )
        if not 0 <= quantity <= MAX_QUANTITY:
            raise BadInput(
                msg("A count of {quantity} is not possible.", quantity=quantity), field=field
            )
    return sum(cents * quantity for cents, quantity in denominations.items())


Signatures = Literal["one", "second", "manager"]
STRICTNESS: tuple[Signatures, ...] = ("one", "second", "manager")


@dataclass(frozen=True, kw_only=True, slots=True)
class Thresholds:
    """
    From which amounts the desk needs a second person, the manager, a document. Cents.

    count_..._over_cents: a count off by more than that; credit_...: a bank's credit off by more;
    the vault is warned of below its minimum and takes no more than its maximum;
    journal_alone_under_cents: all that one accountant books alone on a gaming day;
    bounty_alone_under_cents: all that one player's bounty chips in a tournament come to;
    sale_second_from_cents: each sale by itself, NEVER_CENTS for none; unnamed_sales_from_cents: a
    desk's sales without a name within an hour, said and listed, NEVER_CENTS for never;
    identify_linked_days: over how many gaming days a guest's cash is one sum for the document, as
    the club's country links it (Estonia: a month, RPS 19(3)).
    """

    second_from_cents: int = 50_000
    manager_from_cents: int = 500_000
    identify_from_cents: int = 200_000
    count_second_over_cents: int = 500
    count_manager_over_cents: int = 10_000
    reverse_alone_under_cents: int = 0
    reverse_manager_from_cents: int = 50_000
    vault_minimum_cents: int = 0
    float_alone_under_cents: int = 0
    vault_maximum_cents: int = 100_000_000
    credit_second_over_cents: int = 500
    redeem_second_from_cents: int = 200_000
    redeem_manager_from_cents: int = 1_000_000
    identify_linked_days: int = 1
    sale_second_from_cents: int = NEVER_CENTS
    unnamed_sales_from_cents: int = 500_000
    bounty_alone_under_cents: int = 0
    journal_alone_under_cents: int = 50_000


@dataclass(frozen=True, slots=True)
class Threshold:
    """
    An amount of the desk: the name of its field in Thresholds, what it is called, and why.

    may_be_never: nothing is asked until the club sets it.
    """

    name: str
    title: Message
    why: Message
    may_be_never: bool = False

    def is_never(self, cents: int) -> bool:
        """Return whether an amount means that nothing is asked."""
        return self.may_be_never and cents >= NEVER_CENTS


THRESHOLDS = (
    Threshold(
        "second_from_cents",
        msg("Approval required from"),
        msg(
            "two people at the moment of payment from 500, "
            "as in Nevada's internal control standards"
        ),
    ),
    Threshold(
        "manager_from_cents",
        msg("Manager's approval from"),
        msg("the manager instead of supervisor or director"),
    ),
    Threshold(
        "identify_from_cents",
        msg("ID required from, per day"),
        msg("EU rules against money laundering: 2,000 euro"),
    ),
    Threshold(
        "count_second_over_cents",
        msg("Variance approval above"),
        msg("below it the cashier's reason is enough"),
    ),
    Threshold(
        "count_manager_over_cents",
        msg("Manager's variance approval above"),
        msg("at the close, and at a hand-over"),
    ),
    Threshold(
        "reverse_alone_under_cents",
        msg("Reversal without approval below"),
        msg("slips of the current shift; 0: always two people"),
    ),
    Threshold(
        "reverse_manager_from_cents",
        msg("Manager's approval of a reversal from"),
        msg("below it the supervisor"),
    ),
    Threshold(
        "vault_minimum_cents",
        msg("Vault low-cash warning below"),
        msg("so that prizes can be paid"),
    ),
    Threshold(
        "float_alone_under_cents",
        msg("Float without approval below"),
        msg("0: the vault keeper always approves"),
    ),
    Threshold(
        "vault_maximum_cents", msg("Vault holds at most"), msg("what goes beyond it is refused")
    ),
    Threshold(
        "credit_second_over_cents",
        msg("Approval of a deposit variance above"),
        msg("by the manager"),
    ),
    Threshold(
        "redeem_second_from_cents",
        msg("Approval of a redemption from"),
        msg(
            "the guest's gaming day together; without a name the desk's hour; "
            "cash-outs at tables too"
        ),
    ),
    Threshold(
        "redeem_manager_from_cents",
        msg("Manager's approval of a redemption from"),
        msg("below it the supervisor"),
    ),
    Threshold(
        "identify_linked_days",
        msg("Days whose cash is one sum for the ID"),
        msg("as the country links payments: Estonia up to a month"),
    ),
    Threshold(
        "sale_second_from_cents",
        msg("Approval of a sale from"),
        msg("each sale of chips by itself; the highest amount of one operation: never"),
        may_be_never=True,
    ),
    Threshold(
        "unnamed_sales_from_cents",
        msg("Sales without a name listed from, per desk and hour"),
        msg(
            "small sales one after another may be one guest's; "
            "the highest amount of one operation: never"
        ),
        may_be_never=True,
    ),
    Threshold(
        "bounty_alone_under_cents",
        msg("Bounty chips without approval below"),
        msg("of one player in a tournament; 0: always two people"),
    ),
    Threshold(
        "journal_alone_under_cents",
        msg("General journal without approval below"),
        msg("one accountant's documents of a gaming day together; 0: always two people"),
    ),
)

# What a casino keeps to at least: what it pays and sells by two, documents from the usual sum.
CASINO = Thresholds(
    second_from_cents=1,
    count_second_over_cents=0,
    reverse_alone_under_cents=0,
    float_alone_under_cents=0,
    credit_second_over_cents=0,
    redeem_second_from_cents=1,
    sale_second_from_cents=1,
    bounty_alone_under_cents=0,
    journal_alone_under_cents=0,
)


# More in a vault, or less, is a matter of its safe and of its insurance; more days link more.
NO_CONTROL = ("vault_minimum_cents", "vault_maximum_cents", "identify_linked_days")


def at_least_casino(own: Thresholds) -> Thresholds:
    """
    Return a club's thresholds, none laxer than a casino's; the lower is the stricter, mostly.

    Source: RELIABILITY 4.
    """
    stricter = {
        each.name: min(getattr(own, each.name), getattr(CASINO, each.name))
        for each in fields(Thresholds)
        if each.name not in NO_CONTROL
    }
    return replace(own, **stricter)


def signatures(cents: int, *, two: bool, thresholds: Thresholds) -> Signatures:
    """
    Return who signs a payment: one cashier, a second person too, or the manager as the second.

    two: never one person alone, whatever the amount. Source: RELIABILITY 4.
    """
    if cents >= thresholds.manager_from_cents:
        return "manager"
    return "second" if two or cents >= thresholds.second_from_cents else "one"


def count_signatures(off_cents: int, *, thresholds: Thresholds) -> Signatures:
    """
    Return who signs a count that is off by so much, over or short.

    Source: RELIABILITY 4 (variance to 5 euro: reason; above: a supervisor; above 100: the manager).
    """
    if off_cents > thresholds.count_manager_over_cents:
        return "manager"
    return "second" if off_cents > thresholds.count_second_over_cents else "one"


def redemption_signatures(
    cents: int, *, unseen_cents: int, unseen_by_manager_cents: int, thresholds: Thresholds
) -> Signatures:
    """
    Return who signs a redemption or a cash-out paid in cash, by what was paid before it.

    unseen_...: what the guest got that gaming day; without a name: what the desk paid within the
    hour that nobody, or no manager, has signed for yet. Source: DESIGN 12.3.
    """
    if cents + unseen_by_manager_cents >= thresholds.redeem_manager_from_cents:
        return "manager"
    return "second" if cents + unseen_cents >= thresholds.redeem_second_from_cents else "one"


def sale_signatures(cents: int, *, thresholds: Thresholds) -> Signatures:
    """
    Return who signs a sale of chips; where the club has set no amount, the cashier alone.

    Source: DESIGN 12.4.
    """
    least = thresholds.sale_second_from_cents
    return "second" if least < NEVER_CENTS and cents >= least else "one"


def recount_signatures(first_cents: int, last_cents: int, *, thresholds: Thresholds) -> Signatures:
    """
    Return who signs a count that was made again, by what its first and last figure are off.

    The first figure decides. Where the last agrees with the books, one person looks at both;
    where it doesn't, the stricter of the two counts. Source: DESIGN 12.2.
    """
    first, last = (
        count_signatures(cents, thresholds=thresholds) for cents in (first_cents, last_cents)
    )
    strictest: Signatures = max(first, last, key=STRICTNESS.index)
    return "second" if not last_cents and strictest == "manager" else strictest


def float_signatures(cents: int, *, thresholds: Thresholds) -> Signatures:
    """
    Return who signs what a shift begins with; where nothing leaves the vault, nobody does.

    Source: RELIABILITY 4 (both count; 543.10(e)).
    """
    return "one" if not cents or cents < thresholds.float_alone_under_cents else "second"


def reversal_signatures(
    cents: int, *, own_shift: bool, same_day: bool, thresholds: Thresholds
) -> Signatures:
    """
    Return who signs the reversal of a slip.

    Alone: what this shift booked, below the club's amount. An earlier day is the manager's.
    Source: RELIABILITY 4 (by amount and age).
    """
    if not same_day or cents >= thresholds.reverse_manager_from_cents:
        return "manager"
    return "one" if own_shift and cents < thresholds.reverse_alone_under_cents else "second"


def bounty_signatures(cents: int, *, thresholds: Thresholds) -> Signatures:
    """
    Return who signs what a player's bounty chips come to in a tournament, earlier ones included.

    Source: RELIABILITY 4 (by amount), AMB-63.
    """
    return "one" if cents < thresholds.bounty_alone_under_cents else "second"


def restored_cents(owed: int, lapsed: int) -> int:
    """Return what of a lapse was presented: no more lapses than is owed. Source: IFRS 15 B46."""
    return max(lapsed - max(owed, 0), 0)
