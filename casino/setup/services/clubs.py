"""Opening a club without a plan, and hiring."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated

from casino.acts.kinds import ColleagueName, Secret, Text
from casino.acts.runner import act
from casino.audit.services.access import Roles, take_role
from casino.cage.services.thresholds import link_by_law, tighten
from casino.db import command, next_id
from casino.editions.services import adopt
from casino.house.models import Club, ControlProfile
from casino.house.queries import club_stamp
from casino.house.rulebook import load_book
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.names import clean_text
from casino.players.services.terms import keep_by_law
from casino.rates.queries import law_of
from casino.refusals import BadInput, NotFound
from casino.setup.rules.plan import RESERVED
from casino.staff.models import User
from casino.staff.services import check_new_name


@command
def open_club(
    *,
    at: datetime,
    slug: str,
    name: str,
    book: str,
    first_day: date,
    overrides: Mapping[str, object] | None = None,
    controls: str | None = None,
    **club_values: object,
) -> Club:
    """
    Open a club with its accounts and its first rule book.

    overrides: values of the book that the club sets itself; controls: its control profile, `club`
    where nobody says. club_values: further fields of Club
    (time zone, currency, denominations); what is missing comes from the rule book. What the law of
    the country asks of an organiser of gambling holds from the beginning. Raises BadInput for a
    book that does not exist, or for a slug that begins another address.
    """
    if slug in RESERVED:
        raise BadInput(
            msg("The addresses under {slug} belong to the program.", slug=slug), field="slug"
        )
    rules = load_book(book).house
    defaults = {
        "timezone": rules.timezone,
        "currency": rules.currency,
        "closes_at": rules.closes_at,
    }
    # Its row is what its first act writes, too: so the act comes first.
    club = Club(pk=next_id(Club), slug=slug, name=clean_text(name), **(defaults | club_values))
    stamp = club_stamp(club, at=at, actor_id=None)
    own = dict(overrides or {})
    said = {"slug": slug, "book": book, "first_day": first_day, "overrides": own}
    begun = ledger.act(stamp, "office.open_club", **said)
    club.save(force_insert=True)
    ledger.open_club_accounts(club.id, currency=club.currency)
    if controls:
        ControlProfile.objects.create(
            club=club,
            profile=controls,
            since=at,
            reason="The club opens.",
            act_id=begun.id,
        )
        if controls == ControlProfile.Name.CASINO:
            tighten(club.pk)
    if law := law_of(club, at=at):
        link_by_law(club.pk, law)
        keep_by_law(club.pk, law)
    adopt(stamp, book=book, first_day=first_day, overrides=own, reason="The club opens.")
    return club


@act("office.hire", replay=lambda stamp, username, **_: User.objects.get(username__iexact=username))
def hire(
    stamp: Stamp,
    *,
    username: Annotated[str, Text(max_length=50)],
    name: ColleagueName,
    password: Secret,
    roles: Roles,
    given: bool = False,
) -> User:
    """
    Give somebody a sign-in and roles at the club, as who runs the server.

    Whoever has a sign-in already keeps it, capitals or not. given: the password was made for them;
    their first sign-in asks for one of their own. Raises BadInput, NameTaken, RolesApart.
    """
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        check_new_name(username)
        user = User.objects.create_user(username, password, name=name, has_given_password=given)
    for role in roles:
        take_role(stamp, user, role)
    return user


@act("office.give_password_again", replay=lambda stamp, username, **_: _waiting(stamp, username))
def give_password_again(
    stamp: Stamp, *, username: Annotated[str, Text(max_length=50)], password: Secret
) -> User:
    """
    Give somebody another first password, as who opened the club and did not see the one before.

    Raises NotFound once they chose one of their own.
    """
    user = _waiting(stamp, username)
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


def _waiting(stamp: Stamp, username: str) -> User:
    waiting = User.objects.filter(memberships__club_id=stamp.club_id, has_given_password=True)
    found = waiting.filter(username=username, last_login=None).first()
    if found is None:
        raise NotFound(field="username")
    return found
