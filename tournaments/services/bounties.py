"""Bounty chips: handed in at any time, and the last ones at the end (AMB-63 to AMB-66)."""

from typing import Any

from casino.acts.kinds import Id, Note
from casino.approvals.queries import askers, hands_of
from casino.approvals.signed import Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.amounts import thresholds
from casino.cage.rules import bounty_signatures
from casino.cage.services.payables import Due, owe
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.documents import writers
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.names import guest
from tournaments import postings
from tournaments.models import Bounty, Knockout, Tournament
from tournaments.queries.awards import plays_for_places, prizes_of
from tournaments.queries.order import collected_cents, playing, won_bounties
from tournaments.queries.tournaments import unrefunded
from tournaments.services.prizes import NothingToAward, finish
from tournaments.services.shared import NotFixed, running_tournament

BOUNTY = "tournaments.collect_bounties"
OUT, SAID = "tournaments_knockout", ("tournaments.knock_out", "tournaments.correct_chip_winner")
STILL_ON = msg(
    "Play is still on: award the prizes first. Until then each player can hand in"
    " the chips they won."
)
ALL_IN = msg("All won bounty chips have already been handed in.")
NONE_WON = msg("By the eliminations noted, this player has not won a bounty chip.")
PLAYED_ON = msg(
    "The players play on for the places: the last chips are paid once one player is left."
    " Until then each player can hand in the chips they won."
)


def bounties_preview(
    stamp: Stamp, *, tournament_id: int, entry_id: int | None, reason: str
) -> Preview:
    """Say whose bounty chips come to what. Raises as collect_bounties."""
    tournament = running_tournament(stamp, tournament_id)
    ended = entry_id is None
    if ended:
        _check_ended(tournament)
    won = won_bounties(tournament, ended=ended)
    collected = collected_cents(tournament)
    rows: list[dict[str, Any]] = [
        {"entry_id": one.pk, "player": guest(one.player_id), "cents": cents}
        for one in unrefunded(tournament)
        if won
        and (ended or one.pk == entry_id)
        and (cents := won.payouts_cents[str(one.pk)] - collected.get(one.pk, 0))
    ]
    if not rows:
        none_won = entry_id and not collected.get(entry_id)
        raise NothingToAward(NONE_WON if none_won else ALL_IN)
    total = sum(row["cents"] for row in rows)
    return Preview(
        needs=None if _alone(stamp, tournament, total, entry_id) else BOUNTY,
        content={
            "tournament": tournament.name,
            "total_cents": total,
            "bounties": rows,
        },
        reason=(reason or tournament.name)[:MAX_LINE_LENGTH],
    )


def _check_ended(tournament: Tournament) -> None:
    """Raise NotFixed, or NothingToAward while more than one play for what is not awarded."""
    if not hasattr(tournament, "fixed"):
        raise NotFixed
    left = {each.pk for each in playing(tournament)}
    won = prizes_of(tournament).values_list("entry", flat=True)
    if len(left) > 1 and plays_for_places(tournament):
        raise NothingToAward(PLAYED_ON, source="AMB-65")
    if len(left) > 1 and left - set(won):
        raise NothingToAward(STILL_ON, source="AMB-65")


def _alone(stamp: Stamp, tournament: Tournament, cents: int, entry_id: int | None) -> bool:
    """
    Return whether the desk pays without a signature what one player hands in during play.

    Who said that the player won the chips, at the eliminations or later, does not.
    """
    if entry_id is None:
        return False
    own = not askers(stamp).isdisjoint(_said_by(tournament, entry_id))
    if own and not one_person_suffices(stamp):
        return False
    so_far = cents + collected_cents(tournament).get(entry_id, 0)
    amounts = thresholds(tournament.club_id)
    return bounty_signatures(so_far, thresholds=amounts) == "one"


def _said_by(tournament: Tournament, entry_id: int) -> set[int]:
    """Return who noted or corrected that a player won bounty chips."""
    outs = Knockout.objects.filter(entry__tournament=tournament, undone_at=None)
    won = outs.filter(by__contains=[entry_id]).values_list("id", flat=True)
    acts = [act for out in won for what in SAID for act in writers(OUT, out, what)]
    return {person for act in acts for person in hands_of(act.pk, act.actor_id or 0)}


@signed(
    BOUNTY,
    asked_as="tournaments.propose_bounties",
    preview=bounties_preview,
    kinds={BOUNTY: msg("Pay bounty chips")},
    latest_of=("tournament_id", "entry_id"),
    one_open=True,
)
def collect_bounties(
    stamp: Stamp, *, tournament_id: Id, entry_id: Id | None = None, reason: Note = ""
) -> list[Payable]:
    """
    Owe by name what bounty chips that were handed in are worth, in one entry.

    Below the club's amount one person suffices for one player, but not who said that the player
    won the chips.
    entry_id: of one player, at any time; None: of everybody, at the end, own chips of who is
    left and those that nobody won included. Source: OLY-3.2.g, AMB-63 to AMB-66.
    Raises NotFound, TournamentOver, NotFixed, NothingToAward.
    """
    content = bounties_preview(
        stamp, tournament_id=tournament_id, entry_id=entry_id, reason=reason
    ).content
    tournament = running_tournament(stamp, tournament_id)
    won = won_bounties(tournament, ended=entry_id is None)
    entries = {one.pk: one for one in unrefunded(tournament)}
    owed = owe(
        stamp,
        [
            Due(
                kind=postings.BOUNTY,
                about=tournament.name,
                cents=row["cents"],
                player_id=entries[row["entry_id"]].player_id,
            )
            for row in content["bounties"]
        ],
    )
    draft = postings.bounties_collected(
        tournament.pk,
        {due.pk: due.cents for due in owed},
        because=won.because if won else (),
        memo=tournament.name,
    )
    ledger.post_entry(stamp, draft)
    Bounty.objects.bulk_create(
        Bounty(
            entry_id=row["entry_id"],
            cents=row["cents"],
            payable=due,
            gaming_day=stamp.gaming_day,
            act_id=stamp.act_id,
        )
        for row, due in zip(content["bounties"], owed, strict=True)
    )
    finish(stamp, tournament)
    return owed
