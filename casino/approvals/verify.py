"""Requests and their decisions against the acts that made them: who, when, what was signed."""

from collections.abc import Iterator
from datetime import date

from casino.acts.runner import ACTS
from casino.approvals.models import Proposal
from casino.approvals.queries import BESIDE, digest, shown_digest
from casino.db import fetch_all
from casino.ledger.queries.documents import act_of
from casino.ledger.verify import Finding

# The act that asked has its person and instant; the one that approved what was signed, too. One
# host signs in the act that asks.
DIFFERING = """
SELECT p.id, p.proposed_at::date, CASE
    WHEN asked.id IS NULL THEN 'nobody asked for it'
    WHEN asked.actor_id IS DISTINCT FROM p.proposed_by_id THEN 'another person asked for it'
    WHEN asked.happened_at <> p.proposed_at THEN 'it was asked for at another time'
    WHEN p.approved IS NOT NULL AND decided.id IS NULL THEN 'nobody decided it'
    WHEN decided.actor_id <> p.decided_by_id THEN 'another person decided it'
    WHEN p.approved AND decided.happened_at <> p.decided_at THEN 'it was approved at another time'
    WHEN p.approved AND NOT (p.alone AND p.decision_act_id = p.act_id) AND (
        decided.operation NOT IN ('approvals.approve', 'approvals.approve_alone')
        OR decided.arguments ->> 'proposal_id' <> p.id::text) THEN 'something else was approved'
    WHEN p.approved AND decided.arguments ->> 'digest' <> p.digest
        AND NOT p.operation = ANY (%(beside)s) THEN 'other content was approved'
    WHEN p.approved AND p.emergency <> (decided.operation = 'approvals.approve_alone')
        THEN 'it was approved in another way'
    END AS wrong
FROM approvals_proposal p
LEFT JOIN ledger_act asked ON asked.id = p.act_id AND asked.club_id = p.club_id
LEFT JOIN ledger_act decided ON decided.id = p.decision_act_id AND decided.club_id = p.club_id
WHERE p.club_id = %(club)s ORDER BY p.id
"""
# What an act approved is approved, by it; what was asked for is there.
MISSING = """
SELECT a.id, a.happened_at::date, coalesce(a.arguments ->> 'proposal_id', '?') FROM ledger_act a
LEFT JOIN approvals_proposal p
    ON p.id::text = a.arguments ->> 'proposal_id' AND p.decision_act_id = a.id
WHERE a.club_id = %(club)s AND a.operation IN ('approvals.approve', 'approvals.approve_alone')
  AND p.approved IS NOT TRUE
UNION ALL
SELECT a.id, a.happened_at::date, NULL FROM ledger_act a
LEFT JOIN approvals_proposal p ON p.act_id = a.id
WHERE a.club_id = %(club)s AND a.operation = ANY (%(asks)s) AND p.id IS NULL
ORDER BY 1
"""
ERASED = ("players.anonymise", "players.merge", "players.part", "players.correct_exclusion")


def verify_approvals(club_id: int) -> Iterator[Finding]:
    """Yield the requests that are not what their acts say."""
    for id_, day, wrong in fetch_all(DIFFERING, {"club": club_id, "beside": list(BESIDE)}):
        if wrong:
            yield _finding(id_, day, wrong)
    asks = [each.name for each in ACTS.values() if each.gives is Proposal]
    asks = [name for name in asks if not name.startswith("approvals.")]
    for act_id, day, named in fetch_all(MISSING, {"club": club_id, "asks": asks}):
        says = f"its request {named} is not approved by it" if named else "its request is gone"
        yield Finding(day=day, what=f"act {act_id}", says=says)
    for each in Proposal.objects.filter(club_id=club_id).order_by("id").iterator():
        # A reason that named a guest is blanked when the guest is erased.
        blanked = each.operation in ERASED and each.content.get("reason") == ""
        if not blanked and digest(each.content) != each.digest:
            yield _finding(each.pk, each.proposed_at.date(), "its content is not what was signed")
        if each.operation in BESIDE and each.approved and not _is_signed_as_it_lay(each):
            yield _finding(each.pk, each.proposed_at.date(), "other content was approved")


def _is_signed_as_it_lay(each: Proposal) -> bool:
    """Return whether who approved signed the content, and what lay beside it if that was shown."""
    decided = act_of(each.decision_act_id or 0)
    said = decided and decided.arguments.get("digest")
    return said in {None, each.digest, shown_digest(each)}


def _finding(id_: int, day: date, says: str) -> Finding:
    return Finding(day=day, what=f"request {id_}", says=says)
