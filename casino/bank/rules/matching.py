"""
What a line of a statement probably is: found in the books, learned before, or not known.

Nothing here books: a proposal explains its line to the cent or not at all, and takes each entry
and each deposit once. Cents; money in is positive.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby

from casino.bank.rules.statements import Hint, clean_account
from casino.messages import Message, msg

FEES = "expense:bank"
# Money is booked before a bank shows it, seldom after.
EARLIER, LATER = timedelta(days=14), timedelta(days=4)
# A settlement of cards may gather a long weekend, and what the acquirer keeps of it is less.
MAX_RUN_DAYS = 5
MAX_CHARGE_BP = 500
MIN_RULE_LENGTH = 3

OPENING = msg("Opening balance: what was booked before")
DEPOSIT = msg("Bank deposit in transit")
BOOKED = msg("Booked before")
SETTLED = msg("Settlement of several entries")
TRANSFER = msg("Transfer between own accounts")
LEARNED = msg("As saved for lines like this")
FEE = msg("Bank fee")


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenLine:
    """A line of a statement that nothing explains yet."""

    id: int
    booked_on: date
    cents: int
    counterparty: str = ""
    iban: str = ""
    text: str = ""
    hint: Hint = ""
    charged_cents: int = 0

    @property
    def gross_cents(self) -> int:
        """What was paid before the bank kept its charge."""
        return self.cents + self.charged_cents

    @property
    def said(self) -> str:
        """All that the bank says, as rules read it."""
        return plain(f"{self.counterparty} {self.iban} {self.text}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Booked:
    """What an entry moves on the bank account and no statement has shown yet; words: who, what."""

    entry_id: int
    day: date
    cents: int
    is_sale: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Deposit:
    """A bag on its way to the bank."""

    bag_id: int
    seal: str
    cents: int
    day: date


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """Lines whose text holds `text`, of money in or out, are of an account."""

    id: int
    text: str
    is_in: bool
    code: str
    ref: int = 0

    def fits(self, line: OpenLine) -> bool:
        return self.is_in == (line.cents > 0) and plain(self.text) in line.said


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """A part of a line that goes to an account; its sign is the line's on the statement."""

    code: str
    ref: int
    cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """
    What explains a line, "why" in words; is_certain: one key confirms it.

    why None: nothing is known of it.
    """

    why: Message | None = None
    is_certain: bool = False
    entries: tuple[int, ...] = ()
    bag_id: int | None = None
    shares: tuple[Share, ...] = ()
    rule_id: int | None = None


UNKNOWN = Proposal()


@dataclass(kw_only=True, slots=True)
class Books:
    """What the books know of an account; each thing is proposed once. own: IBAN -> its ref."""

    booked: Sequence[Booked] = ()
    deposits: Sequence[Deposit] = ()
    rules: Sequence[Rule] = ()
    own: dict[str, int] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    taken_bags: set[int] = field(default_factory=set)

    def near(self, line: OpenLine) -> list[Booked]:
        """Return what is not taken and may be this line by its days."""
        first, last = line.booked_on - EARLIER, line.booked_on + LATER
        return [
            each
            for each in self.booked
            if each.entry_id not in self.taken and first <= each.day <= last
        ]

    def take(self, proposal: Proposal) -> None:
        self.taken |= set(proposal.entries)
        if proposal.bag_id:
            self.taken_bags.add(proposal.bag_id)


def plain(text: str) -> str:
    """Return a text as rules compare it: small letters, one space between words."""
    return " ".join(text.casefold().split())


def rule_text(line: OpenLine) -> str:
    """Return what lines like this one have in common: who, else what without its numbers."""
    if line.iban:
        return line.iban
    words = (line.counterparty or line.text).split()
    return " ".join(word for word in words if not any(c.isdigit() for c in word))[:100]


def proposals(lines: Iterable[OpenLine], books: Books) -> dict[int, Proposal]:
    """Return a proposal for each line; what is certain chooses first, then the earlier line."""
    waiting, found = list(lines), {}
    for certain_only in (True, False):
        for line in list(waiting):
            proposal = propose(line, books)
            if proposal.is_certain or not certain_only:
                books.take(proposal)
                found[line.id] = proposal
                waiting.remove(line)
    return found


def propose(line: OpenLine, books: Books) -> Proposal:
    """Return the first that fits, from what the bank says itself to what amounts suggest."""
    ways = (_opening, _transfer, _named_deposit, _learned, _deposit, _single, _settlement, _fee)
    return next((found for way in ways if (found := way(line, books))), UNKNOWN)


def _opening(line: OpenLine, books: Books) -> Proposal | None:
    if line.hint != "opening":
        return None
    before = [
        each
        for each in books.booked
        if each.day < line.booked_on and each.entry_id not in books.taken
    ]
    rest = line.cents - sum(each.cents for each in before)
    return Proposal(
        why=OPENING,
        is_certain=not rest,
        entries=tuple(each.entry_id for each in before),
        shares=(Share(code="equity:funding", ref=0, cents=rest),) if rest else (),
    )


def _transfer(line: OpenLine, books: Books) -> Proposal | None:
    ref = books.own.get(clean_account(line.iban)) if line.iban else None
    if ref is None:
        return None
    # The other account's statement came first: the transfer is booked, on whatever day that was.
    left = [each for each in books.booked if each.entry_id not in books.taken]
    if there := _of_amount(line, left, line.cents):
        return Proposal(why=TRANSFER, is_certain=True, entries=(there[0].entry_id,))
    share = Share(code="bank", ref=ref, cents=line.cents)
    return Proposal(why=TRANSFER, is_certain=True, shares=(share,))


def _named_deposit(line: OpenLine, books: Books) -> Proposal | None:
    named = [each for each in _bags(line, books) if plain(each.seal) in line.said]
    return Proposal(why=DEPOSIT, is_certain=True, bag_id=named[0].bag_id) if named else None


def _deposit(line: OpenLine, books: Books) -> Proposal | None:
    same = _bags(line, books)
    if not same:
        return None
    return Proposal(why=DEPOSIT, is_certain=len(same) == 1, bag_id=same[0].bag_id)


def _bags(line: OpenLine, books: Books) -> list[Deposit]:
    """Return the deposits of that amount, the oldest first."""
    return [
        each
        for each in sorted(books.deposits, key=lambda each: each.day)
        if each.cents == line.cents
        and each.bag_id not in books.taken_bags
        and each.day <= line.booked_on + LATER
    ]


def _learned(line: OpenLine, books: Books) -> Proposal | None:
    """Find what such lines were booked as; not what is booked already, by a document say."""
    fits = [each for each in books.rules if each.fits(line)]
    same = _of_amount(line, books.near(line), line.cents)
    if not fits or any(_is_named(line, each) for each in same):
        return None
    # The one that says most of the line.
    rule = max(fits, key=lambda each: (len(each.text), each.id))
    share = Share(code=rule.code, ref=rule.ref, cents=line.cents)
    return Proposal(why=LEARNED, is_certain=not same, shares=(share,), rule_id=rule.id)


def _single(line: OpenLine, books: Books) -> Proposal | None:
    near = books.near(line)
    for cents in dict.fromkeys((line.cents, line.gross_cents)):
        if same := _of_amount(line, near, cents):
            named = [each for each in same if _is_named(line, each)]
            best = (named or same)[0]
            return Proposal(
                why=BOOKED,
                is_certain=len(named) == 1 or len(same) == 1,
                entries=(best.entry_id,),
                shares=_charge(line.cents - cents),
            )
    return None


def _settlement(line: OpenLine, books: Books) -> Proposal | None:
    """Find the days whose entries the bank gathered in one line: cards of a weekend, wires."""
    side = [
        each for each in books.near(line)
        if (each.cents > 0) == (line.cents > 0) and each.day <= line.booked_on
        and (each.is_sale or line.cents < 0)
    ]  # fmt: skip
    runs = list(_runs(side))
    exact = [run for run in runs if _sum(run) == line.gross_cents]
    if exact:
        run = exact[0]
        return _settled(line, run, is_certain=len(exact) == 1)
    if line.hint == "card":
        most = line.cents + line.cents * MAX_CHARGE_BP // 10_000
        about = [run for run in runs if line.cents < _sum(run) <= most]
        if about:
            return _settled(line, min(about, key=_sum), is_certain=False)
    return None


def _settled(line: OpenLine, run: Sequence[Booked], *, is_certain: bool) -> Proposal:
    return Proposal(
        why=SETTLED,
        is_certain=is_certain,
        entries=tuple(each.entry_id for each in run),
        shares=_charge(line.cents - _sum(run)),
    )


def _runs(side: Sequence[Booked]) -> Iterator[list[Booked]]:
    """Yield all entries of a day, and of days one after another, the latest first."""
    by_day = [list(those) for _, those in groupby(
        sorted(side, key=lambda each: (each.day, each.entry_id)), key=lambda each: each.day
    )]  # fmt: skip
    for last in range(len(by_day), 0, -1):
        for first in range(last - 1, max(last - 1 - MAX_RUN_DAYS, -1), -1):
            yield [each for day in by_day[first:last] for each in day]


def _fee(line: OpenLine, _: Books) -> Proposal | None:
    if line.hint != "fee":
        return None
    return Proposal(why=FEE, is_certain=True, shares=_charge(line.cents))


def _charge(cents: int) -> tuple[Share, ...]:
    return (Share(code=FEES, ref=0, cents=cents),) if cents else ()


def _of_amount(line: OpenLine, near: Sequence[Booked], cents: int) -> list[Booked]:
    """Return the entries of an amount, the nearest by their days first."""
    same = [each for each in near if each.cents == cents]
    return sorted(same, key=lambda each: (abs(line.booked_on - each.day), each.entry_id))


def _is_named(line: OpenLine, booked: Booked) -> bool:
    """Return whether the bank's words hold the guest's name or the number of the entry's paper."""
    return any(len(word) >= MIN_RULE_LENGTH and plain(word) in line.said for word in booked.words)


def _sum(lines: Collection[Booked]) -> int:
    return sum(each.cents for each in lines)
