"""What stands in a plan's way in this installation."""

from collections.abc import Iterator

from casino.audit.services import APART
from casino.editions.services import BOOKS_OWN, CLUBS_OWN
from casino.house.models import Club
from casino.office.services import RESERVED
from casino.refusals import BadInput, Refusal
from casino.setup.rules.plan import Person, Plan
from casino.staff.models import Role, User


def is_empty() -> bool:
    """Return whether nobody has a club or a sign-in here yet."""
    return not Club.objects.exists() and not User.objects.exists()


def obstacles(plan: Plan) -> Iterator[Refusal]:
    """Yield what this program or this installation does not allow of a plan."""
    if plan.club.slug in RESERVED:
        said = f"club.slug: the addresses under {plan.club.slug} belong to the program."
        yield BadInput(said, field="club.slug")
    for key in sorted((CLUBS_OWN | BOOKS_OWN) & plan.rules.overrides.keys()):
        place = f"rules.overrides.{key}"
        why = "write it under [club]" if key in CLUBS_OWN else "it is the house's own limit"
        yield BadInput(f"{place}: is not a club's to set: {why}.", field=place)
    for i, person in enumerate(plan.people):
        yield from _of_person(person, f"people[{i}]")


def _of_person(person: Person, place: str) -> Iterator[Refusal]:
    for one, other in APART:
        if {one, other} <= set(person.roles):
            said = f"{Role(one).label} and {Role(other).label.lower()} are never one person."
            yield BadInput(f"{place}.roles: {said}", field=f"{place}.roles")
    known = User.objects.filter(username__iexact=person.username).first()
    if known and (known.username != person.username or known.is_service or not known.is_active):
        said = f"{place}.username: {known.username!r} signs in here and is not a person to hire."
        yield BadInput(said, field=f"{place}.username")
