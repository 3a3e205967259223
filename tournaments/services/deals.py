"""Deals: the players left divide what remains; each one's word is noted by itself."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError

from casino.db import command, constraint_name
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.refusals import Refusal
from casino.words import say
from tournaments import queries
from tournaments.models import Agreement, Deal, Tournament
from tournaments.rules.deal import DealVerdict, deal_verdict
from tournaments.rules.variants import tournament_format
from tournaments.services.shared import NotFixed, running_tournament


class DealRefused(Refusal):
    """A deal divides exactly what remains, and everybody left agrees (AMB-74)."""

    status = 422
    code = "TOURNAMENT-022"
    source = "AMB-74"


class AgreedBefore(Refusal):
    """A player's word is noted once."""

    status = 409
    code = "TOURNAMENT-045"
    message = say("This player has agreed already.")
    source = "AMB-74"


class NoWord(Refusal):
    """Only a word that was noted is withdrawn, and only until the deal is booked (AMB-74)."""

    status = 409
    code = "TOURNAMENT-056"
    message = say("This player has not agreed to the deal.")
    source = "AMB-74"


WORDS = {
    "not_unanimous": say("Everybody left must agree to the deal."),
    "negative_share": say("Nobody's share is below zero."),
    "sum_differs": say("The deal does not divide exactly what remains."),
}


@command
def offer_deal(
    stamp: Stamp,
    *,
    tournament_id: int,
    shares_cents: Mapping[str, int],
    stacks: Mapping[str, int] | None = None,
) -> Deal:
    """
    Note a deal that the players left have made; the one before no longer counts.

    shares_cents: entry id -> cents, of everybody left; stacks: entry id -> chips, whose order is
    that of the places. Source: OLY-3.4.26, AMB-74. Raises NotFound, TournamentOver, NotFixed,
    DealRefused.
    """
    asked = {"shares_cents": dict(shares_cents), "stacks": dict(stacks or {})}
    act = ledger.act(stamp, "tournaments.offer_deal", tournament_id=tournament_id, **asked)
    if act.replayed:
        return Deal.objects.get(act_id=act.id)
    tournament = running_tournament(stamp, tournament_id)
    if not hasattr(tournament, "fixed"):
        raise NotFixed
    check_deal(tournament, shares_cents, all_agree=True)
    return Deal.objects.create(
        tournament=tournament, at=stamp.at, noted_by_id=stamp.person_id, act_id=act.id, **asked
    )


def check_deal(
    tournament: Tournament, shares_cents: Mapping[str, int], *, all_agree: bool
) -> DealVerdict:
    """Return why the players left may divide the prizes so. Raises DealRefused."""
    left = queries.playing(tournament)
    book = book_on(tournament.club_id, tournament.gaming_day)
    variants: Any = tournament.variants
    if tournament_format(book, variants).prizes != "places":
        raise DealRefused(say("Only prizes by place are divided by a deal."))
    if {str(each.pk) for each in left} != set(shares_cents):
        raise DealRefused(
            say("A deal names everybody left, and nobody else."), field="shares_cents"
        )
    verdict = deal_verdict(
        book,
        remaining_prizes_cents=tournament.fixed.prizes_cents[: len(left)],
        agreed_cents=shares_cents,
        all_agree=all_agree,
    )
    if not verdict.valid:
        raise DealRefused(WORDS[verdict.code], field="shares_cents")
    return verdict


@command
def agree_to_deal(stamp: Stamp, *, tournament_id: int, deal_id: int, entry_id: int) -> Agreement:
    """
    Note that a player agrees to a deal. Source: OLY-3.4.26, AMB-74.

    Raises NotFound, TournamentOver, DealRefused, AgreedBefore.
    """
    asked = {"tournament_id": tournament_id, "deal_id": deal_id, "entry_id": entry_id}
    act = ledger.act(stamp, "tournaments.agree_to_deal", **asked)
    if act.replayed:
        return Agreement.objects.get(act_id=act.id)
    tournament = running_tournament(stamp, tournament_id)
    deal, entry = queries.deal(tournament, deal_id), queries.entry(stamp.club_id, entry_id)
    if not queries.deal_view(tournament, deal).stands:
        said = say("This deal no longer counts: somebody is out, or another was made.")
        raise DealRefused(said, next_step=say("Note the deal again."))
    if str(entry.pk) not in deal.shares_cents:
        raise DealRefused(say("This player is not part of the deal."), field="entry_id")
    try:
        return Agreement.objects.create(
            deal=deal,
            entry=entry,
            at=stamp.at,
            noted_by_id=stamp.person_id,
            act_id=act.id,
        )
    except IntegrityError as error:
        if constraint_name(error) == "tournaments_agreed_once":
            raise AgreedBefore(field="entry_id") from error
        raise


@command
def withdraw_word(stamp: Stamp, *, tournament_id: int, deal_id: int, entry_id: int) -> Agreement:
    """
    Note that a player no longer agrees; it can be agreed again. Source: OLY-3.4.26, AMB-74.

    Raises NotFound, TournamentOver, NoWord.
    """
    asked = {"tournament_id": tournament_id, "deal_id": deal_id, "entry_id": entry_id}
    act = ledger.act(stamp, "tournaments.withdraw_word", **asked)
    words = Agreement.objects.filter(deal_id=deal_id, entry_id=entry_id).order_by("-id")
    if act.replayed:
        return words.exclude(withdrawn_at=None)[0]
    tournament = running_tournament(stamp, tournament_id)
    queries.deal(tournament, deal_id)
    if hasattr(queries.entry(stamp.club_id, entry_id), "prize"):
        raise NoWord(say("The deal is booked; no word is withdrawn any more."), field="entry_id")
    if not words.filter(withdrawn_at=None).update(withdrawn_at=stamp.at):
        raise NoWord(field="entry_id")
    return words[0]
