"""Who gets access, by two people; who leaves, at once; and the quarterly look at all of it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from casino.acts.kinds import ColleagueName, Flag, Id, OneOf, Reason, Secret, Several, Text
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.approvals.queries import open_requests_of, undecided
from casino.approvals.signed import Preview, StaleProposal, signed
from casino.approvals.undecided import void_all
from casino.audit.models import AccessReview
from casino.audit.queries import codes
from casino.audit.queries.access import accountant_before, members, webhooks_added_by
from casino.clock import quarter
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict, NotFound, Refusal
from casino.staff.models import ApiToken, FormerRole, Membership, Pin, Role, User
from casino.staff.permissions import kept_apart
from casino.staff.services import check_new_name, void_badges
from casino.webhooks.services.keeping import end_webhook

GIVE, RENEW, REVOKED = "audit.give_role", "audit.renew_sign_in", "revoked: "
# Where the club has no accountant who could sign for the one that it needs.
GIVE_ACCOUNTANT, RENEW_ACCOUNTANT = "audit.give_accountant_role", "audit.renew_accountant"
ROLES = tuple(Role.values)
Roles = Annotated[Sequence[str], Several(of=OneOf(words=ROLES), maximum=len(ROLES))]
# What those who let somebody in are told of a sign-in that is not theirs.
ELSEWHERE = {"sign_in": "another_club"}
LIVES, WAITS = timedelta(days=3), "The accountant is not in every day."


class RolesApart(Conflict):
    """Some roles are never one person's, and on one gaming day not one after the other."""

    code = "AUDIT-001"
    next_step = msg("Revoke access first. The other role can begin on a later gaming day.")
    next_page = "dismiss"


class WrongCode(Refusal):
    """A name that nobody has, a half that is wrong, a code that was used: all one answer."""

    code = "AUDIT-004"
    message = msg("Name and code do not match.")
    next_step = msg("Both halves are needed, within three days. The manager asks for a new code.")


class LastManager(Conflict):
    """A club without a manager could let nobody in."""

    code = "AUDIT-002"
    message = msg("This is the last manager of the club.")


class OnlyRole(Conflict):
    """Who has no role left has no access either."""

    code = "AUDIT-009"
    message = msg("This is the only role of this person here.")
    next_step = msg("Revoke access.")
    next_page = "dismiss"


class SignInElsewhere(Conflict):
    """A club that gives somebody of another club a role does not get their sign-in thereby."""

    code = "AUDIT-007"
    message = msg("This person worked at another club first, which answers for the sign-in.")
    next_step = msg("A manager of that club asks for the new sign-in.")


class SignInOfNoClub(Conflict):
    """The club that answered for the sign-in was left: of several others none is given it."""

    code = "AUDIT-008"
    message = msg("This person works at several clubs, none of which answers for the sign-in.")
    next_step = msg(
        "All clubs but one revoke access. That one asks for the new sign-in, then the others grant "
        "their roles again."
    )


def role_preview(
    stamp: Stamp, *, username: str, role: str, name: str | None, reason: str
) -> Preview:
    """Say who gets the role, and what they are by now. Raises NotFound, RolesApart, NameTaken."""
    user = User.objects.filter(username__iexact=username).first()
    alone = role == Role.ACCOUNTANT and not _accountants_beside(stamp, user)
    needs = _as_asked(stamp, GIVE_ACCOUNTANT if alone else GIVE)
    before = accountant_before(stamp.club_id, user) if alone else {}
    if user is None:
        if name is None:
            raise NotFound(
                msg("There is no user of that name. Write a new colleague's name too."),
                field="username",
            )
        check_new_name(username)
        return Preview(content={"user_id": None}, needs=needs, ahead={"roles_now": []} | before)
    if name is not None:
        raise BadInput(msg("{user} has a sign-in already.", user=str(user)), field="name")
    _check_apart(stamp, user, role)
    return Preview(
        content={"user_id": user.pk, "username": user.username},
        needs=needs,
        not_by=[user.pk],
        ahead={"roles_now": sorted(_roles(stamp, user)), **before}
        | ({} if codes.club_of_sign_in(user) in {0, stamp.club_id} else ELSEWHERE),
    )


@signed(
    GIVE,
    asked_as="audit.propose_role",
    preview=role_preview,
    kinds={
        GIVE: msg("Grant role"),
        GIVE_ACCOUNTANT: msg("Grant role: no accountant of the club can sign"),
    },
    lives=LIVES,
    waits=WAITS,
)
def give_role(
    stamp: Stamp,
    *,
    username: Annotated[str, Text(max_length=50)],
    role: Annotated[str, OneOf(words=ROLES)],
    name: ColleagueName | None = None,
    reason: Reason,
) -> Membership:
    """
    Give somebody a role, who had left too; they are not the one to approve it.

    name: of a new colleague, who gets a sign-in; it has no password before its code is used, nor
    has that of who comes back. Source: RELIABILITY 4 (nobody grants themselves).
    """
    user = User.objects.select_for_update().filter(username__iexact=username).first()
    if user is None:
        user = User.objects.create_user(username, None, name=name or username)
    if not user.is_active:
        user.is_active = True
        user.save(update_fields=["is_active"])
    return take_role(stamp, user, role)


def take_role(stamp: Stamp, user: User, role: str) -> Membership:
    """Let somebody have a role at the club, as a step of an act. Raises RolesApart."""
    _check_apart(stamp, user, role)
    works = user.memberships.exists()
    user.sign_in_club_id = (codes.club_of_sign_in(user) or None) if works else stamp.club_id
    user.save(update_fields=["sign_in_club"])
    return Membership.objects.get_or_create(user=user, club_id=stamp.club_id, role=role)[0]


@act("audit.dismiss")
def dismiss(
    stamp: Stamp,
    *,
    user_id: Id,
    reason: Reason,
    keeps_webhooks: Annotated[bool, Flag(added=True)] = False,
) -> User:
    """
    End somebody's access to the club at once, with all that waits there by or for them.

    API keys in colleagues' names that they asked for end, too: they were shown them. So do the
    addresses that they let be told of the club. keeps_webhooks: those are the club's and go on.

    Where no club remains the sign-in ends too: password, second factors, PIN, keys, sessions.
    Raises NotFound, LastManager, BadInput. Source: RELIABILITY 4 (leavers off at once).
    """
    # Two managers who dismiss each other wait for each other here: one of them stays.
    here = Membership.objects.filter(club_id=stamp.club_id).order_by("id").select_for_update()
    held = list(here)
    leaves = [each for each in held if each.user_id == user_id]
    if not leaves:
        raise NotFound(msg("This person has no access here."), field="user_id")
    if not any(each.role == Role.MANAGER and each.user_id != user_id for each in held):
        raise LastManager
    user = User.objects.select_for_update().get(id=user_id)
    FormerRole.objects.bulk_create(
        FormerRole(
            user=user,
            club_id=stamp.club_id,
            role=each.role,
            last_day=stamp.gaming_day,
            act_id=stamp.act_id,
        )
        for each in leaves
    )
    here.filter(user=user).delete()
    void_all(stamp, open_requests_of(stamp.club_id, user_id, at=stamp.at))
    # Roles, keys, badges, a new sign-in: signed after today they would let somebody in again.
    theirs = Q(operation__startswith="audit.", content__user_id=user_id)
    void_all(stamp, undecided(stamp.club_id, theirs), why="staff")
    void_badges(stamp.club_id, user, at=stamp.at)
    works = user.memberships.exists()
    opened = Q(club_id=stamp.club_id) if works else Q()
    user.tokens.filter(opened).delete()
    for each in ApiToken.objects.select_for_update().filter(opened, made_by=user):
        end_key(stamp, each)
    for address in [] if keeps_webhooks else webhooks_added_by(stamp.club_id, user):
        end_webhook(stamp, webhook_id=address.pk)
    if not works:
        user.is_active = False
        _end_sign_in(user)
    return user


def end_key(stamp: Stamp, token: ApiToken) -> None:
    """Let a key open nothing any more; it stays on the list."""
    token.digest, token.expires_at = f"{REVOKED}{stamp.act_id}:{token.pk}", stamp.at
    token.save(update_fields=["digest", "expires_at"])


@act("audit.withdraw_role")
def withdraw_role(
    stamp: Stamp, *, user_id: Id, role: Annotated[str, OneOf(words=ROLES)], reason: Reason
) -> User:
    """
    Take one role back from somebody who keeps others, with all that waits by them, at once.

    Sign-in, PIN, keys and badge stay. Raises NotFound, OnlyRole, LastManager, BadInput.
    """
    here = Membership.objects.filter(club_id=stamp.club_id).order_by("id").select_for_update()
    held = list(here)
    roles = {each.role for each in held if each.user_id == user_id}
    if role not in roles:
        raise NotFound(msg("This person does not have that role here."), field="role")
    if roles == {role}:
        raise OnlyRole(about={"user_id": user_id})
    if not any(
        each.role == Role.MANAGER and (each.user_id, role) != (user_id, each.role) for each in held
    ):
        raise LastManager
    user = User.objects.get(id=user_id)
    FormerRole.objects.create(
        user=user,
        club_id=stamp.club_id,
        role=role,
        last_day=stamp.gaming_day,
        act_id=stamp.act_id,
    )
    here.filter(user=user, role=role).delete()
    void_all(stamp, open_requests_of(stamp.club_id, user_id, at=stamp.at))
    again = Q(operation__in=(GIVE, GIVE_ACCOUNTANT), content__user_id=user_id, content__role=role)
    void_all(stamp, undecided(stamp.club_id, again), why="staff")
    return user


def member(stamp: Stamp, user_id: int) -> User:
    """Return who works at the club. Raises NotFound."""
    found = User.objects.filter(id=user_id, is_active=True, memberships__club=stamp.club_id)
    if (user := found.first()) is None:
        raise NotFound(msg("This person has no access here."), field="user_id")
    return user


def renewal_preview(stamp: Stamp, *, user_id: int, reason: str) -> Preview:
    """Say whose sign-in ends and begins anew. Raises NotFound, SignInElsewhere, SignInOfNoClub."""
    user = member(stamp, user_id)
    if not (club_id := codes.club_of_sign_in(user)):
        raise SignInOfNoClub(field="user_id")
    if club_id != stamp.club_id:
        raise SignInElsewhere(field="user_id")
    roles = _roles(stamp, user)
    alone = Role.ACCOUNTANT in roles and not _accountants_beside(stamp, user)
    needs = _as_asked(stamp, RENEW_ACCOUNTANT if alone else RENEW)
    return Preview(content={"username": user.username}, needs=needs, not_by=[user.pk])


@signed(
    RENEW,
    asked_as="audit.propose_renewal",
    preview=renewal_preview,
    kinds={
        RENEW: msg("New sign-in"),
        RENEW_ACCOUNTANT: msg("New sign-in: no other accountant of the club can sign"),
    },
    lives=LIVES,
    waits=WAITS,
)
def renew_sign_in(stamp: Stamp, *, user_id: Id, reason: Reason) -> User:
    """
    Let somebody who lost password or phone begin anew: all that signed them in ends at once.

    Who asked and who approved hold a half each of the code that lets them choose a password, so
    that neither of them alone gets in. Source: RELIABILITY 4. Raises NotFound, SignInElsewhere.
    """
    user = User.objects.select_for_update().get(id=user_id)
    _end_sign_in(user)
    return user


def _end_sign_in(user: User) -> None:
    user.set_unusable_password()
    user.save(update_fields=["password", "is_active"])
    Authenticator.objects.filter(user=user).delete()
    Pin.objects.filter(user=user).delete()
    for session in UserSession.objects.filter(user=user):
        session.end()


@act("audit.choose_password", replay=lambda stamp, **_: User.objects.get(pk=stamp.person_id))
def choose_password(
    stamp: Stamp, *, proposal_id: Id, first: Secret, second: Secret, password: Secret
) -> User:
    """
    Choose the password of a sign-in that has none, by both halves of its code.

    The actor is whose sign-in it is. Raises WrongCode.
    """
    user = User.objects.select_for_update().get(pk=stamp.person_id)
    proposal = codes.open_to(user, at=stamp.at).filter(pk=proposal_id).first()
    if proposal is None or not codes.are_right(proposal, user, first, second):
        raise WrongCode
    user.set_password(password)
    user.has_given_password = False
    user.save(update_fields=["password", "has_given_password"])
    return user


@act("audit.review_access")
def review_access(stamp: Stamp, *, remark: Reason) -> AccessReview:
    """Keep who had which access when somebody looked at all of it. Raises BadInput."""
    seen = [
        {"username": each.user.username, "roles": list(each.roles), "keys": each.keys}
        for each in members(stamp.club_id)
    ]
    return AccessReview.objects.create(
        club_id=stamp.club_id,
        quarter=quarter(stamp.gaming_day),
        members=seen,
        remark=remark,
        reviewed_by_id=stamp.person_id,
        reviewed_at=stamp.at,
        act_id=stamp.act_id,
    )


def _as_asked(stamp: Stamp, needs: str) -> str:
    """Return the signature that is needed. Raises StaleProposal for a request of another one."""
    if Proposal.objects.filter(id=stamp.proposal_id).exclude(operation=needs).exists():
        raise StaleProposal
    return needs


def _accountants_beside(stamp: Stamp, user: User | None) -> bool:
    """Return whether the club has an accountant, other than a user, who could sign."""
    held = Membership.objects.filter(club_id=stamp.club_id, role=Role.ACCOUNTANT)
    return held.filter(user__is_active=True).exclude(user=user).exists()


def _roles(stamp: Stamp, user: User) -> set[str]:
    held = Membership.objects.filter(club_id=stamp.club_id, user=user)
    return set(held.values_list("role", flat=True))


def _roles_of_the_day(stamp: Stamp, user: User) -> set[str]:
    """Return what the user is here, and was on this gaming day."""
    former = FormerRole.objects.filter(club_id=stamp.club_id, user=user)
    today = former.filter(last_day__gte=stamp.gaming_day)
    return _roles(stamp, user).union(today.values_list("role", flat=True))


def _check_apart(stamp: Stamp, user: User, role: str) -> None:
    """Raise RolesApart, save in the profile `home`. Source: RELIABILITY 4 (on one day)."""
    if one_person_suffices(stamp):
        return
    held = _roles_of_the_day(stamp, user)
    for one, other in kept_apart():
        if (role == one and other in held) or (role == other and one in held):
            labels = {"one": Role(one).label, "other": Role(other).label}
            raise RolesApart(
                msg(
                    "{one} and {other} are never the same person at one club on one gaming day.",
                    **labels,
                ),
                field="role",
                about={"user_id": user.pk},
            )
