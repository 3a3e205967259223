"""What an accountant types: accounts of the club's own, documents of the general journal."""

import re
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of, part_of
from casino.attachments import MAX_BYTES, NotAttachable, media_type_of
from casino.journal.models import DocumentTemplate, OwnAccount
from casino.journal.postings import OPEN_CODES
from casino.journal.queries.accounts import CODES, bank_accounts, own_accounts
from casino.journal.rules.accounts import KINDS, USUAL_LIMIT_CENTS
from casino.journal.rules.recurring import RHYTHMS
from casino.journal.services.accounts import add_account, change_account
from casino.journal.services.documents import (
    MAX_LINES,
    DocumentLine,
    book_document,
    reverse_document,
)
from casino.journal.services.files import attach_file, take_off_file
from casino.journal.services.templates import change_template, save_template, skip_template
from casino.ledger.chart import CHART
from casino.players.forms import WHOSE, GuestForm, PlayerField
from casino.rates.rules import TAXES
from casino.web.fields import ActForm

# What stands for no tax code and no cost centre; an empty field: its account's own.
NO_CODE = "-"
NONE: dict[str, str | None] = {"": None, NO_CODE: ""}
# The place of a line in the names of its fields.
PLACE = re.compile(r"[0-9]{1,3}", re.ASCII)


_MORE: dict[str, Any] = {
    "parent_id": _("Under"),
    "tax_code": _("Tax code"),
    "cost_center": _("Cost centre"),
    "limit_cents": box(
        _("Plausible limit"),
        initial=USUAL_LIMIT_CENTS,
        help_text=_("A line above it is refused as a typing error."),
    ),
}
AddForm = form_of(
    add_account,
    code=_("Number"),
    name=_("Account name"),
    kind=box(_("Type"), choices=list(KINDS.items())),
    **_MORE,
)
ChangeForm = form_of(change_account, name=_("Account name"), **_MORE)


def with_parents(form: forms.Form, club_id: int, *, of: OwnAccount | None = None) -> Any:
    """Offer a form the accounts that one of its kind may stand under."""
    choices = [
        (each.pk, "\u2003" * depth + str(each))
        for depth, each in own_accounts(club_id)
        if of is None or (each.kind == of.kind and each != of)
    ]
    form.fields["parent_id"].choices = [("", _("none")), *choices]  # type: ignore[attr-defined]
    return form


class PaperField(forms.FileField):
    """A paper to attach, as name and content; what is not what it says is refused."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = _("PDF, JPEG or PNG, at most 5 MB")
        super().__init__(label=_("Attachment"), max_length=100, help_text=help_text, **kwargs)

    def clean(self, data: Any, initial: Any = None) -> dict[str, Any] | None:
        """Return name and content, None for no file."""
        file = super().clean(data, initial)
        if not file:
            return None
        content = file.read(MAX_BYTES + 1)
        try:
            media_type_of(file.name, content)
        except NotAttachable as error:
            raise forms.ValidationError(error.message.localized()) from error
        return {"name": file.name, "content": content}


@asks(
    attach_file,
    paper=PaperField(),
    player=box(_("Guest whose it is"), PlayerField, help_text=WHOSE),
)
class AttachForm(GuestForm):
    """One more paper of a document."""

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes."""
        values = super().arguments()
        return {**values.pop("paper"), **values}


TakeOffForm = form_of(take_off_file, reason=_("Reason"))


ReverseForm = form_of(
    reverse_document,
    dated=box(
        _("Document date"),
        help_text=_("Empty: that of the document while its month is open, else today."),
    ),
    reason=_("Reason"),
)


# How often a template recurs, and from when on.
_RECURS = {
    "rhythm": box(_("Recurs"), choices=[("", _("not by itself")), *RHYTHMS.items()]),
    "due_on": box(
        _("Due first on"),
        help_text=_("From that day on it waits for you; nothing is booked by itself."),
    ),
}
SaveTemplateForm = form_of(save_template, name=_("Name of the template"), **_RECURS)
ChangeTemplateForm = form_of(change_template, **_RECURS)
SkipTemplateForm = form_of(skip_template, reason=_("Reason"))


def line_fields() -> dict[str, forms.Field]:
    """Return the fields of a line of a document."""

    def picked(name: str, label: Any, of: str) -> forms.Field:
        widget = forms.TextInput({"list": of, "autocomplete": "off", "size": 12})
        how = box(label, forms.CharField, required=False, widget=widget)
        return part_of(DocumentLine, name, how)

    return {
        "account": picked("account", _("Account"), "accounts"),
        "debit": part_of(DocumentLine, "debit_cents", _("Debit")),
        "credit": part_of(DocumentLine, "credit_cents", _("Credit")),
        "tax_code": picked("tax_code", _("Tax code"), "tax_codes"),
        "cost_center": picked("cost_center", _("Cost centre"), "cost_centers"),
        "note": part_of(DocumentLine, "note", _("Text")),
    }


@asks(
    book_document,
    dated=_("Document date"),
    concerns=box(_("Day that it concerns"), help_text=_("Empty: the document date.")),
    reference=_("Voucher number"),
    reason=_("Reason"),
    paper=PaperField(required=False),
    document_template_id=box(widget=forms.HiddenInput()),
)
class DocumentForm(ActForm):
    """A document and its lines, as many as were typed."""

    # So many empty lines a page begins with, and so many it grows to.
    BEGINS, max_lines = 6, MAX_LINES
    PARTS = ("account", "debit", "credit", *CODES, "note")

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        day: date,
        begun_from: DocumentTemplate | None = None,
        closed: date | None = None,
    ) -> None:
        super().__init__(data, files, initial=_initial(day, begun_from, closed))
        typed = [name for name in data or () if name.startswith("account_")]
        places = [int(n) for name in typed if PLACE.fullmatch(n := name.partition("_")[2])]
        begun = len(begun_from.lines) if begun_from else 0
        # What is typed beyond the most is read, too: the act refuses it, and nothing is dropped.
        self.many = max([self.BEGINS, begun, *(n + 1 for n in places)])
        for n in range(self.many):
            self.fields |= {f"{part}_{n}": field for part, field in line_fields().items()}

    def focus(self) -> None:
        """Let typing begin where something is wrong, else behind the days."""
        if self.is_bound:
            super().focus()
        else:
            self.fields["reference"].widget.attrs["autofocus"] = True

    @property
    def head(self) -> list[forms.BoundField]:
        """The fields above the lines."""
        return [self[name] for name in ("dated", "concerns", "reference", "reason", "paper")]

    @property
    def rows(self) -> list[tuple[int, list[forms.BoundField]]]:
        """The fields of each line."""
        return [(n + 1, [self[f"{part}_{n}"] for part in self.PARTS]) for n in range(self.many)]

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes."""
        given = self.cleaned_data
        lines = [
            DocumentLine(
                account=given[f"account_{n}"].split(" ")[0],
                debit_cents=given[f"debit_{n}"] or 0,
                credit_cents=given[f"credit_{n}"] or 0,
                note=given[f"note_{n}"],
                **{name: NONE.get(said := given[f"{name}_{n}"], said) for name in CODES},
            )
            for n in range(self.many)
            if any(given[f"{part}_{n}"] for part in self.PARTS)
        ]
        names = ("dated", "concerns", "reference", "reason", "document_template_id")
        head = {name: given[name] for name in names}
        return head | {"lines": lines}


def _initial(day: date, begun_from: DocumentTemplate | None, closed: date | None) -> dict[str, Any]:
    """Return what stands in a document that begins: of a template, on the day that it is due."""
    if begun_from is None:
        return {"dated": day}
    due = begun_from.due_on if begun_from.due_on and begun_from.due_on <= day else day
    dated = day if closed and due <= closed else due
    filled: dict[str, Any] = {
        "dated": dated,
        "concerns": None if dated == due else due,
        "reason": begun_from.reason,
        "document_template_id": begun_from.pk,
    }
    for n, line in enumerate(begun_from.lines):
        filled |= {f"account_{n}": line["account"], f"note_{n}": line["note"]}
        filled |= {f"{side}_{n}": line[f"{side}_cents"] or None for side in ("debit", "credit")}
        filled |= {
            f"{name}_{n}": NO_CODE if line.get(name) == "" else line.get(name) for name in CODES
        }
    return filled


def codes_to_pick(club_id: int) -> dict[str, list[str]]:
    """Return the tax codes and the cost centres that may be meant, by the name of their field."""
    own = [each for _, each in own_accounts(club_id) if each.is_open]
    taxed = {slug for slug, tax in TAXES.items() if tax.base == "vat"}
    return {
        "tax_codes": sorted(taxed | {each.tax_code for each in own if each.tax_code}),
        "cost_centers": sorted({each.cost_center for each in own if each.cost_center}),
    }


def accounts_to_pick(club_id: int) -> list[tuple[str, str]]:
    """Return (what is typed, what it is called) of every account that a document may move."""
    own = [(each.code, each.name) for _, each in own_accounts(club_id) if each.is_open]
    banks = {said: name for said, (_, name) in bank_accounts(club_id).items()}
    chart = {code: CHART[code].name.localized() for code in OPEN_CODES}
    return own + list((chart | banks).items())
