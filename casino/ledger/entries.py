"""What a posting is before it is posted: balanced lines with their reasons. No Django here."""

from dataclasses import dataclass, replace

from casino.house.because import Because


class Unbalanced(Exception):
    """The lines of a draft do not sum to zero; a programming error, never a user's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One side of an entry. `cents`: debit positive, credit negative. `ref` 0: the club's own."""

    code: str
    ref: int
    cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """
    One event in double entry, ready to post.

    kind: "app.event_in_past"; lines: two or more that sum to zero, one an account; because: the
    rules that made the amounts; adjustment: a count or correction that may follow a close;
    player_id: whose business it was; reverses_id: the entry that this one takes back; series: the
    row of slip numbers that it takes the next one of.
    """

    kind: str
    lines: tuple[Line, ...]
    because: tuple[Because, ...] = ()
    memo: str = ""
    adjustment: bool = False
    player_id: int | None = None
    reverses_id: int | None = None
    series: int | None = None

    def __post_init__(self) -> None:
        if sum(line.cents for line in self.lines) != 0:
            raise Unbalanced(f"{self.kind}: {self.lines}")

    def numbered(self, series: int | None) -> "Draft":
        """Return it as a slip of a series; None: it takes no number."""
        return replace(self, series=series)


def debit(code: str, cents: int, ref: int = 0) -> Line:
    """Return a debit of `cents` to an account."""
    return Line(code=code, ref=ref, cents=cents)


def credit(code: str, cents: int, ref: int = 0) -> Line:
    """Return a credit of `cents` to an account."""
    return Line(code=code, ref=ref, cents=-cents)


def moving(*lines: Line) -> tuple[Line, ...]:
    """Return the lines that move money: zeros left out, lines of one account added up."""
    sums: dict[tuple[str, int], int] = {}
    for line in lines:
        account = (line.code, line.ref)
        sums[account] = sums.get(account, 0) + line.cents
    return tuple(
        Line(code=code, ref=ref, cents=cents) for (code, ref), cents in sums.items() if cents
    )


def reversal(of: Draft, *, entry_id: int, memo: str) -> Draft:
    """Return the entry that takes another one back, line by line, and names it."""
    return Draft(
        kind=f"{of.kind}.reversed",
        lines=tuple(Line(code=line.code, ref=line.ref, cents=-line.cents) for line in of.lines),
        memo=memo,
        player_id=of.player_id,
        reverses_id=entry_id,
    )
