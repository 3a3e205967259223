"""A bank account with a statement of two lines, the first of them matched by a saved rule."""

from typing import Any

from casino.bank.models import MatchingRule
from casino.bank.services.accounts import add_account
from casino.bank.services.importing import import_statement
from casino.bank.services.matching import Part, match_line
from casino.staff.models import Role
from demo import bank_statement
from tests.world import EVENING, World


def at_the_bank(world: World, *, payer: str = "") -> dict[str, Any]:
    """Import a statement of two lines, the first matched by a rule; return what there is."""
    desk = {"role": Role.ACCOUNTANT}
    account = add_account(world.stamp(**desk), name="SEB", iban="EE382200221020145685")
    whole = bank_statement.Paper(
        iban=account.iban,
        currency="EUR",
        first=EVENING,
        last=EVENING,
        opening=0,
        moves=tuple(
            bank_statement.Move(
                day=EVENING, cents=cents, name=payer or f"Payer of {world.club.slug}"
            )
            for cents in (500, 700)
        ),
    )
    (statement,) = import_statement(
        world.stamp(**desk),
        bankaccount_id=account.pk,
        name="statement.xml",
        data=bank_statement.camt(whole).encode(),
    )
    first, second = statement.lines.order_by("position")
    match = match_line(
        world.stamp(**desk),
        line_id=first.pk,
        parts=[Part(code="expense:bank")],
        remember=payer or "payer of",
    )
    return {
        "bankaccount_id": account.pk,
        "statement_id": statement.pk,
        "line_id": second.pk,
        "match_id": match.pk,
        "matchingrule_id": MatchingRule.objects.get(club=world.club).pk,
    }
