"""How the files for one program look: the settings that an accountant may change (UX 6.3)."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from casino.messages import msg
from casino.schema import Count, Range, Text

Short = Annotated[str, Range(0, 60)]
# What a column of a mapped profile may hold.
FIELDS = {
    "doc_no": msg("Document number"),
    "doc_type": msg("Kind of document"),
    "day": msg("Gaming day"),
    "text": msg("Document number and words"),
    "memo": msg("Words"),
    "account": msg("Account number"),
    "account_name": msg("Account name"),
    "debit": msg("Debit, empty on the other side"),
    "credit": msg("Credit, empty on the other side"),
    "signed": msg("Amount, credits negative"),
    "plain": msg("Amount without a sign"),
    "side": msg("D or C"),
    "currency": msg("Currency"),
    "rate": msg("Rate of the currency, 1"),
    "department": msg("Department"),
    "cost_center": msg("Cost centre"),
    "project": msg("Project"),
    "tax": msg("Tax code"),
    "tax_amount": msg("0.00 beside a tax code"),
    "reverses": msg("Document that is taken back"),
    "line_no": msg("Number of the line in its document"),
    "journal": msg("Journal in the program"),
    "kind": msg("Sale, count, correction, late entry or close"),
    "reason": msg("Reason"),
    "concerns": msg("Day that it concerns"),
    "empty": msg("Nothing"),
}
FieldName = Literal[
    "doc_no", "doc_type", "day", "text", "memo", "account", "account_name", "debit", "credit",
    "signed", "plain", "side", "currency", "rate", "department", "cost_center", "project", "tax",
    "tax_amount", "reverses", "line_no", "journal", "kind", "reason", "concerns", "empty",
]  # fmt: skip
assert set(FIELDS) == set(FieldName.__args__)  # type: ignore[attr-defined]


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """A column of a table: its heading, and what stands below it."""

    head: Short
    holds: FieldName


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """
    A shape of file. Only a "table" has columns; "journal-lines" is the canonical journal.
    What a program publishes of its own files: `SOURCES`.

    documents: "day" adds up a gaming day's lines by account, "entry" keeps every entry.
    day_form: of strftime, empty for the dialect's own; split_lines: so many lines a file at most,
    0 for no limit; reversals: "reverse" swaps debit and credit, "minus" negates; tax: what stands
    for an account without a tax code; above: lines above the heading, as the customer's program
    writes them; once: what is the document's stands in its first line alone; journal: into which
    journal of the program; consultant, client: who DATEV keeps the books for, by its numbers;
    clearing: its account over which an amount goes from one cost centre to another.
    """

    slug: str
    title: Text
    shape: Literal["journal-lines", "table", "beancount", "hledger", "merit", "datev"]
    form: Literal["csv", "tsv", "xlsx", "text", "json", "jsonl"] = "csv"
    dialect: Literal["machine", "excel-eu"] = "machine"
    documents: Literal["day", "entry"] = "day"
    columns: tuple[Column, ...] = ()
    day_form: Short = ""
    split_lines: Count = 0
    reversals: Literal["reverse", "minus"] = "reverse"
    tax: Short = ""
    heading: bool = True
    above: tuple[Annotated[str, Range(0, 500)], ...] = field(default=())
    once: bool = False
    journal: Short = ""
    consultant: Annotated[int, Range(1001, 9_999_999)] = 1001
    client: Annotated[int, Range(1, 99_999)] = 1
    clearing: Short = ""

    @property
    def suffix(self) -> str:
        """The end of the file's name."""
        own = {"beancount": "beancount", "hledger": "journal"}
        return own.get(self.shape, self.form)


def _columns(text: str) -> tuple[Column, ...]:
    """Return columns written as `Head=field, ...`."""
    pairs = (each.strip().partition("=") for each in text.split(","))
    return tuple(Column(head=head, holds=holds) for head, _, holds in pairs)  # type: ignore[arg-type]


BUILT_IN = {
    each.slug: each
    for each in (
        Profile(slug="journal", title=msg("Journal, every line"), shape="journal-lines",
                documents="entry"),
        Profile(slug="journal-excel", title=msg("Journal, every line, for Excel"),
                shape="journal-lines", dialect="excel-eu", documents="entry"),
        Profile(slug="journal-xlsx", title=msg("Journal, every line, as a workbook"),
                shape="journal-lines", form="xlsx", documents="entry"),
        Profile(slug="beancount", title="Beancount", shape="beancount", form="text",
                documents="entry"),
        Profile(slug="hledger", title="hledger and Ledger", shape="hledger", form="text",
                documents="entry"),
        Profile(
            slug="xero", title="Xero manual journals", shape="table", day_form="%d/%m/%Y",
            split_lines=300, tax="Tax Exempt (0%)",
            columns=_columns("Narration=text, Date=day, Description=memo, AccountCode=account, "
                             "TaxRate=tax, Amount=signed, TrackingName1=empty, "
                             "TrackingOption1=empty, TrackingName2=empty, TrackingOption2=empty"),
        ),
        Profile(
            slug="quickbooks", title="QuickBooks Online", shape="table", day_form="%m/%d/%Y",
            columns=_columns("Journal No=doc_no, Journal Date=day, Account Name=account_name, "
                             "Debits=debit, Credits=credit, Description=memo, Name=empty, "
                             "Class=cost_center, Location=department"),
        ),
        Profile(
            slug="merit", title="Merit Aktiva, workbook", shape="table", form="xlsx",
            columns=_columns("DocNo=doc_no, BatchDate=day, CurrencyCode=currency, "
                             "CurrencyRate=rate, AccountCode=account, DepartmentCode=department, "
                             "Debit=debit, Credit=credit, ProjectCode=project, "
                             "CostCenterCode=cost_center, Memo=memo, TaxId=tax, "
                             "VatAmount=tax_amount"),
        ),
        Profile(slug="merit-api", title=msg("Merit Aktiva for its API, a call per line"),
                shape="merit", form="jsonl", day_form="%Y%m%d"),
        Profile(
            slug="odoo", title="Odoo", shape="table", once=True,
            journal="Miscellaneous Operations",
            columns=_columns("ref=doc_no, date=day, journal_id=journal, "
                             "line_ids/account_id=account, line_ids/name=memo, "
                             "line_ids/debit=debit, line_ids/credit=credit"),
        ),
        Profile(slug="datev", title=msg("DATEV, posting batch"), shape="datev", documents="entry"),
        Profile(
            slug="directo", title="Directo", shape="table", dialect="excel-eu",
            columns=_columns("Date=day, Number=doc_no, Text=memo, Reference=reverses, "
                             "Account=account, Object=cost_center, Project=project, "
                             "Description=account_name, Debit=debit, Credit=credit, "
                             "Currency=currency, VAT code=tax"),
        ),
        Profile(
            slug="standard-books", title="Standard Books, Transactions as Rows", shape="table",
            form="tsv", dialect="excel-eu",
            columns=_columns("Number=doc_no, Date=day, Text=memo, Account=account, "
                             "Objects=cost_center, Description=account_name, Debit=debit, "
                             "Credit=credit, VAT Code=tax"),
        ),
        Profile(
            slug="simplbooks", title="SimplBooks", shape="table", dialect="excel-eu",
            columns=_columns("Date=day, Document=doc_no, Description=memo, Account=account, "
                             "Debit=debit, Credit=credit, Currency=currency"),
        ),
        Profile(
            slug="smartaccounts", title="SmartAccounts", shape="table", dialect="excel-eu",
            columns=_columns("Date=day, Document=doc_no, Currency=currency, Account=account, "
                             "Debit=debit, Credit=credit, Description=memo, Object=cost_center"),
        ),
        Profile(
            slug="e-arveldaja", title="e-arveldaja (RIK)", shape="table", form="xlsx",
            columns=_columns("Date=day, Document=doc_no, Description=memo, Account=account, "
                             "Debit=debit, Credit=credit, Currency=currency"),
        ),
    )
}  # fmt: skip

MERIT = "https://api.merit.ee/connecting-robots/reference-manual/general-ledger-transactions/"
# Where each program publishes what its files are; the tests ask the program itself where they can.
SOURCES = {
    "beancount": "https://beancount.github.io/docs/beancount_language_syntax.html",
    "hledger": "https://hledger.org/hledger.html#journal",
    "xero": "https://help.xero.com/nz/ManualJournalsImport",
    "quickbooks": "https://quickbooks.intuit.com/learn-support/en-au/help-article/import-export-files/import-journal-entries-quickbooks-online/L4tQBwbs7_AU_en_AU",
    "merit": f"{MERIT}creating-general-ledger-transactions/",
    "merit-api": f"{MERIT}creating-general-ledger-transactions/",
    "odoo": "https://www.odoo.com/documentation/18.0/applications/essentials/export_import_data.html",
    "datev": "https://developer.datev.de/datev/platform/en/dtvf",
}  # fmt: skip
