"""
Acts that a second person signs: one body, run at once where one person suffices, else on approval.

`@signed("cage.close_shift", asked_as="cage.ask_close", preview=closing_preview, ...)` above the
body declares two acts: the one itself, refused where it needs a signature, and `.ask`, which keeps
its arguments for who signs. What is signed is what the preview said when it was asked for; where it
says something else when the signature comes, nothing happens.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from casino.acts.permission import can_perform
from casino.acts.runner import Act
from casino.approvals.models import Proposal
from casino.approvals.queries import (
    digest,
    signs,
    signs_for_oneself,
    waiting_about,
    waiting_of_others,
    which,
)
from casino.approvals.services import (
    Completion,
    keep_completion,
    propose,
    sign_alone,
    supersede,
)
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import first_act
from casino.messages import Message, msg
from casino.refusals import BadInput, Conflict, Refusal

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)
USUAL = timedelta(minutes=15)
# The matter of an act of which a club has one.
THE_CLUB: tuple[str, ...] = ()


class NeedsSignature(Conflict):
    """This is not done by one person."""

    code = "APPROVAL-010"
    message = msg("This needs approval.")
    next_step = msg("Request approval; it is booked once approved.")


class StaleProposal(Conflict):
    """What is signed is what was asked for."""

    code = "APPROVAL-011"
    message = msg("The figures have changed since it was proposed.")
    next_step = msg("Propose it again.")


class WaitsAlready(Conflict):
    """One request of a matter waits at a time, whoever asked."""

    code = "APPROVAL-014"
    next_step = msg("Approve or reject that request, or let it be withdrawn, then ask.")
    next_page = "approval"

    @classmethod
    def of(cls, waiting: Proposal) -> Self:
        """Return the refusal that names what waits and leads to it."""
        said = msg(
            "{person} has already requested this; it waits for approval.",
            person=waiting.proposed_by,
        )
        return cls(said, about={"proposal_id": waiting.pk})


class LookAgain(Conflict):
    """What is confirmed is what was shown."""

    code = "APPROVAL-013"
    message = msg("This is not what was shown last.")
    next_step = msg("Check what changes, then confirm it.")


class NothingChanges(Refusal):
    """A proposal differs from what holds."""

    code = "APPROVAL-012"
    message = msg("Nothing would change.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """
    What an act would do now, before anything happens.

    content: what who signs reads, plain data beside the arguments; it must be the same when they
    sign. needs: the kind of signature, None where one person suffices; the act's first kind unless
    it is said. reason: why it is asked for; not_by: ids of users who gain by it; ahead: what else
    who signs is shown at that time.
    """

    content: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    needs: str | None = ""
    not_by: Collection[int] = ()
    ahead: Mapping[str, Any] = field(default_factory=dict)


class SignedAct(Act[P, R_co]):
    """An act that somebody else may have to sign; kinds: of signature, the strictest last."""

    def __init__(
        self,
        name: str,
        body: Callable[..., Any],
        *,
        asked_as: str,
        preview: Callable[..., Preview],
        kinds: Mapping[str, Message],
        signs: Callable[..., str | None] | None,
        lives: timedelta,
        latest_of: str | Collection[str] | None,
        one_open: bool,
        counted: bool,
        asked: Callable[[Stamp, Proposal], Any] | None,
        refused: Callable[..., Any] | None,
        emergency: bool,
        blind: Collection[str],
        kept: bool,
        replay: Callable[..., Any] | None,
    ) -> None:
        super().__init__(name, self._alone(body), replay=replay, look=preview)
        self.effect = body
        self._asked = asked
        self._matter = (latest_of,) if isinstance(latest_of, str) else latest_of
        self._one_open, self._counted = one_open, counted
        self._kept = kept
        self._preview, self._signs = preview, signs
        self.kinds = list(kinds)
        self.ask: Act[P, Proposal] = Act(asked_as, self._asking(body), look=preview)
        self.ask.__doc__ = f"Request approval: {(body.__doc__ or '').strip()}"
        for kind, title in kinds.items():
            keep_completion(
                Completion(
                    operation=kind,
                    first_kind=self.kinds[0],
                    title=title,
                    lives=lives,
                    complete=self._complete,
                    ahead=self._ahead,
                    refused=refused,
                    emergency=emergency,
                    blind=frozenset(blind),
                )
            )

    def __call__(self, stamp: Stamp, *_: P.args, **given: P.kwargs) -> R_co:
        """
        Carry it out, as every act is; what is kept is asked for before it is refused.

        Raises NeedsSignature besides.
        """
        may = self._kept and not stamp.act_id and can_perform(stamp, self.name)
        if may and self._is_asked(stamp, *_, **given):
            asked = self.ask(stamp, *_, **given)
            raise NeedsSignature(about={"proposal_id": asked.pk})
        return super().__call__(stamp, *_, **given)

    def preview(self, stamp: Stamp, *_: P.args, **given: P.kwargs) -> Preview:
        """Return what the act would do now. Raises what stands in its way."""
        values = self.check(given)
        self.check_words(stamp, values)
        return self._now(stamp, values)

    def submit(self, stamp: Stamp, *_: P.args, **given: P.kwargs) -> R_co | Proposal:
        """
        Do it where one person suffices, else ask for the signature that it needs.

        A repeat is what it was at first, whatever it would need by now.
        """
        asks = self._is_asked(stamp, *_, **given)
        return self.ask(stamp, *_, **given) if asks else super().__call__(stamp, *_, **given)

    def confirm(self, stamp: Stamp, shown: str, *_: P.args, **given: P.kwargs) -> R_co | Proposal:
        """
        Submit what somebody has looked at. shown: the digest of the preview's content.

        Raises LookAgain where the act would now do something else.
        """
        if not first_act(stamp.key) and shown != digest(self.preview(stamp, *_, **given).content):
            raise LookAgain
        return self.submit(stamp, *_, **given)

    def _is_asked(self, stamp: Stamp, *_: P.args, **given: P.kwargs) -> bool:
        """Return whether it waits for a signature; a repeat, whether it did at first."""
        before = first_act(stamp.key)
        if before:
            return before.operation == self.ask.name
        needs = self._needs(stamp, self.check(given))
        return needs is not None and not signs_for_oneself(stamp, needs)

    def _needs(self, stamp: Stamp, values: Mapping[str, Any]) -> str | None:
        """Return the signature that is needed now, None where one person suffices."""
        return self._signs(stamp, **values) if self._signs else self._now(stamp, values).needs

    def _now(self, stamp: Stamp, values: Mapping[str, Any]) -> Preview:
        found = self._preview(stamp, **values)
        if self._signs:
            return replace(found, needs=self._signs(stamp, **values))
        return replace(found, needs=self.kinds[0]) if found.needs == "" else found

    def _alone(self, body: Callable[..., Any]) -> Callable[..., Any]:
        def alone(stamp: Stamp, **values: Any) -> Any:
            needs = self._needs(stamp, values)
            # What a job does was decided by who let it run.
            if needs is None or stamp.actor_id is None or _is_step_signed(stamp, needs):
                if self._counted and stamp.actor_id is not None:
                    supersede(stamp, waiting_about(stamp, self.kinds, about=self._about(values)))
                return body(stamp, **values)
            if not signs_for_oneself(stamp, needs):
                raise NeedsSignature
            return self._signed_alone(stamp, self._proposed(stamp, values))

        return _with_arguments(alone, body)

    def _asking(self, body: Callable[..., Any]) -> Callable[..., Any]:
        def ask(stamp: Stamp, **values: Any) -> Proposal:
            proposal = self._proposed(stamp, values)
            if signs_for_oneself(stamp, proposal.operation):
                self._signed_alone(stamp, proposal)
            return proposal

        asking = _with_arguments(ask, body)
        asking.__annotations__["return"] = Proposal
        return asking

    def _proposed(self, stamp: Stamp, values: Mapping[str, Any]) -> Proposal:
        found, arguments = self._now(stamp, values), self._as_plain(values)
        if self._matter is not None:
            about = self._about(values)
            self._check_waiting(stamp, about)
            waiting = waiting_about(stamp, self.kinds, about=about)
            own = waiting.filter(proposed_by_id=stamp.actor_id)
            supersede(stamp, waiting if self._counted else own)
        proposal = propose(
            stamp,
            operation=found.needs or self.kinds[0],
            content={**arguments, **found.content},
            reason=found.reason or arguments.get("reason") or "",
            not_by=found.not_by,
        )
        if self._asked:
            self._asked(stamp, proposal)
        return proposal

    def _about(self, values: Mapping[str, Any]) -> dict[str, Any]:
        arguments = self._as_plain(values)
        return {name: arguments[name] for name in self._matter or ()}

    def _check_waiting(self, stamp: Stamp, about: Mapping[str, Any]) -> None:
        """Raise WaitsAlready where somebody else's request of the same matter is open."""
        other = waiting_of_others(stamp, self.kinds, about=about) if self._one_open else None
        if other:
            raise WaitsAlready.of(other)

    def _signed_alone(self, stamp: Stamp, proposal: Proposal) -> Any:
        """Carry out what the only host asks for: kept as asked and signed by one person."""
        sign_alone(stamp, proposal)
        running = replace(stamp, signed_by_id=stamp.person_id, proposal_id=proposal.pk)
        return self.effect(running, **self._arguments(proposal.content))

    def _as_plain(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: value if value is None else self.arguments[name].kind.as_plain(value)
            for name, value in values.items()
        }

    def _arguments(self, content: Mapping[str, Any]) -> Any:
        """Return the arguments of a proposal. Raises StaleProposal for one that lacks some."""
        try:
            given = {
                name: value if value is None else self.arguments[name].kind.from_plain(value)
                for name, value in content.items()
                if name in self.arguments
            }
            return self.check(given)
        except (AttributeError, KeyError, TypeError, ValueError, BadInput) as error:
            raise StaleProposal from error

    def _looked_at(self, stamp: Stamp, proposal: Proposal) -> tuple[Any, Preview]:
        """Return arguments and preview of a proposal now. Raises StaleProposal, and what blocks."""
        values = self._arguments(proposal.content)
        try:
            now = self._now(_on(stamp, proposal), values)
        except BadInput as error:
            raise StaleProposal from error
        unsaid = {name for name, value in values.items() if self.arguments[name].is_unsaid(value)}
        said, left = {**self._as_plain(values), **now.content}, unsaid - now.content.keys()
        if which(said, without=left) != which(proposal.content, without=left):
            raise StaleProposal
        if self.kinds.index(now.needs or self.kinds[0]) > self.kinds.index(proposal.operation):
            raise StaleProposal
        return values, now

    def _ahead(self, stamp: Stamp, proposal: Proposal) -> Mapping[str, Any]:
        return self._looked_at(stamp, proposal)[1].ahead

    def _complete(self, stamp: Stamp, proposal: Proposal) -> Any:
        values, _ = self._looked_at(stamp, proposal)
        running = replace(_on(stamp, proposal), signed_by_id=stamp.person_id)
        return self.effect(running, **values)


def signed(
    name: str,
    *,
    asked_as: str,
    preview: Callable[..., Preview],
    kinds: Mapping[str, Message],
    signs: Callable[..., str | None] | None = None,
    lives: timedelta = USUAL,
    waits: str = "",
    latest_of: str | Collection[str] | None = None,
    one_open: bool = False,
    counted: bool = False,
    asked: Callable[[Stamp, Proposal], Any] | None = None,
    refused: Callable[..., Any] | None = None,
    emergency: bool = False,
    blind: Collection[str] = (),
    kept: bool = False,
    replay: Callable[..., Any] | None = None,
) -> Callable[[Callable[Concatenate[Stamp, P], R_co]], SignedAct[P, R_co]]:
    """
    Declare an act that may need a signature, by its body `body(stamp, *, ...)`.

    In the body stamp.actor_id is who asked, stamp.signed_by_id who signed, None where one person
    sufficed. asked_as: the name of the act that asks; preview(stamp, **arguments): see Preview, its
    stamp names the proposal that it looks at; kinds: what the permissions name -> its title, the
    strictest last; signs(stamp, **arguments): which of them is needed, None where one person
    suffices: said where most need none and the body looks itself, so that nothing is looked at
    twice, and then in place of Preview.needs; lives: how long it can be signed; waits: why longer
    than usual; latest_of: the arguments of which somebody's later request takes the place of the
    one that still waits, THE_CLUB where a club has one of it; one_open: whether nobody else asks
    meanwhile; counted: a count, and a later one, signed or not, takes the place of everybody's:
    what lies there is what was counted last; asked(stamp, proposal): what follows the asking;
    refused(stamp, proposal): what a refusal or withdrawal carries out;
    emergency: one person may do it alone when nobody else is there; blind: what of the content
    nobody reads who may not sign it, the asker least of all; kept: a count, which is asked for
    where it is refused for want of a signature, so that its figure stays.
    """
    assert lives <= USUAL or waits, name

    def declare(body: Callable[Concatenate[Stamp, P], R_co]) -> SignedAct[P, R_co]:
        return SignedAct(
            name,
            body,
            asked_as=asked_as,
            preview=preview,
            kinds=kinds,
            signs=signs,
            lives=lives,
            latest_of=latest_of,
            one_open=one_open,
            counted=counted,
            asked=asked,
            refused=refused,
            emergency=emergency,
            blind=blind,
            kept=kept,
            replay=replay,
        )

    return declare


def _on(stamp: Stamp, proposal: Proposal) -> Stamp:
    """Return the stamp in the name of who proposed."""
    return replace(stamp.acting_as(proposal.proposed_by_id), proposal_id=proposal.pk)


def _is_step_signed(stamp: Stamp, needs: str) -> bool:
    """Return whether it is a step of what somebody signed who may sign the step, too."""
    signer = stamp.signed_by_id
    return signer is not None and signs(stamp.club_id, signer, needs, at=stamp.at)


def _with_arguments(function: Callable[..., Any], body: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function the name, the words and the arguments of an act's body."""
    function.__wrapped__ = body  # type: ignore[attr-defined]
    function.__name__, function.__qualname__ = body.__name__, body.__qualname__
    function.__module__, function.__doc__ = body.__module__, body.__doc__
    function.__annotations__ = dict(body.__annotations__)
    return function
