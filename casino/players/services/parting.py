"""Two guests who were taken for one: what was each one's own before is theirs again, by two."""

import sys
from collections.abc import Collection
from datetime import date, timedelta
from typing import Any

from casino.acts.kinds import Id, PrivateReason
from casino.approvals.models import Proposal
from casino.approvals.signed import Preview, signed
from casino.db import refusing
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import act_of
from casino.messages import msg
from casino.players.models import Exclusion, Player, SeatingRestriction, Version
from casino.players.queries import Gone, player
from casino.players.services.duplicates import CARRIED, ENDED, MERGE, PART, void_requests
from casino.players.services.guests import KnownAlready, keep_version, note_exclusions
from casino.refusals import Conflict

FIELDS = (*CARRIED, "code_country", "personal_code")
# By what a person is known: the fields, and what stands there of nobody.
PAPERS: dict[str, Any] = {"document": "", "personal_code": "", "birth_date": None}


class NotMerged(Conflict):
    """Only a card that goes on under another one is separated from it, the latest merge first."""

    code = "PLAYER-020"
    message = msg("This card is not merged with another one.")


def parting_preview(stamp: Stamp, *, player_id: int, reason: str) -> Preview:
    """Say which cards are two guests again. Raises NotFound, Gone, NotMerged."""
    stays, other, _ = _pair(stamp, player_id)
    return Preview(
        content={"code": stays.code, "double_code": other.code, "other_id": stays.pk},
        ahead={"stays": stays.name, "double": other.name},
    )


@signed(
    PART,
    asked_as="players.propose_separation",
    preview=parting_preview,
    kinds={PART: msg("Separate merged guests")},
    lives=timedelta(days=3),
    waits="The other shift knows the guests, too.",
)
def part_players(stamp: Stamp, *, player_id: Id, reason: PrivateReason) -> Player:
    """
    Let a card that was merged by mistake be another guest's again.

    player_id: the card that was taken for a duplicate. What it had before the merge returns to it:
    slips, ID, exclusions, who it is kept apart from, and its own duplicates. What came in since
    stays with the guest who went on. Raises NotFound, Gone, NotMerged, KnownAlready.
    """
    list(Player.objects.select_for_update().filter(club_id=stamp.club_id, id=player_id))
    stays, other, merge = _pair(stamp, player_id)
    list(Player.objects.select_for_update().filter(id=stays.pk))
    back = [each.pk for each in stays.duplicates.all() if _came_with(each, other, stays)]
    Player.objects.filter(id__in=back).update(merged_into=other)
    other.merged_into = None
    _give_back(stamp, stays, other, merge)
    _exclude_apart(stamp, stays, other)
    _restore_pairs(stamp, stays, other, merge)
    void_requests(stamp, [stays.pk, other.pk])
    note_exclusions(stamp, stays)
    return note_exclusions(stamp, other)


def forget_on_others(club_id: int, leaving: Collection[int]) -> None:
    """Blank what a person's cards brought onto cards that they were taken for and are not of."""
    merges = Proposal.objects.filter(club=club_id, operation=MERGE, approved=True)
    papers = Version.objects.filter(player__in=leaving)
    for merge in merges.filter(content__other_id__in=leaving):
        if (stays := merge.content["player_id"]) in leaving:
            continue
        card, act_id = player(club_id, stays), merge.decision_act_id or 0
        before = _known(card, merge)
        for field, nothing in PAPERS.items():
            known = {*papers.values_list(field, flat=True)} - {getattr(before, field), nothing}
            copies = card.versions.filter(act_id__gte=act_id, **{f"{field}__in": known})
            # What was given since they were separated is the card's own.
            copies.exclude(act_id__gt=_end_of(merge)).update(**{field: nothing})
        SeatingRestriction.objects.filter(act_id=act_id).update(reason="")


def _end_of(merge: Proposal) -> int:
    """Return the act that separated who was merged; of a merge that stands the last one of all."""
    parts = Proposal.objects.filter(club=merge.club_id, operation=PART, approved=True)
    own = parts.filter(content__player_id=merge.content["other_id"], id__gt=merge.pk)
    ended = own.order_by("id").values_list("decision_act_id", flat=True).first()
    return ended or sys.maxsize


def _pair(stamp: Stamp, player_id: int) -> tuple[Player, Player, Proposal]:
    """Return who went on, the card to separate and what merged it. Raises as the preview."""
    other = player(stamp.club_id, player_id)
    if other.anonymised_at:
        raise Gone(field="player_id")
    if other.merged_into_id is None:
        raise NotMerged(field="player_id")
    stays, merge = player(stamp.club_id, other.merged_into_id), _merge_of(other)
    if (first := merge.content["player_id"]) != stays.pk:
        raise NotMerged(
            msg("{card} was merged with another card since.", card=_card(stamp, first)),
            field="player_id",
            next_step=msg("Separate that one first."),
            next_page="player-part",
            about={"player_id": first},
        )
    return stays, other, merge


def _card(stamp: Stamp, player_id: int) -> str:
    found = player(stamp.club_id, player_id)
    return f"{found.code} {found.name}"


def _merge_of(card: Player) -> Proposal:
    """Return what merged a card into another one, the latest time."""
    merges = Proposal.objects.filter(club=card.club_id, operation=MERGE, approved=True)
    return merges.filter(content__other_id=card.pk).latest("id")


def _came_with(card: Player, other: Player, stays: Player) -> bool:
    """Return whether a card became one with another before that one became one with who stays."""
    into = card.pk
    while into not in (other.pk, stays.pk):
        into = _merge_of(Player.objects.get(id=into)).content["player_id"]
    return into == other.pk and card.pk != other.pk


def _give_back(stamp: Stamp, stays: Player, other: Player, merge: Proposal) -> None:
    """Let each have what was known of it before, unless it was changed since."""
    of_other, before = _known(other, merge), _known(stays, merge)
    carried = stays.versions.filter(act_id=merge.decision_act_id or 0).first()
    for field in FIELDS:
        own = getattr(of_other, field)
        if carried and own and getattr(carried, field) == own == getattr(stays, field):
            setattr(stays, field, getattr(before, field))
        setattr(other, field, getattr(other, field) or own)
    if carried:
        stays.save(update_fields=FIELDS)
        keep_version(stamp, stays)
    with refusing(players_person_once=KnownAlready(field="personal_code")):
        other.save(update_fields=["merged_into", *FIELDS])


def _known(card: Player, merge: Proposal) -> Version | Player:
    """Return what was known of a card when it was merged."""
    before = card.versions.filter(act_id__lt=merge.decision_act_id)
    return before.order_by("-act_id", "-id").first() or card


def _exclude_apart(stamp: Stamp, stays: Player, other: Player) -> None:
    """
    End what holds for both of the other's exclusions; what was lifted meanwhile is lifted.

    Of what two people corrected meanwhile the right day is the other's.
    """
    own = list(other.exclusions.filter(lifted_at=None))
    own += _corrected_meanwhile(stays, other)
    for each in own:
        for copy in Exclusion.objects.filter(player=stays, act_id=each.act_id):
            if copy.lifted_at:
                for name in ENDED:
                    setattr(each, name, getattr(copy, name))
                each.save(update_fields=ENDED)
            else:
                copy.lifted_at, copy.corrected_id = stamp.at, stamp.proposal_id
                copy.save(update_fields=["lifted_at", "corrected"])


def _corrected_meanwhile(stays: Player, other: Player) -> list[Exclusion]:
    """Write for the other the right days of its exclusions that stand with who went on alone."""
    found: list[Exclusion] = []
    wrong = list(other.exclusions.filter(corrected__isnull=False))
    while wrong:
        acts = [each.corrected.decision_act_id or 0 for each in wrong if each.corrected]
        right = Exclusion.objects.filter(player=stays, act_id__in=acts)
        wrong = [each for each in right if each.corrected_id]
        for each in right:
            names = ("kind", "since", "until", "asked_until", "reason")
            kept = {name: getattr(each, name) for name in names}
            asked: Any = {"player": other, "act_id": each.act_id, "defaults": kept}
            row, is_new = Exclusion.objects.get_or_create(**asked)
            found += [row] if is_new else []
    return found


def _restore_pairs(stamp: Stamp, stays: Player, other: Player, merge: Proposal) -> None:
    """Let whom the other is kept from sit with who stays, and what that replaced hold again."""
    pairs = SeatingRestriction.objects
    for copy in pairs.filter(act_id=merge.decision_act_id or 0):
        others = {copy.low_id, copy.high_id} - {stays.pk}
        if copy.lifted_at and _was_replaced(copy):
            continue
        if copy.lifted_at:
            own = sorted({other.pk, *others})
            pairs.filter(low=own[0], high=own[-1], lifted_at=None).update(lifted_at=copy.lifted_at)
            continue
        copy.lifted_at = stamp.at
        copy.save(update_fields=["lifted_at"])
        was = {"low": copy.low_id, "high": copy.high_id, "lifted_at": merge.decided_at}
        for each in pairs.filter(**was).exclude(pk=copy.pk):
            again = SeatingRestriction(
                low_id=each.low_id,
                high_id=each.high_id,
                since=each.since,
                until=each.until,
                reason=each.reason,
                act_id=stamp.act_id,
            )
            if (again.until or date.max) >= stamp.gaming_day:
                again.save()


def _was_replaced(pair: SeatingRestriction) -> bool:
    """Return whether a new decision on the same two ended a pair; it stays with who went on."""
    later = SeatingRestriction.objects.filter(
        low=pair.low_id, high=pair.high_id, act_id__gt=pair.act_id
    )
    acts = filter(None, (act_of(each.act_id) for each in later))
    return any(each.happened_at == pair.lifted_at for each in acts)
