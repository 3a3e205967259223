"""What a restore lost, settled: recorded again or written off, and never by one person."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

from casino.acts.kinds import Bytes, Hidden, Identity, Line, OneOf, Several
from casino.acts.runner import ACTS
from casino.approvals.models import Proposal
from casino.approvals.queries import undecided_with
from casino.approvals.signed import Preview, signed
from casino.db import rehearsal
from casino.epochs.models import GoneCopy, LostAct, Settlement
from casino.epochs.queries.standing import Lost, lost_acts, standing
from casino.epochs.services.beginning import hold_epoch, open_where_settled
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.house.vocabulary import act_title
from casino.ledger.queries.documents import first_act
from casino.ledger.queries.gaming_days import takes_postings
from casino.messages import msg
from casino.refusals import Conflict, NotFound, Refusal

SETTLE, GONE = "epochs.settle_restore", "epochs.declare_copy_gone"
LostIds = Annotated[list[int], Several(of=Identity(), minimum=1)]
How = Annotated[str, OneOf(words=tuple(Settlement.How.values))]


class SettledBefore(Conflict):
    """A lost act is settled once."""

    code = "EPOCH-001"
    message = msg("This lost act is settled.")


class CannotRecordAgain(Conflict):
    """The copy does not say all that the act needs, or what it needs was lost, too."""

    code = "EPOCH-002"
    next_step = msg("Write it off with a reason, and enter it by hand once the desks are open.")


class MoveStands(Conflict):
    """A club that moved is written elsewhere, whatever this server lost."""

    code = "EPOCH-004"
    message = msg("The club moved to another server: record that again, it cannot be written off.")


class CopyIsThere(Conflict):
    """Only a copy that is gone is said to be gone."""

    code = "EPOCH-003"
    message = msg("The copy outside is there, or its end was confirmed before.")


def settlement_preview(stamp: Stamp, *, lost_ids: list[int], how: str, reason: str) -> Preview:
    """
    Show each act from its copy as it was at the desk. Raises NotFound, SettledBefore.
    """
    found = lost_acts(stamp.club_id, ids=lost_ids)
    if len(found) != len(set(lost_ids)):
        raise NotFound(msg("There is no such lost act in this club."), field="lost_ids")
    if any(each.settled for each in found):
        raise SettledBefore(field="lost_ids")
    return Preview(content={"acts": [_shown(each) for each in found]}, reason=reason)


def rehearse(stamp: Stamp, proposal: Proposal) -> None:
    """Try it when it is asked for, so that nobody signs what then cannot be carried out."""
    asked = proposal.content
    with rehearsal():
        _settle(replace(stamp, signed_by_id=0), asked["lost_ids"], asked["how"], asked["reason"])


@signed(
    SETTLE,
    asked_as="epochs.ask_settle_restore",
    preview=settlement_preview,
    kinds={SETTLE: msg("Settle what a restore lost")},
    lives=timedelta(days=7),
    waits="The second person may be away when the office is restored.",
    asked=rehearse,
)
def settle(stamp: Stamp, *, lost_ids: LostIds, how: How, reason: Line) -> list[Settlement]:
    """
    Record lost acts again, or write them off with a reason; the last one opens the club's desks.

    Recorded again, an act is carried out once more under its own key, by who did it and, where the
    gaming day still takes it, at its time. Raises CannotRecordAgain, SettledBefore.
    """
    return _settle(stamp, lost_ids, how, reason)


def gone_preview(stamp: Stamp, *, reason: str) -> Preview:
    """Say up to when the database knows. Raises CopyIsThere."""
    now = standing(stamp.club_id)
    if now.whole or now.gone:
        raise CopyIsThere
    return Preview(content={"epoch": now.epoch.number}, reason=reason)


@signed(
    GONE,
    asked_as="epochs.ask_declare_copy_gone",
    preview=gone_preview,
    kinds={GONE: msg("Confirm that the copy outside is gone")},
    lives=timedelta(days=7),
    waits="The second person may be away when the office is restored.",
)
def declare_copy_gone(stamp: Stamp, *, reason: Line) -> GoneCopy:
    """Say that nobody can tell what the restore lost; the desks open. Raises CopyIsThere."""
    gone = GoneCopy.objects.create(
        epoch=standing(stamp.club_id).epoch,
        club_id=stamp.club_id,
        reason=reason,
        asked_by_id=stamp.person_id,
        signed_by_id=stamp.signer_id,
        said_at=stamp.at,
        act_id=stamp.act_id,
    )
    open_where_settled(stamp.club_id, at=stamp.at)
    return gone


def _settle(stamp: Stamp, lost_ids: list[int], how: str, reason: str) -> list[Settlement]:
    """Settle acts in the order in which they happened, and those that were steps of them."""
    hold_epoch()
    chosen = LostAct.objects.filter(club_id=stamp.club_id, id__in=lost_ids)
    done = []
    for lost in chosen.order_by("epoch__number", "act_id"):
        if how == Settlement.How.NOT and lost.copy["operation"].startswith("cells."):
            raise MoveStands(field="how")
        if not Settlement.objects.filter(lost=lost).exists():
            done.append(_settlement(stamp, lost, how, reason))
            if how == Settlement.How.AGAIN and first_act(lost.key) is None:
                _record_again(stamp, lost)
    if how == Settlement.How.AGAIN:
        left = LostAct.objects.filter(club_id=stamp.club_id, settlement=None)
        steps = [lost for lost in left if first_act(lost.key)]
        done += [_settlement(stamp, lost, how, reason) for lost in steps]
    open_where_settled(stamp.club_id, at=stamp.at)
    return done


def _settlement(stamp: Stamp, lost: LostAct, how: str, reason: str) -> Settlement:
    return Settlement.objects.create(
        lost=lost,
        how=how,
        reason=reason,
        asked_by_id=stamp.person_id,
        signed_by_id=stamp.signer_id,
        settled_at=stamp.at,
        act_id=stamp.act_id,
    )


def _record_again(stamp: Stamp, lost: LostAct) -> None:
    """Carry a lost act out once more, under its own key and in the name of who did it."""
    try:
        ACTS[lost.copy["operation"]].step(_stamp_of(stamp, lost.copy), **_arguments(lost.copy))
    except (KeyError, TypeError, ValueError) as error:
        raise _cannot(lost, msg("the copy does not hold all of it")) from error
    except Refusal as refusal:
        raise _cannot(lost, refusal.message) from refusal


def _cannot(lost: LostAct, why: object) -> CannotRecordAgain:
    said = msg(
        "Act {number}, {title}, cannot be recorded again: {why}",
        number=lost.act_id,
        title=act_title(lost.copy["operation"]),
        why=why,
    )
    return CannotRecordAgain(said, field="how")


def _stamp_of(stamp: Stamp, copy: Mapping[str, Any]) -> Stamp:
    """Return the head that the act had; where its day takes nothing any more, at this time."""
    club = Club.objects.get(id=stamp.club_id)
    then = club_stamp(
        club,
        at=datetime.fromisoformat(copy["happened_at"]),
        actor_id=copy["actor_id"],
        key=UUID(copy["key"]),
        request_id=copy["request_id"],
    )
    if takes_postings(club.pk, then.gaming_day, at=then.at):
        return then
    return replace(
        then,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        opens_at=stamp.opens_at,
        closes_at=stamp.closes_at,
    )


def _arguments(copy: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return what the act was given. Raises ValueError for what a copy never holds.

    A request that was lost and is asked again has another number; its content finds it.
    """
    act, given = ACTS[copy["operation"]], dict(copy["arguments"])
    values = {}
    for name, value in given.items():
        kind = act.arguments[name].kind
        if isinstance(kind, Hidden | Bytes) or (getattr(kind, "private", False) and value):
            raise ValueError(name)
        values[name] = kind.from_plain(value)
    if "proposal_id" in values and "digest" in values:
        again = undecided_with(copy["club_id"], values["digest"])
        values["proposal_id"] = again or values["proposal_id"]
    return values


def _shown(lost: Lost) -> dict[str, Any]:
    """Return what who signs reads of a lost act."""
    copy = lost.row.copy
    return {
        "act": lost.row.act_id,
        "operation": copy["operation"],
        "at": copy["happened_at"],
        "by": str(lost.who or ""),
        "slips": list(lost.slips),
        "cents": lost.cents,
        "kinds": [each["kind"] for each in lost.entries],
        "memos": [each["memo"] for each in lost.entries if each["memo"]],
    }
