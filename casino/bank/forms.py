"""What the accountant types at the bank pages."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of, part_of
from casino.bank.models import BankAccount, StatementLine
from casino.bank.queries.books import OpenEntry, as_open
from casino.bank.queries.targets import Target
from casino.bank.rules.formats import MAX_BYTES
from casino.bank.rules.matching import Proposal, rule_text
from casino.bank.rules.table import DAYS, ENCODINGS
from casino.bank.services.accounts import (
    CsvColumns,
    add_account,
    change_account,
    close_account,
    map_columns,
)
from casino.bank.services.importing import import_statement, withdraw_statement
from casino.bank.services.matching import Part, match_line
from casino.bank.services.money import move_money
from casino.bank.services.unmatching import unmatch_line
from casino.cage.models import Bag
from casino.messages import msg
from casino.money import format_cents
from casino.web.fields import ActForm

MAX_PARTS = 3

AccountForm = form_of(add_account, name=_("Account name"), iban=_("IBAN"))
ChangeForm = form_of(change_account, name=_("Account name"), iban=_("IBAN"))
CloseForm = form_of(close_account, closed_on=_("Closed by the bank on"))
WithdrawForm = form_of(withdraw_statement, reason=_("Reason"))
UnmatchForm = form_of(unmatch_line, reason=_("Reason"))
MoveForm = form_of(
    move_money,
    way=box(
        _("What"),
        choices=[
            ("cash", _("Cash from the bank into the vault")),
            ("paid_in", _("Owners' contribution by bank")),
            ("paid_out", _("Owners' withdrawal by bank")),
        ],
    ),
    cents=_("Amount"),
    memo=_("Note"),
)


@asks(
    import_statement,
    file=forms.FileField(
        label=_("File"), max_length=150, help_text=_("camt.053, MT940 or CSV as the bank gives it.")
    ),
    opening_cents=_("Opening balance"),
    closing_cents=_("Closing balance"),
)
class ImportForm(ActForm):
    """A statement's file; the balances are asked for where a CSV has no column of them."""

    def __init__(self, *args: Any, account: BankAccount, is_first: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not account.csv or account.csv.get("balance"):
            del self.fields["opening_cents"], self.fields["closing_cents"]
        elif not is_first:
            del self.fields["opening_cents"]

    def clean_file(self) -> Any:
        """Refuse what is too large before it is read."""
        found = self.cleaned_data["file"]
        if (found.size or 0) > MAX_BYTES:
            raise forms.ValidationError(
                msg("Maximum {megabytes} MB.", megabytes=MAX_BYTES // 1_000_000).localized()
            )
        return found

    def arguments(self) -> dict[str, Any]:
        """Return what the act takes."""
        given = super().arguments()
        found = given.pop("file")
        return given | {"name": found.name, "data": found.read()}


@asks(map_columns)
class ColumnsForm(ActForm):
    """Which heading of an account's CSV stands above what."""

    HEADINGS = {
        "day": _("Date"),
        "amount": _("Amount, or money in"),
        "debit": _("Money out, where it has its own column"),
        "sign": _("Debit or credit (D, C), where a column says it"),
        "counterparty": _("Payer or payee"),
        "iban": _("Their account"),
        "text": _("Details"),
        "reference": _("Reference"),
        "balance": _("Balance after the line"),
        "account": _("Own account"),
        "currency": _("Currency"),
        "only": _("Only lines where this column"),
        "only_value": _("says this"),
    }

    SETTINGS = {
        "days_as": box(_("Dates"), choices=[(each, each) for each in DAYS], required=True),
        "decimal": box(
            _("Decimal sign"), choices=[(",", "1234,50"), (".", "1234.50")], required=True
        ),
        "encoding": box(_("Letters"), choices=[(each, each) for each in ENCODINGS], required=True),
    }

    def __init__(self, *args: Any, account: BankAccount, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"initial": account.csv})
        for name, label in self.HEADINGS.items():
            how = box(label, required=name in {"day", "amount"})
            self.fields[name] = part_of(CsvColumns, name, how)
        for name, how in self.SETTINGS.items():
            self.fields[name] = part_of(CsvColumns, name, how)

    def arguments(self) -> dict[str, Any]:
        """Return what the act takes."""
        return {"mapping": CsvColumns(**super().arguments())}


@asks(
    match_line,
    entries=box(_("In the books"), widget=forms.CheckboxSelectMultiple),
    bag_id=_("Bank deposit in transit"),
    is_rule=forms.BooleanField(required=False, label=_("Always so for lines with this text")),
    remember=_("Text"),
    reason=_("Reason for the variance"),
    dated=box(
        _("Document date"),
        help_text=_("Empty: that of the line while its month is open, else today."),
    ),
)
class MatchForm(ActForm):
    """What explains a line: entries, a deposit, parts; filled in with the proposal."""

    def __init__(
        self,
        *args: Any,
        line: StatementLine,
        proposal: Proposal,
        entries: Sequence[OpenEntry],
        bags: Sequence[Bag],
        targets: Sequence[Target],
        dated: date,
        **kwargs: Any,
    ) -> None:
        initial = {
            "entries": list(proposal.entries),
            "bag_id": proposal.bag_id,
            "remember": rule_text(as_open(line)),
            "dated": dated,
        }
        for n, share in enumerate(proposal.shares, start=1):
            initial[f"account_{n}"] = f"{share.code} {share.ref}"
        super().__init__(*args, **kwargs | {"initial": initial})
        self.rows, self.is_certain = list(entries), proposal.is_certain
        self.fields["entries"].choices = [(each.entry_id, each.memo) for each in entries]  # type: ignore[attr-defined]
        chosen = [("", "-"), *((bag.pk, f"{bag.seal} {format_cents(bag.cents)}") for bag in bags)]
        self.fields["bag_id"].choices = chosen  # type: ignore[attr-defined]
        if not bags:
            del self.fields["bag_id"]
        named = [("", "-"), *((each.value, each.name) for each in targets)]
        for n in range(1, MAX_PARTS + 1):
            self.fields[f"account_{n}"] = forms.ChoiceField(
                required=False, choices=named, label=_("Account")
            )
            self.fields[f"cents_{n}"] = part_of(Part, "cents", _("Amount"))

    def focus(self) -> None:
        """Let typing begin where something is wrong, else at the account of an unknown line."""
        if self.is_bound:
            super().focus()
        elif not self.is_certain:
            self.fields["account_1"].widget.attrs["autofocus"] = True

    @property
    def choices(self) -> list[tuple[OpenEntry, bool]]:
        """Return the entries that may be chosen, and whether each is."""
        chosen = {str(each) for each in self["entries"].value() or ()}
        return [(each, str(each.entry_id) in chosen) for each in self.rows]

    @property
    def parts(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return account and amount of each part."""
        return [(self[f"account_{n}"], self[f"cents_{n}"]) for n in range(1, MAX_PARTS + 1)]

    def arguments(self) -> dict[str, Any]:
        """Return what the act takes."""
        given = self.cleaned_data
        parts = []
        for n in range(1, MAX_PARTS + 1):
            if target := given.get(f"account_{n}"):
                code, _space, ref = target.partition(" ")
                parts.append(Part(code=code, ref=int(ref), cents=given.get(f"cents_{n}")))
        return {
            "entries": given["entries"],
            "bag_id": given.get("bag_id"),
            "parts": parts,
            "remember": given["remember"] if given["is_rule"] else "",
            "reason": given["reason"],
            "dated": given["dated"],
        }
