"""What a club opened with: its name and language by the manager, its notes and chips by two."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Annotated, Any

from casino.acts.kinds import Cents, Language, Name, Note, OneOf, Reason, Several, Values
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import ClubChange
from casino.house.models import CHIP_COLOURS, Club
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput

CHANGE = "cage.change_pieces"
DenominationCents = Cents(minimum=1, maximum=100_000_000)
ChipColours = Annotated[Mapping[str, str], Values(of=OneOf(words=CHIP_COLOURS))]
DenominationValues = Annotated[list[int], Several(of=DenominationCents, minimum=1, maximum=40)]


@act("cage.rename_club")
def rename_club(stamp: Stamp, *, name: Name, language: Language, reason: Reason) -> ClubChange:
    """
    Change the name on pages and slips, and the language of those who chose none.

    Raises NothingChanges.
    """
    return _change(stamp, {"name": name, "language": language}, reason=reason)


@act("cage.colour_chips")
def colour_chips(stamp: Stamp, *, colours: ChipColours, reason: Note = "") -> ClubChange:
    """
    Say which colour the club's chips have, by their value in cents; what is not named has none.

    Raises BadInput for the value of no chip of the club, NothingChanges.
    """
    chips = {str(cents) for cents in _club(stamp).chips_cents}
    if unknown := colours.keys() - chips:
        said = msg("The club has no chip of {value} cents.", value=min(unknown)[:20])
        raise BadInput(said, field="colours")
    return _change(stamp, {"chip_colours": dict(colours)}, reason=reason)


def denominations_preview(
    stamp: Stamp, *, notes: Sequence[int], chips: Sequence[int], reason: str
) -> Preview:
    """Say which notes and chips would be counted, and which are now."""
    wanted = {"notes_cents": _checked(notes, "notes"), "chips_cents": _checked(chips, "chips")}
    before = _settings(_club(stamp), wanted)
    if before == wanted:
        raise NothingChanges(msg("Nothing would change: the club counts these denominations."))
    return Preview(content=wanted | {"instead_of": before})


@signed(
    CHANGE,
    asked_as="cage.propose_pieces",
    preview=denominations_preview,
    kinds={CHANGE: msg("Notes and chips of the club")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
)
def change_denominations(
    stamp: Stamp, *, notes: DenominationValues, chips: DenominationValues, reason: Reason
) -> ClubChange:
    """
    Change which notes, coins and chips are counted, in cents; shifts count them that open later.

    Raises BadInput, NothingChanges.
    """
    wanted = {"notes_cents": _checked(notes, "notes"), "chips_cents": _checked(chips, "chips")}
    return _change(stamp, wanted, reason=reason)


def _change(stamp: Stamp, wanted: Mapping[str, Any], *, reason: str) -> ClubChange:
    """Change the club and keep what it was before. Raises NothingChanges."""
    club = _club(stamp)
    before = _settings(club, wanted)
    changed = {name: value for name, value in wanted.items() if value != before[name]}
    if not changed:
        raise NothingChanges(msg("Nothing would change: these are the club's settings now."))
    Club.objects.filter(id=club.pk).update(**changed)
    return ClubChange.objects.create(
        club=club,
        before={name: before[name] for name in changed},
        after=changed,
        changed_at=stamp.at,
        reason=reason,
        changed_by_id=stamp.person_id,
        second_id=stamp.signed_by_id,
        act_id=stamp.act_id,
    )


def _club(stamp: Stamp) -> Club:
    """Return the club's row, held by an act."""
    clubs = Club.objects.select_for_update(no_key=True) if stamp.act_id else Club.objects.all()
    return clubs.get(id=stamp.club_id)


def _settings(club: Club, names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: getattr(club, name) for name in names}


def _checked(values: Sequence[int], field: str) -> list[int]:
    """Return denominations in cents, the largest first. Raises BadInput."""
    if len(set(values)) < len(values):
        raise BadInput(msg("Write each value once."), field=field)
    return sorted(values, reverse=True)
