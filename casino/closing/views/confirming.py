"""Before what cannot be taken back: one's own PIN."""

from typing import Any

from casino.closing.forms import PinForm
from casino.refusals import Refusal
from casino.staff.services import confirm
from casino.web.pages import refuse
from casino.web.roles import ClubRequest, asked_at


def confirmed(request: ClubRequest, form: PinForm) -> bool:
    """Return whether nothing is missing: a PIN is asked of whoever has one, and is theirs."""
    has_pin = bool(request.session.get("has_pin"))
    if not form.is_bound or not form.is_valid() or not has_pin:
        return True
    user: Any = request.user
    try:
        confirm(user, form.cleaned_data["pin"], asked_at(request, "close"))
    except Refusal as refusal:
        refuse(request, form, refusal, confirmed)
        return False
    return True
