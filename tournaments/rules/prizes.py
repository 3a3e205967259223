"""How the net prize pool is divided among the places."""

from collections.abc import Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Prizes
from casino.messages import msg
from casino.money import WHOLE_BP, allocate, equally
from casino.refusals import Refusal


class NoParticipants(Refusal):
    """Nobody took part."""

    code = "no_participants"
    message = msg("A tournament without participants has no prizes.")


class StructureRequired(Refusal):
    """The book prints no structure, so the tournament must announce one."""

    code = "structure_required"
    message = msg("This club has no payout table. Announce one with the tournament.")
    source = "HOME-2"


class StructureDoesNotSum(Refusal):
    """Shares of another sum than the whole."""

    code = "structure_does_not_sum"
    message = msg(
        "The shares of the places must add up to {whole_bp} basis points.", whole_bp=WHOLE_BP
    )


class StructureNotDescending(Refusal):
    """A worse place would win more."""

    code = "structure_not_descending"
    message = msg("A lower place must not get a bigger share.")


class BadTie(Refusal):
    """Shared places that are not two or more consecutive places, each shared once."""

    code = "bad_tie"
    message = msg(
        "Tied places must be consecutive, within the number of participants and entered once each."
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Structure:
    """Shares of the places in basis points; fallback: beyond the table, to be confirmed."""

    column: str
    fallback: bool
    shares_bp: tuple[int, ...]
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeSplit:
    """Prizes by place, first place first, and the column of the table that they come from."""

    column: str
    fallback: bool
    prizes_cents: list[int]
    because: tuple[Because, ...]


def prize_split(
    book: RuleBook,
    *,
    participants: int,
    net_prize_pool_cents: int,
    unit_cents: int | None = None,
    custom_bp: Sequence[int] | None = None,
    ties: Sequence[Sequence[int]] = (),
) -> PrizeSplit:
    """
    Return the prizes by place; they sum to the pool and never rise with a worse place.

    unit_cents: that of the house unless announced otherwise; custom_bp: an announced structure;
    ties: places that are shared. Raises NoParticipants, StructureRequired, StructureDoesNotSum,
    StructureNotDescending, BadTie.

    Source: OLY-PT, OLY-3.1, IMG-T28, HOME-2, AMB-50 to AMB-55, AMB-77.
    """
    structure = prize_structure(book, participants=participants, custom_bp=custom_bp)
    _check_ties(ties, participants)
    shares = structure.shares_bp[:participants]
    unit = unit_cents or (book.prizes.unit_cents if book.prizes else 1)
    prizes = allocate(net_prize_pool_cents, shares, unit)
    why = book.why(
        structure.source,
        list(prizes),
        participants=participants,
        net_prize_pool_cents=net_prize_pool_cents,
        shares_bp=shares,
        unit_cents=unit,
    )
    reasons = [why, *_notes(book, structure, participants)]
    for tie in ties:
        prizes = _shared(prizes, tie)
        reasons.append(book.why("AMB-55", prizes[tie[0] - 1 : tie[-1]], places=tie))
    return PrizeSplit(
        column=structure.column,
        fallback=structure.fallback,
        prizes_cents=prizes,
        because=tuple(reasons),
    )


def prize_structure(
    book: RuleBook, *, participants: int, custom_bp: Sequence[int] | None = None
) -> Structure:
    """
    Return the shares for a number of participants: announced, or of the house.

    Raises NoParticipants, StructureRequired, StructureDoesNotSum, StructureNotDescending.

    Source: OLY-PT, IMG-T28, HOME-2, AMB-51, AMB-77.
    """
    if not participants:
        raise NoParticipants(field="participants")
    if custom_bp is not None:
        shares = _checked_shares(custom_bp)
        return Structure(
            column="custom", fallback=False, shares_bp=shares, source=announced_split(book)
        )
    if book.prizes is None:
        raise StructureRequired(field="custom_bp")
    if book.prizes.shares:
        return Structure(
            column="house", fallback=False, shares_bp=book.prizes.shares, source="prizes.shares"
        )
    return _from_table(book.prizes, participants)


def announced_split(book: RuleBook) -> str:
    """
    Return the key of the paragraph by which a pool is split as announced.

    Source: OLY-3.1, VOO-T1, IMG-T28, HOME-2.
    """
    if book.prizes is not None and book.prizes.shares:
        return "prizes.shares"
    return "purchases.money" if book.purchases else "AMB-54"


def _from_table(prizes: Prizes, participants: int) -> Structure:
    fitting = [column for column in prizes.table if participants <= column.up_to]
    column = fitting[0] if fitting else prizes.table[-1]
    below = [other.up_to for other in prizes.table if other.up_to < column.up_to]
    return Structure(
        column=f"{max(below, default=0) + 1}-{column.up_to}",
        fallback=not fitting,
        shares_bp=column.shares,
        source="prizes.table",
    )


def _checked_shares(shares_bp: Sequence[int]) -> tuple[int, ...]:
    if sum(shares_bp) != WHOLE_BP:
        raise StructureDoesNotSum(field="custom_bp")
    if list(shares_bp) != sorted(shares_bp, reverse=True):
        raise StructureNotDescending(field="custom_bp")
    return tuple(shares_bp)


def _check_ties(ties: Sequence[Sequence[int]], participants: int) -> None:
    named: set[int] = set()
    for i, tie in enumerate(ties):
        follows = len(tie) > 1 and list(tie) == list(range(tie[0], tie[0] + len(tie)))
        if not follows or tie[0] < 1 or tie[-1] > participants or named & set(tie):
            raise BadTie(field=f"ties[{i}]")
        named |= set(tie)


def _shared(prizes: list[int], tie: Sequence[int]) -> list[int]:
    """Return the prizes with some places' sum split equally; unpaid places count 0."""
    first, last = tie[0] - 1, tie[-1]
    prizes = prizes + [0] * (last - len(prizes))
    return [*prizes[:first], *equally(sum(prizes[first:last]), last - first), *prizes[last:]]


def _notes(book: RuleBook, structure: Structure, participants: int) -> list[Because]:
    notes = []
    if structure.fallback:
        notes.append(book.why("AMB-51", structure.column, participants=participants))
    if participants < len(structure.shares_bp):
        notes.append(book.why("AMB-53", participants, places=len(structure.shares_bp)))
    return notes
