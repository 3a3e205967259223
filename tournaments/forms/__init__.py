"""What is typed about tournaments."""

from tournaments.forms.days import EndDayForm
from tournaments.forms.deals import AgreeForm, DealForm
from tournaments.forms.desk import (
    AnnounceForm,
    CancelForm,
    EntryForm,
    FlushForm,
    KnockoutForm,
    LevelsField,
    ListForm,
    MoreForm,
    PrizesForm,
    RefundForm,
    SeriesForm,
    SharesField,
    StructureForm,
    TemplateForm,
    WallField,
)
from tournaments.forms.giving import ClearTicketForm, GiveTicketForm, SeriesJackpotForm

__all__ = [
    "AgreeForm",
    "AnnounceForm",
    "CancelForm",
    "ClearTicketForm",
    "DealForm",
    "EndDayForm",
    "EntryForm",
    "FlushForm",
    "GiveTicketForm",
    "KnockoutForm",
    "LevelsField",
    "ListForm",
    "MoreForm",
    "PrizesForm",
    "RefundForm",
    "SeriesForm",
    "SeriesJackpotForm",
    "SharesField",
    "StructureForm",
    "TemplateForm",
    "WallField",
]
