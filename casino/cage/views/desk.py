"""The cashier's pages."""

from collections.abc import Mapping
from typing import Any, Literal

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.approvals.models import Proposal
from casino.approvals.queries import approved_by, open_proposals
from casino.cage.forms import (
    ChipsForm,
    CloseShiftForm,
    CountForm,
    NoteForm,
    OpenShiftForm,
    ReverseForm,
)
from casino.cage.models import Drawer, Shift
from casino.cage.queries import shifts, tallies
from casino.cage.queries.due import due_total, payment_booked, rounded_cents
from casino.cage.queries.explained import explanation
from casino.cage.queries.stock import counted_denominations, vault_move
from casino.cage.queries.walk_ins import WALK_IN_KINDS, near_limit_walk_ins, sales_of_an_hour
from casino.cage.reports import corrections, counted_by_denomination, over_imprest_cents, slip_text
from casino.cage.rules import Tally
from casino.cage.services import closing, explained_counts, opening, reversals
from casino.cage.services import desk as desk_services
from casino.cage.services.counts import submit_count
from casino.cage.services.identity import NotIdentified
from casino.cage.views.beside import beside
from casino.cage.views.counting import counted_by
from casino.cage.views.operations import OPERATIONS
from casino.cage.views.signing import needs_of
from casino.ledger.queries.documents import act_entries, entry, first_act
from casino.ledger.queries.guests import right_guest
from casino.ledger.queries.rows import EntryRow
from casino.ledger.refusals import NotEnough
from casino.messages import msg
from casino.money import format_cents
from casino.paging import Page
from casino.players.forms import MissingIdForm
from casino.players.queries import language_of, names, player
from casino.players.services.guests import change_player
from casino.staff.models import User
from casino.web.fields import ActForm, WholeField
from casino.web.interrupted import forget_interrupted, interrupted, is_sent
from casino.web.next_steps import unknown_guest
from casino.web.pages import carry_out, qr, show
from casino.web.roles import ClubRequest, may_open, page, request_stamp

MAX_SLIPS = 500


@page
def till(request: ClubRequest) -> HttpResponse:
    """The desk: without a shift only "open shift", after a count only its result."""
    shift = shifts.open_shift_of(request.user.id, request.club.id)
    if shift is None:
        return redirect("shift-open", club=request.club.slug)
    if shift.state == Shift.State.COUNTED:
        return redirect("shift-close", club=request.club.slug)
    asked = request.GET.get("operation", "")
    operation = asked if asked in OPERATIONS else "sell"
    sent = interrupted(request, reverse("move-chips", args=[request.club.slug, operation]))
    if booked := _booked(request, sent):
        forget_interrupted(request)
        shown = {"operation": operation, "slip": booked, "again": 1}
        return redirect(reverse("till", args=[request.club.slug], query=shown))
    form = ChipsForm(club_id=request.club.id, initial=_kept(request) | sent)
    if len(form.initial) > len({"key", "player"}):
        form.fields["cents"].widget.attrs["autofocus"] = True
    return _till(request, shift, operation, form, unsent=bool(sent))


def _booked(request: ClubRequest, sent: Mapping[str, Any]) -> int | None:
    """Return the slip that the reader's form booked before their session was over, if it did."""
    act = first_act(sent["key"]) if sent else None
    if act is None or (act.actor_id, act.club_id) != (request.user.id, request.club.id):
        return None
    return next((entry.id for entry in act_entries(request.club.id, act.pk)), None)


def _kept(request: ClubRequest) -> dict[str, Any]:
    """Return guest and amount of a form that was left to enter who the guest is."""
    code, cents = (request.GET.get(name, "") for name in ("player", "cents"))
    kept: dict[str, Any] = {"player": code} if code.isdecimal() else {}
    return kept | ({"cents": int(cents)} if WholeField.DIGITS.fullmatch(cents) else {})


@page
def identify_guest(request: ClubRequest, operation: str, player_id: int) -> HttpResponse:
    """Enter what is missing of a guest's ID at the till; guest and amount stay."""
    shift = shifts.open_shift_of(request.user.id, request.club.id)
    guest = player(request.club.id, player_id)
    typed = request.POST.get("waiting", "")
    if shift is None or operation not in OPERATIONS or not WholeField.DIGITS.fullmatch(typed):
        return redirect("till", club=request.club.slug)
    form = MissingIdForm(request.POST, known=guest)
    if carry_out(request, form, change_player, player_id=player_id):
        kept: dict[str, Any] = request.GET.dict()
        kept |= {"operation": operation, "player": guest.code, "cents": typed}
        return redirect(reverse("till", args=[request.club.slug], query=kept))
    waiting = {"player": guest.code, "cents": int(typed)}
    stopped = ChipsForm(club_id=request.club.id, initial=waiting)
    return _till(request, shift, operation, stopped, missing=form)


@page
def move_chips(request: ClubRequest, operation: str) -> HttpResponse:
    """Sell or redeem chips; afterwards the same operation begins again, its slip on screen."""
    shift = shifts.open_shift_of(request.user.id, request.club.id)
    if shift is None or operation not in OPERATIONS or not is_sent(request):
        asked = request.GET.dict() | {"operation": operation}
        return redirect(reverse("till", args=[request.club.slug], query=asked))
    form = ChipsForm(request.POST, club_id=request.club.id)
    posted = carry_out(request, form, OPERATIONS[operation], shift_id=shift.id)
    if isinstance(posted, Proposal):
        return redirect("approval-sign", club=request.club.slug, proposal_id=posted.pk)
    if posted is None:
        return _till(request, shift, operation, form)
    forget_interrupted(request)
    again = {"again": 1} if posted.replayed else {}
    shown = {"operation": operation, "slip": posted.entry_id} | again
    return redirect(reverse("till", args=[request.club.slug], query=shown))


def _till(
    request: ClubRequest,
    shift: Shift,
    operation: str,
    form: ActForm,
    *,
    missing: MissingIdForm | None = None,
    unsent: bool = False,
) -> HttpResponse:
    slips = tallies.slips(shift)
    asked = request.GET.get("slip", "")
    done = next((slip for slip in slips if str(slip.id) == asked), None)
    if isinstance(form.refusal, NotIdentified):
        # The refused field is no more among the cleaned ones.
        guest = form.fields["player"].clean(form.data.get("player", ""))
        waiting = {"waiting": form.cleaned_data["cents"]}
        missing = MissingIdForm(known=guest, initial=waiting) if guest else None
    return show(
        request,
        "cage/till.html",
        missing or form,
        chips_form=form,
        missing_form=missing,
        missing_cents=int(missing["waiting"].value()) if missing else 0,
        unknown_guest=unknown_guest(form),
        shift=shift,
        operation=operation,
        slips=slips,
        names=_names(slips),
        due=due_total(request.club.id)[0],
        done=done,
        done_listed=_listed(request.club.id, done),
        again="again" in request.GET,
        unsent=unsent,
        print_form=ActForm(),
        drawer_short=isinstance(form.refusal, NotEnough) and form.refusal.account == "cash:drawer",
        **beside(shift, request.GET.dict(), form.initial, request.POST.dict()),
    )


def _listed(club_id: int, done: EntryRow | None) -> Literal["near", "hour", ""]:
    """Return as what a slip stands under Exceptions beside others of the desk."""
    if done is None or done.kind not in WALK_IN_KINDS:
        return ""
    of_day: Any = {"first": done.gaming_day, "last": done.gaming_day}
    if done.act_id in near_limit_walk_ins(club_id, **of_day):
        return "near"
    return "hour" if done.act_id in sales_of_an_hour(club_id, **of_day) else ""


def _names(slips: list[EntryRow]) -> dict[int, str]:
    return names({slip.player_id for slip in slips if slip.player_id})


@page
def open_shift(request: ClubRequest) -> HttpResponse:
    """Take over a drawer with a counted float."""
    if shifts.open_shift_of(request.user.id, request.club.id):
        return redirect("till", club=request.club.slug)
    club_id = request.club.id
    waiting, taken = shifts.waiting_hand_overs(club_id), shifts.open_shifts(club_id)
    left = {each.drawer_id for each in waiting} | {each.drawer_id for each in taken}
    form = OpenShiftForm(
        request.POST or None,
        choices={
            "drawer_id": [
                (each.id, _words(each))
                for each in shifts.drawers_in_use(club_id)
                if each.id not in left
            ]
        },
        **counted_denominations(request.club),
    )
    if gone := _open(request, form):
        return gone
    before = {id_: each for id_, each in shifts.last_closing(club_id).items() if id_ not in left}
    shown: Any = {"waiting": waiting, "taken": taken, "before": before}
    shown["asked"] = counted_by(request, opening.FLOAT)
    return show(request, "cage/shift_open.html", form, **shown)


def _open(request: ClubRequest, form: ActForm) -> HttpResponse | None:
    """Open the shift, or let its float be signed at this screen; None where that was refused."""
    done = carry_out(request, form, opening.open_shift.submit)
    if isinstance(done, Proposal):
        return redirect("approval-sign", club=request.club.slug, proposal_id=done.pk)
    return redirect("till", club=request.club.slug) if done else None


@page
def count(request: ClubRequest) -> HttpResponse:
    """The blind count: nothing on this page says what is expected."""
    shift = shifts.open_shift_of(request.user.id, request.club.id)
    if shift is None:
        return redirect("till", club=request.club.slug)
    # Who counts again begins with what they typed before.
    before = {
        f"{line.tender}_{line.cents}": line.quantity
        for line in shifts.count_lines(shift, "closing")
    }
    form = CountForm(request.POST or None, initial=before, **shift.denominations)
    if carry_out(request, form, submit_count, shift_id=shift.id):
        return redirect("shift-close", club=request.club.slug)
    return show(request, "cage/count.html", form, shift=shift)


@page
def close_shift(request: ClubRequest) -> HttpResponse:
    """After the count: whether it matches and why not; what is expected only after the close."""
    shift = shifts.open_shift_of(request.user.id, request.club.id)
    if shift is None:
        return redirect("till", club=request.club.slug)
    if shift.state != Shift.State.COUNTED:
        return redirect("shift-count", club=request.club.slug)
    form = CloseShiftForm(request.POST or None)
    needs = needs_of(request, closing.closing_signatures(shift))
    if gone := _close(request, form, shift):
        return gone
    differs = any(tally.over_cents for _, tally in _tallies(shift))
    number, due_cents = due_total(request.club.id)
    shown: dict[str, Any] = {
        "counted": tallies.closing_counts(shift),
        "needs": needs,
        "differs": differs,
        "due": number,
        "due_cents": due_cents,
        "over_imprest_cents": over_imprest_cents(shift),
    }
    waiting = open_proposals(request.club.id, at=request_stamp(request).at)
    shown["asked"] = [each for each in waiting if each.content.get("shift_id") == shift.pk]
    return show(request, "cage/shift_close.html", form, shift=shift, **shown)


def _close(request: ClubRequest, form: ActForm, shift: Shift) -> HttpResponse | None:
    """Close the shift, or ask whoever signs beside the cashier; None where that was refused."""
    done = carry_out(request, form, closing.close_shift.submit, shift_id=shift.pk)
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    return redirect("shift", club=request.club.slug, shift_id=shift.pk) if done else None


@page
def note_shift(request: ClubRequest, shift_id: int) -> HttpResponse:
    form = NoteForm(request.POST or None)
    if carry_out(request, form, desk_services.note_shift, shift_id=shift_id) or not form.is_bound:
        return redirect("shift", club=request.club.slug, shift_id=shift_id)
    return _shift(request, shift_id, form)


@page
def shift(request: ClubRequest, shift_id: int) -> HttpResponse:
    """A shift: its slips and, once it is closed, its counts and what was over or short."""
    return _shift(request, shift_id, NoteForm())


def _shift(request: ClubRequest, shift_id: int, form: ActForm) -> HttpResponse:
    found = shifts.shift(request.club.id, shift_id)
    if found.cashier_id != request.user.id and not may_open(request, "shifts"):
        raise PermissionDenied(_("You see your own shifts only."))
    closed = found.state == Shift.State.CLOSED
    slips = tallies.slips(found, page=Page(MAX_SLIPS))
    return show(
        request,
        "cage/shift.html",
        form if form.is_bound else None,  # who reads presses keys: no field takes them
        note_form=form,
        shift=found,
        notes=shifts.shift_notes(found),
        slips=slips,
        names=_names(slips),
        tally=_tallies(found) if closed else None,
        over_short_cents=tallies.over_short_cents(found),
        over_imprest_cents=over_imprest_cents(found),
        hand_overs=shifts.hand_overs_of(found),
        counted=tallies.closing_counts(found) if closed else [],
        **corrections(found),
        denominations=counted_by_denomination(found),
    )


def _tallies(shift: Shift) -> list[tuple[str, Tally]]:
    """Return cash and chips of a shift, each with its title."""
    found = tallies.tally(shift)
    return [(msg("Cash"), found.cash), (msg("Chips"), found.chips)]


@page
def slip(request: ClubRequest, entry_id: int) -> HttpResponse:
    """A slip, printable at 80 mm."""
    return show(request, "cage/slip.html", **_slip(request, entry_id))


@page
def reverse_slip(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Take a slip back with a reason."""
    shift = shifts.open_shift_of(request.user.id, request.club.id)
    if shift is None:
        return redirect("till", club=request.club.slug)
    form, slip_of = ReverseForm(request.POST or None), tallies.slip(request.club.id, entry_id)
    needs = needs_of(request, reversals.reversal_needs(request_stamp(request), shift, slip_of))
    reverse = reversals.reverse_slip.submit
    done = carry_out(request, form, reverse, shift_id=shift.id, entry_id=entry_id)
    if isinstance(done, Proposal):
        return redirect("approval-sign", club=request.club.slug, proposal_id=done.pk)
    if done:
        return redirect("slip", club=request.club.slug, entry_id=done.entry_id)
    return show(request, "cage/reverse.html", form, needs=needs, **_slip(request, entry_id))


@page
def print_slip(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Record one more printing, then show the paper that is printed."""
    tallies.slip(request.club.id, entry_id)
    printed = carry_out(request, ActForm(request.POST), reversals.print_slip, entry_id=entry_id)
    shown = {"printed": printed.number} if printed else {}
    return redirect(reverse("slip", args=[request.club.slug, entry_id], query=shown))


def _slip(request: ClubRequest, entry_id: int) -> dict[str, Any]:
    found = tallies.slip(request.club.id, entry_id)
    other = found.reverses_id or found.reversed_by_id
    shift = shifts.open_shift_of(request.user.id, request.club.id)
    drawer = shifts.drawer_of_series(request.club.id, found.series_id or 0)
    payment = payment_booked(entry_id)
    move = vault_move(found.act_id)
    # What a second person signed is the business of the cashier who asked for the signature.
    signed = approved_by([found.act_id]).get(found.act_id)
    right = right_guest(request.club.id, entry_id)
    language = language_of(found.player_id) or request.club.language
    return {
        "slip": found,
        "text": slip_text(request.club.id, found.kind, language=language),
        **tallies.printed(found),
        "printed": tallies.prints(entry_id),
        "print_form": ActForm(),
        "print_now": "printed" in request.GET,
        "a4": "a4" in request.GET,
        "qr": qr(request.build_absolute_uri(request.path)),
        "drawer": drawer,
        "names": _names([found]),
        "right_guest": names([right])[right] if right else "",
        "language": language,
        "payment": payment,
        "withheld_cents": -found.cents_on("tax:withheld") if payment else 0,
        "cash_cents": rounded_cents(request.club.id, found),
        "move": move,
        "cashier": signed.proposed_by
        if signed
        else User.objects.filter(id=found.actor_id or 0).first(),
        "second": signed.decided_by if signed and not move else None,
        "other": entry(request.club.id, other) if other else None,
        **explanation(entry_id),
        "explains": shift is not None
        and explained_counts.explainable(shift, found)
        and bool(explained_counts.shifts_to_explain(request.club.id, found)),
        "reversed_on": reversals.page_of(request.club.id, found)
        if found.reversed_by_id is None and shift and shift.drawer == drawer
        else "",
    }


def _words(drawer: Drawer) -> str:
    """Return a drawer's name, and what its shift begins with where the house has said."""
    if drawer.imprest_cents is None:
        return drawer.name
    return msg(
        "{name}, float {amount}", name=drawer.name, amount=format_cents(drawer.imprest_cents)
    )
