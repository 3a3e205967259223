"""Reading proposals: the queue, what was decided, and who decides."""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db.models import F, Q, QuerySet

from casino.approvals.models import Proposal
from casino.db import fetch_one
from casino.house.queries import one_person_suffices, own_permissions
from casino.house.stamp import Stamp, key_holder
from casino.kept_sql import kept_sql
from casino.ledger.queries.documents import (
    act_of,
    first_act,
    request_of,
    requests_by,
    requests_by_act,
)
from casino.ledger.services import as_json
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from casino.staff.models import Membership, Role
from casino.staff.permissions import (
    PermissionOverrides,
    actions,
    performing,
    permission_overrides,
    reading,
    signing,
)

# Whoever asks.
ALL = Q()
# By operation: what comes to lie beside a request while it waits, such as the hashes of its papers,
# and is signed with it as it lay there when it was read.
BESIDE: dict[str, Callable[[Proposal], Sequence[str]]] = {}
# By operation: who took part in what is asked for, besides who asked, and leaves it to others.
TOOK_PART: dict[str, Callable[[Proposal], Collection[int]]] = {}
# What something is called that an argument says which one it is: it may be put right meanwhile.
CALLED = {
    *("cashier", "claim", "drawer", "given_by", "jackpot", "other_tournament", "series", "table"),
    *("to_jackpot", "tournament", "won_in"),
}
BY_NAME = "over_short"  # figures by what their drawer and cashier are called
# Plain SQL: every page asks this, and the ORM takes several times as long to say it.
WAITING = """
SELECT (
    SELECT count(*) FROM approvals_proposal
    WHERE club_id = %(club)s AND approved IS NULL AND expires_at >= %(at)s
    AND operation = ANY(%(operations)s) AND proposed_by_id <> %(user)s
) + (
    SELECT count(*) FROM approvals_proposal p
    WHERE %(confirms)s AND club_id = %(club)s AND emergency
    AND proposed_by_id <> %(user)s AND decided_by_id IS DISTINCT FROM %(user)s
    AND NOT EXISTS (SELECT FROM approvals_confirmation WHERE proposal_id = p.id)
)
"""


def permission_overrides_at(club_id: int, *, at: datetime) -> PermissionOverrides:
    """Return a club's own permissions at an instant."""
    return permission_overrides(own_permissions(club_id, at=at))


def signs(club_id: int, user_id: int, kind: str, *, at: datetime) -> bool:
    """Return whether somebody is the second for a kind of proposal at a club."""
    return _holds(club_id, user_id, signing(kind, permission_overrides_at(club_id, at=at)))


def is_signed_by_nobody(found: Proposal, overrides: PermissionOverrides) -> bool:
    """Return whether a request's club has nobody who may be its second, but who gains by it."""
    here = Membership.objects.filter(club_id=found.club_id, user__is_active=True)
    seconds = here.filter(role__in=signing(found.operation, overrides))
    return not seconds.exclude(user_id__in=[found.proposed_by_id, *found.not_by]).exists()


def took_part(found: Proposal) -> Collection[int]:
    """Return who does not sign a request as they took part in what it is about."""
    who = TOOK_PART.get(found.operation)
    return who(found) if who else ()


def signs_for_oneself(stamp: Stamp, kind: str) -> bool:
    """Return whether who asks signs it, too: the club's host, or who may sign that kind there."""
    signer = (stamp.club_id, stamp.person_id, kind)
    return is_host(stamp) or (one_person_suffices(stamp) and signs(*signer, at=stamp.at))


def asked_at(stamp: Stamp) -> datetime:
    """Return when an act was asked for that a second person signed; else its own instant."""
    if not stamp.proposal_id:
        return stamp.at
    return Proposal.objects.values_list("proposed_at", flat=True).get(id=stamp.proposal_id)


def waiting_about(
    stamp: Stamp, operations: Collection[str], *, about: Mapping[str, Any]
) -> QuerySet[Proposal]:
    """Return what waits of a matter; about: what the contents have in common."""
    return Proposal.objects.filter(
        club_id=stamp.club_id,
        approved=None,
        expires_at__gte=stamp.at,
        operation__in=operations,
        content__contains=about,
    )


def waiting_of_others(
    stamp: Stamp, operations: Collection[str], *, about: Mapping[str, Any]
) -> Proposal | None:
    """Return the request of a matter that waits and that somebody else made, None without one."""
    waiting = waiting_about(stamp, operations, about=about).exclude(proposed_by_id=stamp.actor_id)
    return waiting.select_related("proposed_by").first()


def is_host(stamp: Stamp) -> bool:
    """Return whether the club's control profile is `home` and who asks is its host."""
    host = [Role.MANAGER]
    return one_person_suffices(stamp) and _holds(stamp.club_id, stamp.person_id, host)


def can_perform(club_id: int, user_id: int, action: str, *, at: datetime) -> bool:
    """Return whether somebody acts in a row of the permissions at a club."""
    return _holds(
        club_id, user_id, actions()[action].here(permission_overrides_at(club_id, at=at)).acts
    )


def is_member(club_id: int, user_id: int) -> bool:
    """Return whether somebody has any role at a club."""
    return _holds(club_id, user_id, Role.values)


def still_asks(found: Proposal, *, at: datetime) -> bool:
    """Return whether who asked works at the club, in a role that may ask for it there still."""
    roles = {each.role for each in _memberships(found.club_id, found.proposed_by_id)}
    asked = act_of(found.act_id)
    overrides = permission_overrides_at(found.club_id, at=at)
    may = performing(asked.operation, overrides) if asked else frozenset[str]()
    return not roles.isdisjoint(may) if may else bool(roles)


def _holds(club_id: int, user_id: int, roles: Collection[str]) -> bool:
    return any(each.role in roles for each in _memberships(club_id, user_id))


@kept_sql
def _memberships(club_id: int, user_id: int) -> QuerySet[Membership]:
    return Membership.objects.filter(club_id=club_id, user_id=user_id, user__is_active=True)


def readable(user_id: int, roles: Collection[str], overrides: PermissionOverrides) -> Q:
    """Return the condition of what somebody may read: their own, and what their roles deal with."""
    own = Q(proposed_by=user_id) | Q(decided_by=user_id)
    return own | Q(operation__in=reading(roles, overrides))


def open_proposals(
    club_id: int, *, at: datetime, page: Page | None = None, to: Q = ALL
) -> list[Proposal]:
    """Return what waits for a second person and has not expired, the oldest first."""
    if to is ALL and page is None:
        return _open(club_id, at)
    waiting = Proposal.objects.filter(to, club_id=club_id, approved=None, expires_at__gte=at)
    oldest = waiting.select_related("proposed_by").order_by("proposed_at", "id")
    return page.of(oldest) if page else list(oldest)


@kept_sql
def _open(club_id: int, at: datetime) -> QuerySet[Proposal]:
    waiting = Proposal.objects.filter(club_id=club_id, approved=None, expires_at__gte=at)
    return waiting.select_related("proposed_by").order_by("proposed_at", "id")


def open_requests_of(club_id: int, user_id: int, *, at: datetime) -> list[Proposal]:
    """Return what somebody asked for that waits for a second person, the oldest first."""
    return [each for each in open_proposals(club_id, at=at) if each.proposed_by_id == user_id]


def undecided(club_id: int, about: Q) -> QuerySet[Proposal]:
    """Return what nobody has decided, in time or not, the oldest first."""
    return Proposal.objects.filter(about, club_id=club_id, approved=None).order_by("id")


def requests_of(club_id: int, about: Mapping[str, Any], *, at: datetime) -> list[Proposal]:
    """Return what waits for a second person and names these arguments, the oldest first."""
    waiting = Proposal.objects.filter(club_id=club_id, approved=None, expires_at__gte=at)
    return list(waiting.filter(content__contains=about).order_by("proposed_at", "id"))


def belonging(proposal: Proposal, *, at: datetime) -> list[Proposal]:
    """Return what waits beside a proposal and is signed with it, itself too: shares of one hit."""
    together = proposal.content.get("together")
    if together is None or proposal.approved is not None or proposal.expires_at < at:
        return [proposal]
    waiting = Proposal.objects.filter(
        club_id=proposal.club_id,
        operation=proposal.operation,
        proposed_by_id=proposal.proposed_by_id,
        approved=None,
        expires_at__gte=at,
        content__together=together,
    )
    return list(waiting.select_related("proposed_by").order_by("id"))


def decided_together(proposal: Proposal, *, key: UUID) -> list[Proposal]:
    """Return what was decided with a proposal by an act of this key, a step of it each."""
    at_once = {"decided_by": proposal.decided_by_id, "decided_at": proposal.decided_at}
    decided = Proposal.objects.filter(club_id=proposal.club_id, **at_once)
    return [each for each in decided.order_by("id") if first_act(step_key(key, each))]


def step_key(key: UUID, proposal: Proposal) -> UUID:
    """Return the key of the step that decides one of several proposals."""
    return uuid5(key, str(proposal.pk))


def waiting_for(
    club_id: int, user_id: int, operations: Collection[str], *, confirms: bool, at: datetime
) -> int:
    """
    Return how many proposals of others wait for somebody who may approve these operations.

    confirms: with what others did alone, which somebody is to confirm.
    """
    asked = {"club": club_id, "user": user_id, "at": at, "confirms": confirms}
    number: int = fetch_one(WAITING, asked | {"operations": list(operations)})[0]
    return number


def unconfirmed(club_id: int, *, page: Page | None = None, to: Q = ALL) -> list[Proposal]:
    """Return what somebody did alone and nobody has confirmed yet, the oldest first."""
    alone = Proposal.objects.filter(to, club_id=club_id, emergency=True, confirmation=None)
    oldest = alone.select_related("proposed_by", "decided_by").order_by("decided_at", "id")
    return page.of(oldest) if page else list(oldest)


def undecided_with(club_id: int, digest: str) -> int | None:
    """Return the only undecided proposal of a content, None where there is none or several."""
    found = Proposal.objects.filter(club_id=club_id, approved=None, digest=digest)
    ids = list(found.values_list("id", flat=True)[:2])
    return ids[0] if len(ids) == 1 else None


def past_proposals(club_id: int, *, at: datetime, page: Page, to: Q = ALL) -> list[Proposal]:
    """Return what was approved, refused or left to expire, the latest first."""
    all_of_club = Proposal.objects.filter(to, club_id=club_id)
    past = all_of_club.exclude(approved=None, expires_at__gte=at)
    return page.of(past.select_related("proposed_by", "decided_by").order_by("-id"))


def asked_before(
    club_id: int, operations: Collection[str], *, since: datetime, before_id: int | None = None
) -> list[Proposal]:
    """Return what was proposed of these operations since an instant, whatever became of it."""
    found = Proposal.objects.filter(
        club_id=club_id, operation__in=operations, proposed_at__gte=since
    )
    return list((found.filter(id__lt=before_id) if before_id else found).order_by("id"))


def asked_by(act_ids: Collection[int]) -> dict[int, Proposal]:
    """Return what each of these acts proposed; others are missing."""
    return {each.act_id: each for each in Proposal.objects.filter(act_id__in=act_ids)}


def approved_by(act_ids: Collection[int]) -> dict[int, Proposal]:
    """Return what each of these acts approved."""
    decided = Proposal.objects.filter(decision_act_id__in=act_ids, approved=True)
    return {each.decision_act_id: each for each in decided if each.decision_act_id}


def withdrawn_by(act_ids: Collection[int]) -> set[int]:
    """Return the acts among these by which somebody withdrew a request of their own."""
    own = Proposal.objects.filter(approved=False, proposed_by=F("decided_by"))
    return {each.decision_act_id or 0 for each in own.filter(decision_act_id__in=act_ids)}


def proposal(club_id: int, proposal_id: int, *, to: Q = ALL) -> Proposal:
    """Return a proposal of the club with its people; to: who may read it. Raises NotFound."""
    people = Proposal.objects.filter(to).select_related("proposed_by", "decided_by")
    found = people.filter(club_id=club_id, id=proposal_id).first()
    if found is None:
        raise NotFound(msg("There is no such proposal in this club."), field="proposal_id")
    return found


def signs_alone(club_id: int) -> bool:
    """Return whether one host ever signed alone at a club."""
    return Proposal.objects.filter(club_id=club_id, alone=True).exists()


def decisions(act_ids: Collection[int]) -> dict[int, int]:
    """Return the proposal that each of these acts decided, by the act; others are missing."""
    decided = Proposal.objects.filter(decision_act_id__in=act_ids)
    return {act_id: id_ for act_id, id_ in decided.values_list("decision_act_id", "id") if act_id}


def hands_of(act_id: int, actor_id: int) -> set[int]:
    """
    Return who began an act, and who held the API key by which they asked for it or did it.

    actor_id: who did it, or asked for it where another person signed.
    """
    asked = approved_by([act_id]).get(act_id)
    return {actor_id} | set(
        filter(None, [key_holder(request_of(asked.act_id if asked else act_id))])
    )


def hands_by_act(actors: Mapping[int, int]) -> dict[int, set[int]]:
    """Return by act what hands_of returns of each; actors: by act who did or asked for it."""
    asked = approved_by(actors)
    begun = {each: asked[each].act_id if each in asked else each for each in actors}
    came_by = requests_by_act(begun.values())
    return {
        each: {actor_id} | set(filter(None, [key_holder(came_by.get(begun[each], ""))]))
        for each, actor_id in actors.items()
    }


def own_hands(act_ids: Collection[int], actor_id: int) -> set[int]:
    """Return an actor, and who held the API key by which they did some acts or asked for them."""
    asked = approved_by(act_ids)
    begun = [asked[each].act_id if each in asked else each for each in act_ids]
    return {actor_id} | set(filter(None, map(key_holder, requests_by(begun, actor_id))))


def askers(stamp: Stamp) -> set[int]:
    """Return who does an act, or asked for it, and who held the API key by which they did."""
    if not stamp.proposal_id:
        return set(stamp.hands)
    return {stamp.person_id} | holders(proposal(stamp.club_id, stamp.proposal_id))


def signers(stamp: Stamp) -> set[int]:
    """Return who signed an act, and who held the API key by which they did; nobody: empty."""
    if stamp.signed_by_id is None:
        return set()
    return {stamp.signed_by_id} | (stamp.hands - askers(stamp))


def holders(proposal: Proposal) -> set[int]:
    """Return who holds the API key of somebody else by which a proposal was asked, if anybody."""
    return set(filter(None, [key_holder(request_of(proposal.act_id))]))


def which(content: Mapping[str, Any], *, without: Collection[str]) -> Any:
    """
    Return a content without what things are called, which may change while it waits.

    without: arguments that say nothing; an older program did not know them.
    """
    said = {name: value for name, value in content.items() if name not in without}
    return _which(json.loads(as_json(said)))


def _which(content: Any) -> Any:
    if isinstance(content, list):
        return [_which(each) for each in content]
    if not isinstance(content, dict):
        return content
    said = {name: _which(value) for name, value in content.items() if not _is_called(name, value)}
    figures = said.get(BY_NAME)
    return said | ({BY_NAME: sorted(figures.values())} if isinstance(figures, dict) else {})


def _is_called(name: str, value: Any) -> bool:
    names = value if isinstance(value, list) else [value]
    return name in CALLED and all(isinstance(each, str) for each in names)


def digest(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a content in hexadecimal digits, whatever the order of its keys."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def shown_digest(proposal: Proposal) -> str:
    """Return the digest of what is signed: the content, and what lies beside the request by now."""
    beside = BESIDE.get(proposal.operation)
    lying = list(beside(proposal)) if beside else []
    return digest({"digest": proposal.digest, "beside": lying}) if lying else proposal.digest


def digest_of_all(proposals: Sequence[Proposal]) -> str:
    """Return the digest of what is signed together; of one alone its own."""
    digests = [shown_digest(each) for each in proposals]
    return digests[0] if len(digests) == 1 else digest({"digests": digests})
