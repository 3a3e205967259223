"""Announcing and running a tournament: templates, start, knock-outs, pool, prizes."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.approvals.models import Proposal
from casino.approvals.queries import digest
from casino.approvals.signed import SignedAct
from casino.house.queries import book_on, one_person_suffices
from casino.house.vocabulary import value_in_words
from casino.messages import msg
from casino.names import with_names
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.pages import Title, ask, carry_out, show
from casino.web.roles import ClubRequest, page, request_book, request_stamp
from tournaments.forms.desk import (
    AnnounceForm,
    KnockoutForm,
    PoolForm,
    PrizesForm,
    RenameSeriesForm,
    SeriesForm,
    StartForm,
    shares_label,
)
from tournaments.forms.giving import (
    BountiesForm,
    ClearingBackForm,
    ClearTicketForm,
    GiveTicketForm,
    SeriesJackpotForm,
    TakeBackTicketForm,
)
from tournaments.forms.royal_flush import EVIDENCE, FlushForm
from tournaments.forms.structures import PlanForm
from tournaments.forms.templates import TemplateForm, kinds_of, lacking, template_as_typed
from tournaments.models import Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import prizes_by_place
from tournaments.queries.clock import rebuys_open, registration_open, same_price
from tournaments.queries.days import at_play
from tournaments.queries.dealing import latest_deal
from tournaments.queries.order import out_lately, playing
from tournaments.queries.pool_awards import surcharge_pool_cents
from tournaments.queries.pools import waterfall
from tournaments.rules.variants import told_apart, tournament_format
from tournaments.services import announcing, knockouts, series, starting
from tournaments.services.bounties import collect_bounties
from tournaments.services.campaigns import give_ticket
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.royal_flush import pay_royal_flush
from tournaments.services.series_jackpot import pay_series_jackpot
from tournaments.services.tickets import clear_ticket, take_back_clearing, take_back_ticket
from tournaments.views.shared import (
    LISTED,
    ask_page,
    back_to,
    form_page,
    named_id,
    play_address,
    sought,
    to_play,
)

STILL_SOLD = _(
    "Entries or rebuys are still on sale, as announced. Closing registration ends that now."
)


@page
def add_series(request: ClubRequest) -> HttpResponse:
    form = SeriesForm(request.POST or None)
    if carry_out(request, form, series.add_series):
        return redirect("tournaments", club=request.club.slug)
    return form_page(request, form, title=_("New series"))


@page
def rename_series(request: ClubRequest, series_id: int) -> HttpResponse:
    """Call a series otherwise, where its name was mistyped."""
    found = tournaments.series(request.club.id, series_id)
    form = RenameSeriesForm(request.POST or None)
    if carry_out(request, form, series.rename_series, series_id=series_id):
        return redirect("tournaments", club=request.club.slug)
    return form_page(request, form, title=f"{_('Rename series')}: {found}")


@page
def add_template(request: ClubRequest) -> HttpResponse:
    """Keep what tournaments are made from; ?copy= begins with another template."""
    copied = named_id(request, "copy")
    begins = tournaments.template(request.club.id, copied) if copied else None
    initial = template_as_typed(begins) | {"name": ""} if begins else {}
    return _template(request, _("New template"), initial)


@page
def change_template(request: ClubRequest, template_id: int) -> HttpResponse:
    """Change what tournaments will be made from."""
    found = tournaments.template(request.club.id, template_id)
    title = msg("Template: {name}", name=found.name)
    return _template(request, title, template_as_typed(found), template_id=template_id)


@page
def retire_template(request: ClubRequest, template_id: int) -> HttpResponse:
    """Take a template out of use."""
    found, form = (
        tournaments.template(request.club.id, template_id),
        ActForm(request.POST or None),
    )
    if carry_out(request, form, announcing.retire_template, template_id=template_id):
        return redirect("tournaments", club=request.club.slug)
    return form_page(request, form, title=msg("Retire template: {name}", name=found.name))


def _template(
    request: ClubRequest, title: Title, initial: dict[str, Any], **which: int
) -> HttpResponse:
    book = request_book(request)
    kinds = dict.fromkeys([*told_apart(book), *initial.get("variants", ())])
    decides = book.decides.ranking
    elsewhere = {"ranking"} if decides and decides not in request.roles else set()
    form = TemplateForm(
        request.POST or None,
        initial=initial,
        choices={
            "variants": [(name, value_in_words(name)) for name in kinds],
            "kind": kinds_of(book),
        },
        without=lacking(book) | elsewhere,
    )
    form.fields["shares_bp"].label = shares_label(book)
    if carry_out(request, form, announcing.add_template, **which):
        return redirect("tournaments", club=request.club.slug)
    planned = PlanForm(initial={"players": initial.get("places")} if initial else {})
    return form_page(request, form, title=title, wide=True, planned=planned)


@page
def announce(request: ClubRequest) -> HttpResponse:
    """Announce a tournament made from a template."""
    club_id = request.club.id
    templates = [(one.pk, one.name) for one in tournaments.templates(club_id)]
    if not templates:
        return redirect("template-add", club=request.club.slug)
    form = AnnounceForm(
        request.POST or None,
        club=request.club,
        templates=templates,
        series=tournaments.series_list(club_id),
        targets=[one for one in tournaments.tournaments(club_id) if one.takes_purchases],
        initial={"template_id": request.GET.get("template", "")},
    )
    made = carry_out(request, form, announcing.announce)
    if made:
        return back_to(request, made.pk)
    return form_page(request, form, title=_("Announce tournament"))


@page
def start(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Begin play; before the announced time it is asked whether that is meant."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form = StartForm(request.POST or None, tournament=found, now=request.at)
    if carry_out(request, form, starting.start, tournament_id=tournament_id):
        return to_play(request, found)
    back, title = play_address(request, found), _("Start tournament")
    return form_page(request, form, title=title, tournament=found, back=back)


@page
def close_registration(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """End registration, rebuys and add-ons."""
    found = tournaments.tournament(request.club.id, tournament_id)
    sold = registration_open(found, request.at) or rebuys_open(found, request.at)
    hint = STILL_SOLD if sold else ""
    done, title = starting.close_registration, _("Close registration")
    return _pressed(request, tournament_id, done, title, hint=hint)


@page
def knock_out(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Note who is out; one of many is found first."""
    found = tournaments.tournament(request.club.id, tournament_id)
    left, named = at_play(found), request.GET.get("entry", "")
    out = next((one for one in left if str(one.pk) == named), None)
    if request.method != "POST" and not out and len(left) > LISTED:
        return _whom(request, found)
    variants: Any = found.variants
    book = book_on(found.club_id, found.gaming_day)
    form = KnockoutForm(
        request.POST or None,
        left=left,
        gone=out_lately(found),
        out=out,
        jokers=tournament_format(book, variants).joker,
        by_hand=book.tournament.finish_tiebreak == "hand",
        initial={"entry_id": named},
    )
    where = {"tournament_id": tournament_id}
    if carry_out(request, form, knockouts.knock_out, **where):
        return to_play(request, found)
    title = msg("Eliminate: {player}", player=out.player) if out else _("Eliminate")
    hint = _("Disqualify a player with a penalty, on the player's page.") if book.penalties else ""
    return form_page(
        request, form, title=title, tournament=found, back=play_address(request, found), hint=hint
    )


def _whom(request: ClubRequest, found: Tournament) -> HttpResponse:
    """Find who is out by name, ticket or code, or list whom that may mean."""
    text = sought(request)
    entries = tournaments.find_entries(found, text, most=LISTED, left=True) if text else []
    if len(entries) == 1:
        here = reverse("knock-out", args=[request.club.slug, found.pk])
        return redirect(f"{here}?entry={entries[0].pk}")
    back = play_address(request, found)
    shown = {"tournament": found, "q": text, "entries": entries, "back": back}
    return show(request, "tournaments/eliminate.html", **shown)


@page
def propose_pool(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to fix the pool."""
    found = tournaments.tournament(request.club.id, tournament_id)
    kind = PoolForm if prizes_by_place(found) else ActForm
    form = kind(request.POST or None)
    if not waterfall(found, at=request.at).fallback:
        form.fields.pop("confirms_fallback", None)
    return ask_page(request, form, fix_pool.ask, _("Fix prize pool"), found)


@page
def propose_prizes(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to award what is decided; ?deal= by a deal."""
    found = tournaments.tournament(request.club.id, tournament_id)
    variants: Any = found.variants
    book = book_on(found.club_id, found.gaming_day)
    by_chips = tournament_format(book, variants).prizes == "chips"
    form = PrizesForm(request.POST or None, left=playing(found) if by_chips else [])
    asked: dict[str, Any] = {"tournament_id": found.pk, "deal_id": named_id(request, "deal")}
    content, made = _ahead(request, award_prizes, asked), latest_deal(found)
    if not asked["deal_id"]:
        form.fields.pop("plays_on")
        if made and made.stands and made.agreed and not (content or form.is_bound):
            return redirect(f"{request.path}?deal={made.deal.pk}")
    title, won = _("Award prizes"), with_names({**asked, **content}) if content else {}
    return ask(request, form, award_prizes.ask, **asked) or form_page(
        request, form, title=title, tournament=found, awarded=won, asks=True
    )


@page
def propose_bounties(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Let bounty chips be paid, by two from the club's amount on: of one player, or all left."""
    found = tournaments.tournament(request.club.id, tournament_id)
    asked: dict[str, Any] = {"tournament_id": found.pk, "entry_id": named_id(request, "entry")}
    content = _ahead(request, collect_bounties, asked)
    form = BountiesForm(request.POST or None, initial={"shown": digest(content)})
    owed = carry_out(request, form, collect_bounties.confirm, **asked)
    if owed is None:
        title, paid = _("Pay bounty chips"), with_names(content)
        return form_page(request, form, title=title, tournament=found, paid=paid)
    if isinstance(owed, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=owed.pk)
    return redirect("payment", club=request.club.slug, payable_id=owed[0].pk)


def _ahead(
    request: ClubRequest, act: SignedAct[..., Any], asked: dict[str, Any]
) -> Mapping[str, Any]:
    """Return what would be paid now and to whom, nothing where the house refuses."""
    try:
        return act.preview(request_stamp(request), **asked).content
    except Refusal:
        return {}


@page
def claim_royal_flush(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Claim a straight or royal flush for the series' jackpot."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form = FlushForm(
        request.POST or None,
        entries=tournaments.unrefunded(found),
        club=request.club,
        now=request.at,
        without=EVIDENCE if one_person_suffices(request_stamp(request)) else (),
    )
    return ask_page(request, form, pay_royal_flush.ask, _("Royal Flush Jackpot"), found)


@page
def propose_series_jackpot(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to pay the jackpot of the series."""
    found = tournaments.tournament(request.club.id, tournament_id)
    pool_cents = surcharge_pool_cents(found.club_id, found.series_id or 0)
    entries = tournaments.unrefunded(found)
    form = SeriesJackpotForm(request.POST or None, entries=entries, pool_cents=pool_cents)
    return ask_page(request, form, pay_series_jackpot.ask, _("Tournament jackpot"), found)


@page
def propose_ticket(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask the manager to give a guest a ticket."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form = GiveTicketForm(request.POST or None, club_id=request.club.id)
    return ask_page(request, form, give_ticket.ask, _("Issue promotional ticket"), found)


@page
def propose_clearing(request: ClubRequest, ticket_id: int) -> HttpResponse:
    """Ask the manager to pay or move a ticket that cannot be used any more."""
    ticket = tournaments.ticket(request.club.id, ticket_id)
    others = [(one.pk, one.name) for one in same_price(ticket, request.at)]
    offered = [("", _("none, pay the value at the cage")), *others]
    form = ClearTicketForm(request.POST or None, choices={"move_to_id": offered})
    title = msg("Settle ticket: {player}", player=ticket.player)
    found = tournaments.tournament(request.club.id, ticket.target_id)
    return ask_page(request, form, clear_ticket.ask, title, found, where={"ticket_id": ticket_id})


@page
def take_back_clearing_of(request: ClubRequest, payable_id: int) -> HttpResponse:
    """Ask the manager to let a ticket be one again, from the payment that it became."""
    ticket = tournaments.settled_ticket(request.club.id, payable_id)
    form = ClearingBackForm(request.POST or None)
    title = msg("Take back the settlement of the ticket: {player}", player=ticket.player)
    found = tournaments.tournament(request.club.id, ticket.target_id)
    where = {"payable_id": payable_id}
    return ask_page(request, form, take_back_clearing.ask, title, found, where=where)


@page
def take_back_free_ticket(request: ClubRequest, ticket_id: int) -> HttpResponse:
    """Ask the manager to take back a ticket that the house gave to the wrong guest."""
    ticket = tournaments.ticket(request.club.id, ticket_id)
    form = TakeBackTicketForm(request.POST or None)
    title = msg("Take back ticket: {player}", player=ticket.player)
    found = tournaments.tournament(request.club.id, ticket.target_id)
    where = {"ticket_id": ticket_id}
    return ask_page(request, form, take_back_ticket.ask, title, found, where=where)


def _pressed(
    request: ClubRequest,
    tournament_id: int,
    service: Callable[..., Any],
    title: Title,
    *,
    hint: Title = "",
    **more: Any,
) -> HttpResponse:
    """Carry out what needs no input, and go back. hint: what is said above the button."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form = ActForm(request.POST or None)
    where = {"tournament_id": tournament_id} | more
    if carry_out(request, form, service, **where):
        return to_play(request, found)
    back = play_address(request, found)
    return form_page(request, form, title=title, tournament=found, back=back, hint=hint)
