"""Deals: the players left divide what remains; each one's word is noted by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from casino.acts.kinds import AmountOrZero, Flag, Id
from casino.acts.runner import act
from casino.db import refusing
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.money import format_cents, whole
from casino.refusals import Conflict, Refusal
from tournaments.models import Agreement, Deal, Tournament
from tournaments.queries import dealing, tournaments
from tournaments.queries.awards import prizes_of
from tournaments.queries.chips import chips
from tournaments.queries.order import playing, prizes_by_places
from tournaments.rules.deal import TOLERANCE_PERCENT, DealVerdict, deal_doubt, deal_verdict
from tournaments.rules.variants import tournament_format
from tournaments.services.shared import (
    LooksMistyped,
    SomeChips,
    check_fixed,
    missing_chips,
    named_once,
    running_tournament,
)


class DealRefused(Refusal):
    """A deal divides exactly what remains, and everybody left agrees (AMB-74)."""

    code = "TOURNAMENT-022"
    source = "AMB-74"


class AgreedBefore(Conflict):
    """A player's word is noted once."""

    code = "TOURNAMENT-045"
    message = msg("This player has already agreed.")
    source = "AMB-74"


class NoWord(Conflict):
    """Only a word that was noted is withdrawn, and only until the deal is booked (AMB-74)."""

    code = "TOURNAMENT-056"
    message = msg("This player has not agreed to the deal.")
    source = "AMB-74"


EVERYBODY = msg("A deal must include every remaining player and no one else.")
WORDS = {
    "not_unanimous": msg("Every remaining player must agree to the deal."),
    "player_missing": EVERYBODY,
    "negative_share": msg("A share must not be below zero."),
    "sum_differs": msg("The deal must add up to exactly the remaining prizes."),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """What a player who is left gets by a deal, and the chips: whoever is left has some."""

    entry_id: Id
    cents: AmountOrZero
    chips: SomeChips


@act("tournaments.offer_deal")
def offer_deal(
    stamp: Stamp,
    *,
    tournament_id: Id,
    shares: Sequence[Share],
    figures_meant: Annotated[bool, Flag(added=True)] = False,
) -> Deal:
    """
    Note a deal that the players left have made; the one before no longer counts.

    shares: of everybody left; the order of their chips is that of the places; figures_meant:
    although one gets more for fewer chips, or more or less than any prize that remains, or more
    than a hundredth of the chips in play is not counted.
    Source: OLY-3.4.26, AMB-74. Raises NotFound, TournamentOver, NotFixed, DealRefused,
    TooManyChips, LooksMistyped, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    check_fixed(tournament)
    given = named_once(((each.entry_id, each) for each in shares), field="shares")
    shares_cents = {str(entry_id): each.cents for entry_id, each in given.items()}
    check_deal(tournament, shares_cents, all_agree=True)
    uncounted = missing_chips(tournament, [each.chips for each in shares], field="shares")
    if not figures_meant:
        _check_counted(tournament, uncounted)
        _check_plausible(tournament, given)
    return Deal.objects.create(
        tournament=tournament,
        shares_cents=shares_cents,
        stacks={str(entry_id): each.chips for entry_id, each in given.items()},
        at=stamp.at,
        noted_by_id=stamp.person_id,
        act_id=stamp.act_id,
    )


def _check_counted(tournament: Tournament, uncounted: int) -> None:
    """Raise LooksMistyped where a stack seems to be missing: the chips decide the places."""
    if uncounted * 100 > chips(tournament).in_play * TOLERANCE_PERCENT:
        said = msg("Chips in play but not counted: {missing}.", missing=whole(uncounted))
        raise LooksMistyped(said, field="figures_meant")


def _check_plausible(tournament: Tournament, given: Mapping[int, Share]) -> None:
    """Raise LooksMistyped for more money by fewer chips, and for what no prize is."""
    left = {str(each.pk): each.player for each in playing(tournament)}
    prizes = prizes_by_places(tournament)[0]
    first_cents = max(prizes, default=0)
    lowest_cents = prizes[len(left) - 1] if len(prizes) >= len(left) else 0
    doubt = deal_doubt(
        agreed_cents={str(entry_id): each.cents for entry_id, each in given.items()},
        chips={str(entry_id): each.chips for entry_id, each in given.items()},
        first_cents=first_cents,
        lowest_cents=lowest_cents,
    )
    if doubt is None:
        return
    player = left[doubt.player]
    said = msg(
        "{player} gets less than the lowest prize that remains, {cents}.",
        player=player,
        cents=format_cents(lowest_cents),
    )
    if doubt.above:
        cents = format_cents(first_cents)
        said = msg("{player} gets more than the first prize, {cents}.", player=player, cents=cents)
    if doubt.other:
        said = msg(
            "{player} has fewer chips than {other} and gets more.",
            player=player,
            other=left[doubt.other],
        )
    raise LooksMistyped(said, field="figures_meant")


def check_deal(
    tournament: Tournament, shares_cents: Mapping[str, int], *, all_agree: bool
) -> DealVerdict:
    """Return why the players left may divide the prizes so. Raises DealRefused."""
    left = playing(tournament)
    book = book_on(tournament.club_id, tournament.gaming_day)
    variants: Any = tournament.variants
    if tournament_format(book, variants).prizes != "places":
        raise DealRefused(msg("A deal can only divide prizes by place."))
    if {str(each.pk) for each in left} != set(shares_cents):
        raise DealRefused(EVERYBODY, field="shares")
    verdict = deal_verdict(
        book,
        remaining_prizes_cents=prizes_by_places(tournament)[0][: len(left)],
        agreed_cents=shares_cents,
        all_agree=all_agree,
    )
    if not verdict.valid:
        raise DealRefused(WORDS[verdict.code], field="shares")
    return verdict


@act("tournaments.agree_to_deal")
def agree_to_deal(stamp: Stamp, *, tournament_id: Id, deal_id: Id, entry_id: Id) -> Agreement:
    """
    Note that a player agrees to a deal. Source: OLY-3.4.26, AMB-74.

    Raises NotFound, TournamentOver, DealRefused, AgreedBefore.
    """
    tournament = running_tournament(stamp, tournament_id)
    deal, entry = dealing.deal(tournament, deal_id), tournaments.entry(stamp.club_id, entry_id)
    if not dealing.deal_view(tournament, deal).stands:
        said = msg("This deal is void: a player has been eliminated or a new deal was made.")
        raise DealRefused(said, next_step=msg("Record the deal again."))
    if str(entry.pk) not in deal.shares_cents:
        raise DealRefused(msg("This player is not part of the deal."), field="entry_id")
    with refusing(tournaments_agreed_once=AgreedBefore(field="entry_id")):
        return Agreement.objects.create(
            deal=deal,
            entry=entry,
            at=stamp.at,
            noted_by_id=stamp.person_id,
            act_id=stamp.act_id,
        )


@act("tournaments.withdraw_word")
def withdraw_word(stamp: Stamp, *, tournament_id: Id, deal_id: Id, entry_id: Id) -> Agreement:
    """
    Note that a player no longer agrees; it can be agreed again. Source: OLY-3.4.26, AMB-74.

    Raises NotFound, TournamentOver, NoWord.
    """
    words = Agreement.objects.filter(deal_id=deal_id, entry_id=entry_id).order_by("-id")
    tournament = running_tournament(stamp, tournament_id)
    dealing.deal(tournament, deal_id)
    entry = tournaments.entry(stamp.club_id, entry_id)
    if prizes_of(tournament).filter(entry=entry).exists():
        raise NoWord(msg("The deal is booked, so agreement cannot be withdrawn."), field="entry_id")
    if not words.filter(withdrawn_at=None).update(withdrawn_at=stamp.at):
        raise NoWord(field="entry_id")
    return words[0]
