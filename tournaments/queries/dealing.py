"""The deal that is on the table, and who has agreed to it."""

from dataclasses import dataclass

from casino.messages import msg
from casino.refusals import NotFound
from tournaments.models import Agreement, Deal, Entry, Tournament
from tournaments.queries.order import playing


@dataclass(frozen=True, kw_only=True, slots=True)
class DealLine:
    """What a player gets by a deal; agreement: None until the player's word is noted."""

    entry: Entry
    cents: int
    chips: int
    agreement: Agreement | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DealView:
    """
    A deal player by player; stands: it names everybody left, and no later deal was noted.

    agreed: everybody's word is noted.
    """

    deal: Deal
    lines: list[DealLine]
    stands: bool
    agreed: bool

    @property
    def chips(self) -> int:
        """The chips of all who are in it."""
        return sum(line.chips for line in self.lines)

    @property
    def agreements(self) -> list[Agreement]:
        """The words that were noted and not withdrawn."""
        return [line.agreement for line in self.lines if line.agreement]


def deal(tournament: Tournament, deal_id: int) -> Deal:
    """Return a deal of a tournament. Raises NotFound."""
    found = tournament.deals.filter(id=deal_id).first()
    if found is None:
        raise NotFound(msg("This tournament has no such deal."), field="deal_id")
    return found


def latest_deal(tournament: Tournament) -> DealView | None:
    """Return the deal that counts, None where none was noted."""
    found = tournament.deals.select_related("noted_by").order_by("-id").first()
    return deal_view(tournament, found) if found else None


def deal_view(tournament: Tournament, found: Deal) -> DealView:
    """Return a deal with everybody's word, the most chips first."""
    words = found.agreements.filter(withdrawn_at=None).select_related("noted_by")
    given = {one.entry_id: one for one in words}
    named = tournament.entries.filter(id__in=map(int, found.shares_cents)).select_related("player")
    lines = [
        DealLine(
            entry=one,
            cents=found.shares_cents[str(one.pk)],
            chips=found.stacks.get(str(one.pk), 0),
            agreement=given.get(one.pk),
        )
        for one in named
    ]
    left = {one.pk for one in playing(tournament)}
    last = not tournament.deals.filter(id__gt=found.pk).exists()
    return DealView(
        deal=found,
        lines=sorted(lines, key=lambda line: (-line.chips, line.entry.number)),
        stands=last and left == {line.entry.pk for line in lines},
        agreed=all(line.agreement for line in lines),
    )
