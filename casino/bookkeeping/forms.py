"""What is asked before files are made."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.acts.forms import asks, box, form_of
from casino.bookkeeping.models import FileImport, Mapping
from casino.bookkeeping.rules.incoming import KINDS, MAX_BYTES, TITLES
from casino.bookkeeping.rules.profiles import FIELDS, Profile
from casino.bookkeeping.services.batches import ask_file, make_batch
from casino.bookkeeping.services.imports import bring_file, choose_columns
from casino.bookkeeping.services.mapping import map_account
from casino.bookkeeping.services.profiles import save_profile
from casino.bookkeeping.services.registers import ask_register
from casino.messages import msg
from casino.schema import plain
from casino.web.fields import ActForm, NameField, WholeField

FileForm = form_of(ask_file, profile=box(widget=forms.HiddenInput(attrs={"id": False})))
RegisterForm = form_of(
    ask_register,
    register=_("File"),
    first_day=_("First gaming day"),
    last_day=_("Last gaming day"),
    form=box(
        _("Format"),
        choices=[("csv", _("CSV")), ("csv-excel", _("CSV for Excel")), ("xlsx", _("Workbook"))],
        required=True,
    ),
)


@asks(
    bring_file,
    kind=box(_("Contents"), choices=list(TITLES.items())),
    file=forms.FileField(
        label=_("File"), max_length=150, help_text=_("CSV in UTF-8; comma, semicolon or tab.")
    ),
)
class UploadForm(ActForm):
    """A file, and what its rows are."""

    def clean_file(self) -> "UploadedFile[bytes]":
        """Refuse what is too large before it is read."""
        found: UploadedFile[bytes] = self.cleaned_data["file"]
        if (found.size or 0) > MAX_BYTES:
            raise forms.ValidationError(
                msg("Maximum {megabytes} MB.", megabytes=MAX_BYTES // 1000000).localized()
            )
        return found

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes."""
        found = self.cleaned_data["file"]
        kind = self.cleaned_data["kind"]
        return {"kind": kind, "name": found.name, "data": found.read()}


@asks(choose_columns)
class ColumnsForm(ActForm):
    """Which head of the file holds which field."""

    def __init__(self, data: Any = None, *, intake: FileImport, heads: tuple[str, ...]) -> None:
        super().__init__(data)
        choices = [("", _("not in the file")), *((head, head) for head in heads)]
        for field in KINDS[intake.kind]:
            self.fields[field.name] = forms.ChoiceField(
                label=field.words,
                choices=choices,
                required=field.required,
                initial=intake.columns.get(field.name, ""),
            )

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {"columns": super().arguments()}


@asks(
    map_account,
    ref=box(_("Of"), choices=(), initial=0, required=True),
    from_day=_("From gaming day"),
    number=box(_("Account number"), help_text=_("Empty: not mapped.")),
    name=_("Account name"),
    department=_("Department"),
    cost_center=_("Cost centre"),
    project=_("Project"),
    tax_code=_("Tax code"),
)
class MappingForm(ActForm):
    """What an account of ours is outside, or one part of it, from a day on."""

    def __init__(
        self,
        data: Any = None,
        *,
        code: str,
        day: date,
        now: Mapping | None,
        ref: int = 0,
        kept_for: Sequence[tuple[int, str]] = (),
    ) -> None:
        names = ("number", "name", "department", "cost_center", "project", "tax_code")
        known = {name: getattr(now, name) for name in names} if now else {}
        super().__init__(data, initial={"from_day": day, "ref": ref} | known)
        self.code = code
        if kept_for:
            whole = (0, _("all that are not mapped apart"))
            cast("forms.ChoiceField", self.fields["ref"]).choices = [whole, *kept_for]
        else:
            del self.fields["ref"]

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes."""
        return super().arguments() | {"code": self.code}


@asks(save_profile)
class ProfileForm(ActForm):
    """How the files of a profile look; a column a line, `Heading = field`."""

    SIMPLE = ("form", "dialect", "documents", "reversals")
    # A batch of DATEV is what DATEV says it is; what a club says is who it is there.
    OF_DATEV = ("title", "documents", "consultant", "client", "clearing")
    CHOICES = {
        "form": ("csv", "tsv", "xlsx"),
        "dialect": ("machine", "excel-eu"),
        "documents": ("day", "entry"),
        "reversals": ("reverse", "minus"),
    }
    WORDS = {
        "csv": _("CSV"), "tsv": _("Text with tabs"), "xlsx": _("Excel workbook"),
        "machine": _("Comma, 1234.50, 2026-11-21"), "excel-eu": _("Semicolon, 1234,50, 21.11.2026"),
        "day": _("One per gaming day, summed by account"), "entry": _("One per entry"),
        "reverse": _("Debit and credit swapped"), "minus": _("Negative amounts"),
    }  # fmt: skip

    title = NameField(label=pgettext_lazy("a thing", "Name"))
    form = forms.ChoiceField(label=_("Kind of file"))
    dialect = forms.ChoiceField(label=_("Cells"))
    documents = forms.ChoiceField(label=_("Documents"))
    reversals = forms.ChoiceField(label=_("Reversal"))
    day_form = NameField(
        label=_("Days"),
        max_length=60,
        required=False,
        help_text=_("For example %d.%m.%Y. Empty: as the cells."),
    )
    split_lines = WholeField(label=_("Maximum lines per file"), help_text=_("0: no limit."))
    journal = NameField(label=_("Journal in the program"), max_length=60, required=False)
    once = forms.BooleanField(label=_("Document data on its first line only"), required=False)
    consultant = WholeField(label=_("Consultant number"), help_text=_("1001 to 9999999."))
    client = WholeField(label=_("Client number"), help_text=_("1 to 99999."))
    clearing = NameField(
        label=_("Clearing account"), max_length=8, required=False,
        help_text=_("Over it an amount goes from one cost centre to another."),
    )  # fmt: skip
    tax = NameField(label=_("Tax where an account has none"), max_length=60, required=False)
    heading = forms.BooleanField(label=_("Header row"), required=False)
    above = forms.CharField(
        label=_("Rows above the header"), required=False, widget=forms.Textarea({"rows": 3}),
        max_length=5_000,
    )  # fmt: skip
    columns = forms.CharField(
        label=_("Columns"), widget=forms.Textarea({"rows": 14}), max_length=5_000, strip=False
    )

    def __init__(self, data: Any = None, *, profile: Profile) -> None:
        self.profile = profile
        settings = plain(asdict(profile))
        columns = (f"{each['head']} = {each['holds']}" for each in settings["columns"])
        shown = {"columns": "\n".join(columns), "above": "\n".join(settings["above"])}
        super().__init__(data, initial=settings | shown)
        unused: tuple[str, ...] = ("consultant", "client", "clearing")
        if profile.shape == "datev":
            unused = tuple(name for name in self.fields if name not in (*self.OF_DATEV, "key"))
        for name in unused:
            del self.fields[name]
        for name in set(self.SIMPLE) & set(self.fields):
            field = cast("forms.ChoiceField", self.fields[name])
            field.choices = [(each, self.WORDS[each]) for each in self.CHOICES[name]]

    def clean_columns(self) -> list[dict[str, str]]:
        """Return the columns, a line each."""
        found = []
        for n, line in enumerate(self.cleaned_data["columns"].splitlines(), start=1):
            head, _, holds = (part.strip() for part in line.rpartition("="))
            if not line.strip():
                continue
            if holds not in FIELDS:
                raise forms.ValidationError(
                    msg("Line {n}: there is no field “{holds}”.", n=n, holds=holds[:30]).localized()
                )
            found.append({"head": head, "holds": holds})
        return found

    def clean_above(self) -> list[str]:
        """Return the lines above the headings."""
        above: str = self.cleaned_data["above"]
        return above.splitlines()

    def arguments(self) -> dict[str, Any]:
        """Return the settings."""
        own = {"slug": self.profile.slug, "shape": self.profile.shape}
        return {"settings": {"form": self.profile.form} | super().arguments() | own}


BatchForm = form_of(
    make_batch,
    first_day=_("First gaming day"),
    last_day=_("Last gaming day"),
)
