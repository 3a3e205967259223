"""What is typed of a template: what tournaments are made from."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import Box, asks, box
from casino.house.rulebook import RuleBook
from casino.web.fields import ActForm
from tournaments.forms.desk import (
    MEANT,
    LevelsField,
    SharesField,
    typed_levels,
    typed_shares,
)
from tournaments.models import Announced, Template
from tournaments.services.announcing import add_template


def _from_nought(label: Any) -> Box:
    """Return a number that begins with none, and is said."""
    return box(label, initial="0", required=True)


@asks(
    add_template,
    name=_("Template name"),
    kind=box(_("Kind"), choices=Announced.Kind),
    variants=box(
        _("Variants"),
        choices=(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_(
            "Tick none for a regular tournament, with re-entries or without. In a freezeout there "
            "are no rebuys; a rebuy tournament needs the price of a rebuy."
        ),
    ),
    ranking=_("Counts for the ranking"),
    festival=_("Festival, places can be booked without payment"),
    daily=_("Daily, tickets are also sold in the online poker room"),
    price_cents=_("Buy-in"),
    fee_cents=_from_nought(_("Fee, on top of the buy-in")),
    bounty_cents=_from_nought(_("Bounty, part of the buy-in")),
    rfj_cents=_from_nought(_("Royal Flush Jackpot, part of the buy-in")),
    surcharge_cents=_from_nought(_("Tournament jackpot, on top of the buy-in")),
    guarantee_cents=_from_nought(_("Guaranteed prize pool")),
    rebuy_cents=_from_nought(_("Rebuy")),
    rebuy_fee_cents=_from_nought(_("Fee of a rebuy, on top")),
    addon_cents=_from_nought(_("Add-on")),
    addon_fee_cents=_from_nought(_("Fee of an add-on, on top")),
    most_rebuys=_("Maximum rebuys per player"),
    most_addons=_("Maximum add-ons per player"),
    reentry=_("Re-entries"),
    rebuy_levels=_from_nought(_("Rebuys and add-ons until the end of level")),
    addons_after=_from_nought(_("Add-ons only after the end of level (0: at once)")),
    places=_("Places"),
    late_levels=_from_nought(_("Late registration until the end of level")),
    stack=_("Starting stack"),
    rebuy_stack=_from_nought(_("Rebuy chips (0 for a starting stack)")),
    addon_stack=_from_nought(_("Add-on chips (0 for a starting stack)")),
    big_blind_ante=_("Big blind ante: the big blind pays the ante for the table"),
    levels=box(
        _("Levels: small blind, big blind, ante, minutes; or a break, for example break 15"),
        LevelsField,
    ),
    shares_bp=box(_("Payouts in percent"), SharesField),
    figures_meant=MEANT,
)
class TemplateForm(ActForm):
    """What tournaments are made from."""

    legends: ClassVar = {
        "name": _("Name and kind"),
        "price_cents": _("Price"),
        "rebuy_cents": _("Rebuys and add-ons"),
        "places": _("Registration"),
        "stack": _("Chips"),
        "levels": _("Levels and payouts"),
    }


def lacking(book: RuleBook) -> set[str]:
    """Return the fields of what no tournament of a rule book can have."""
    variants, admission = book.variants.values(), book.admission
    has = {
        "ranking": book.ranking,
        "festival": admission and admission.free_bookings,
        "daily": admission and admission.daily_ways,
        "bounty_cents": any(each.own_chip for each in variants),
        "surcharge_cents": book.tournament.jackpot_surcharge,
        "rfj_cents": any(each.royal_flush_part for each in variants),
    }
    return {name for name, there in has.items() if not there}


def kinds_of(book: RuleBook) -> list[tuple[str, Any]]:
    """Return the kinds of tournament that a rule book can have: satellites where it has tickets."""
    tickets = any(each.prizes == "tickets" for each in book.variants.values())
    satellite = Template.Kind.SATELLITE
    return [(one, one.label) for one in Template.Kind if tickets or one != satellite]


TYPED = TemplateForm.base_fields.keys() - {"key", "figures_meant"}


def template_as_typed(template: Template) -> dict[str, Any]:
    """Return a template as the fields of its form are typed."""
    return {name: getattr(template, name) for name in TYPED} | {
        "levels": typed_levels(template.levels),
        "shares_bp": typed_shares(template.shares_bp),
    }
