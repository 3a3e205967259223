"""What people and a worker do in an office that was restored; each step is a program's."""

import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

from django.core.management import call_command

from casino.approvals.services import OwnProposal, approve
from casino.epochs.queries.standing import lost_acts, standing
from casino.epochs.services.settling import CannotRecordAgain, settle
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger.outbox import deliver_outbox
from casino.refusals import Refusal
from casino.staff.models import User
from tests.chaos.lives import post, rows


def deliver() -> None:
    """Copy what waits to the mirror."""
    deliver_outbox()


def begin_epoch() -> None:
    """Begin the epoch, as a worker does."""
    call_command("begin_epoch")


def say(folder: str) -> None:
    """Write down how the club stands, what it lost, and what a sale says now."""
    club = Club.objects.get()
    now = standing(club.pk)
    try:
        sold, said = post(uuid4(), 100, datetime.now(UTC)), ""
    except Refusal as refusal:
        sold, said = 0, type(refusal).__name__
    found = {
        "open": now.is_open,
        "lost": [str(each.row.key) for each in lost_acts(club.pk)],
        "sold": sold,
        "said": said,
    }
    Path(folder, "said.json").write_text(json.dumps(found))


def settle_all(folder: str) -> None:
    """Let one write off what was lost, refuse his own signature, and another sign it."""
    lost_ids = [each.row.pk for each in lost_acts(Club.objects.get().pk)]
    asked = {"lost_ids": lost_ids, "reason": "The guests have their money."}
    try:
        settle.ask(stamp("manager@tallinn"), how="again", **asked)
        raise AssertionError("no program of the tests carries such an act out again")
    except CannotRecordAgain:
        proposal = settle.ask(stamp("manager@tallinn"), how="not", **asked)
    signed = {"proposal_id": proposal.pk, "digest": proposal.digest}
    try:
        approve(stamp("manager@tallinn"), **signed)
        raise AssertionError("who asks never signs")
    except OwnProposal:
        approve(stamp("accountant@tallinn"), **signed)


def repeat_lost(folder: str) -> None:
    """Send what was acknowledged once more under its own key; write down what each was told."""
    intents = {str(row["key"]): row for row in rows(Path(folder), "intents")}
    told = {}
    for key in [str(row["key"]) for row in rows(Path(folder), "acks")]:
        intent = intents[key]
        try:
            post(UUID(key), intent["cents"], datetime.fromisoformat(intent["at"]))
            told[key] = "replayed"
        except Refusal as refusal:
            told[key] = type(refusal).__name__
    Path(folder, "told.json").write_text(json.dumps(told))


def stamp(username: str) -> Stamp:
    """Return the head of an act of somebody now."""
    user = User.objects.get(username=username)
    return club_stamp(Club.objects.get(), at=datetime.now(UTC), actor_id=user.pk)
