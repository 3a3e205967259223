"""Profiles: changed by a next version; what was made keeps the version that made it."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from casino.acts.kinds import Overrides
from casino.acts.runner import act
from casino.bookkeeping.models import ProfileVersion
from casino.bookkeeping.queries import batches
from casino.bookkeeping.rules import datev
from casino.bookkeeping.rules.profiles import BUILT_IN, Profile
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg, msg_count
from casino.refusals import BadInput, Refusal
from casino.schema import plain, read

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{1,29}", re.ASCII)
DAY_FORM = re.compile(r"(%[dmYyb]|[ ./-]){0,12}", re.ASCII)
MAX_COLUMNS = 40
UNWRITTEN = {"Cc", "Cs"}
AMOUNTS = ({"debit", "credit"}, {"signed"}, {"plain", "side"})


class NothingChanged(Refusal):
    """A version that says the same as the last is none."""

    code = "BOOKS-006"
    message = msg("Nothing would change: this is the latest version.")


@act("bookkeeping.save_profile")
def save_profile(stamp: Stamp, *, settings: Overrides) -> ProfileVersion:
    """
    Save a profile as its next version; files that are made keep theirs.

    Raises BadInput, naming the setting, and NothingChanged.
    """
    profile = checked(settings)
    hold(Club, stamp.club_id)
    version, latest = batches.profiles(stamp.club_id).get(profile.slug, (0, None))
    if latest == profile:
        raise NothingChanged
    return ProfileVersion.objects.create(
        club_id=stamp.club_id,
        slug=profile.slug,
        version=version + 1,
        settings=plain(asdict(profile)),
        made_by_id=stamp.person_id,
        made_at=stamp.at,
        act_id=stamp.act_id,
    )


def checked(settings: Mapping[str, Any]) -> Profile:
    """Return settings as a profile that can make a file. Raises BadInput."""
    profile: Profile = read(Profile, settings)
    for column in profile.columns:
        _check_text(column.head, "columns")
    for line in (profile.title, profile.tax, profile.journal, *profile.above):
        _check_text(line, "above" if line in profile.above else "title")
    if not SLUG.fullmatch(profile.slug):
        raise BadInput(msg("Two to thirty small letters, digits and hyphens."), field="slug")
    if not DAY_FORM.fullmatch(profile.day_form):
        raise BadInput(msg("Write days with %d, %m, %b, %y or %Y, as %d.%m.%Y."), field="day_form")
    own = BUILT_IN.get(profile.slug)
    if own and own.shape != profile.shape:
        raise BadInput(msg("A built-in profile cannot change its format."), field="shape")
    if profile.clearing and datev.unfit(profile.clearing):
        raise BadInput(
            msg(
                "DATEV takes up to eight digits as an account, not {numbers}.",
                numbers=profile.clearing,
            ),
            field="clearing",
        )
    if profile.shape == "table":
        _check_columns(profile)
    return profile if profile.shape == "table" else replace(profile, columns=())


def _check_columns(profile: Profile) -> None:
    holds = [column.holds for column in profile.columns]
    if not 1 <= len(holds) <= MAX_COLUMNS:
        raise BadInput(
            msg_count("Choose 1 to {number} column.", "Choose 1 to {number} columns.", MAX_COLUMNS),
            field="columns",
        )
    if not {"account", "account_name"} & set(holds) or not {"doc_no", "text"} & set(holds):
        raise BadInput(msg("A line needs its document and its account."), field="columns")
    if "day" not in holds:
        raise BadInput(msg("A line needs its day."), field="columns")
    if not any(wanted <= set(holds) for wanted in AMOUNTS):
        wish = msg("Choose debit and credit, a signed amount, or an amount with D or C.")
        raise BadInput(wish, field="columns")
    if profile.form not in ("csv", "tsv", "xlsx"):
        raise BadInput(msg("A table is a csv, tsv or xlsx file."), field="form")


def _check_text(text: str, field: str) -> None:
    """Refuse what cannot be written; programs' own lines above the headings may hold tabs."""
    if any(unicodedata.category(c) in UNWRITTEN and c != "\t" for c in text):
        raise BadInput(msg("There is a character in it that cannot be shown."), field=field)
