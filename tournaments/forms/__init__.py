"""What is typed about tournaments."""

from tournaments.forms.desk import (
    AnnounceForm,
    EntryForm,
    FlushForm,
    KnockoutForm,
    LevelsField,
    ListForm,
    MoreForm,
    PrizesForm,
    ReasonForm,
    RefundForm,
    SeriesForm,
    SharesField,
    StructureForm,
    TemplateForm,
    WallField,
)

__all__ = [
    "AnnounceForm",
    "EntryForm",
    "FlushForm",
    "KnockoutForm",
    "LevelsField",
    "ListForm",
    "MoreForm",
    "PrizesForm",
    "ReasonForm",
    "RefundForm",
    "SeriesForm",
    "SharesField",
    "StructureForm",
    "TemplateForm",
    "WallField",
]
