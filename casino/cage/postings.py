"""Which accounts the cage's events touch. Cents. Source: DESIGN section 4."""

from collections.abc import Mapping

from casino.house.because import Because
from casino.ledger.chart import LAPSED
from casino.ledger.entries import Draft, credit, debit, moving, posting
from casino.messages import msg


@posting("cage.vault_funded", msg("Vault funded"), reversed_as=msg("Vault funding reversed"))
def vault_funded(cents: int, *, memo: str) -> Draft:
    """The owners put banknotes into the vault."""
    return Draft(
        lines=moving(debit("cash:vault", cents), credit("equity:funding", cents)),
        memo=memo,
    )


@posting(
    "cage.vault_withdrawn",
    msg("Paid out to the owners"),
    reversed_as=msg("Payment to the owners reversed"),
)
def vault_withdrawn(cents: int, *, memo: str) -> Draft:
    """The owners take banknotes out of the vault."""
    return Draft(
        lines=moving(debit("equity:funding", cents), credit("cash:vault", cents)),
        memo=memo,
    )


@posting(
    "cage.bag_packed",
    msg("Bank deposit prepared"),
    reversed_as=msg("Bank deposit taken back"),
)
def deposit_prepared(cents: int, *, seal: str) -> Draft:
    """Banknotes of the vault go into a sealed bag for the bank."""
    return Draft(
        lines=moving(debit("cash:bags", cents), credit("cash:vault", cents)),
        memo=seal,
    )


@posting(
    "cage.bag_credited",
    msg("Bank deposit credited"),
    reversed_as=msg("Credit of a bank deposit reversed"),
)
def deposit_credited(
    packed_cents: int, credited_cents: int, *, memo: str, bank_ref: int = 0
) -> Draft:
    """The bank's statement shows a bag, from which wires are paid; what it differs by is named."""
    return Draft(
        lines=moving(
            debit("bank", credited_cents, bank_ref),
            debit("expense:over-short", packed_cents - credited_cents),
            credit("cash:bags", packed_cents),
        ),
        memo=memo,
    )


@posting("cage.vault_counted", msg("Vault over/short"))
def vault_counted(over_cents: int, *, memo: str) -> Draft:
    """Two people counted the vault: over or short."""
    return Draft(
        lines=moving(debit("cash:vault", over_cents), credit("expense:over-short", over_cents)),
        memo=memo,
        adjustment=True,
    )


@posting("cage.float_issued", msg("Float"))
def float_issued(drawer_id: int, cents: int) -> Draft:
    """A counted float goes from the vault into a drawer."""
    return Draft(
        lines=moving(debit("cash:drawer", cents, drawer_id), credit("cash:vault", cents)),
    )


@posting("cage.vault_fetched", msg("From the vault"))
def vault_fetched(drawer_id: int, *, cash_cents: int, chips_cents: int, memo: str) -> Draft:
    """
    A drawer that runs low gets cash and chips from the vault.

    Chips that no guest holds are no money; two accounts of the house say where they went.
    """
    return Draft(
        lines=moving(
            debit("cash:drawer", cash_cents, drawer_id),
            credit("cash:vault", cash_cents),
            debit("chips:rack", chips_cents),
            credit("chips:vault", chips_cents),
        ),
        memo=memo,
    )


@posting("cage.vault_brought", msg("To vault"))
def vault_brought(drawer_id: int, *, cash_cents: int, chips_cents: int, memo: str) -> Draft:
    """A drawer that holds too much brings cash and chips to the vault."""
    return vault_fetched(drawer_id, cash_cents=-cash_cents, chips_cents=-chips_cents, memo=memo)


@posting("cage.chips_sold", msg("Chips sold"), reversed_as=msg("Sale reversed"))
def chips_sold(drawer_id: int, cents: int, *, player_id: int | None) -> Draft:
    """A guest pays cash and takes chips."""
    return Draft(
        lines=moving(debit("cash:drawer", cents, drawer_id), credit("chips:floor", cents)),
        player_id=player_id,
    )


@posting("cage.chips_redeemed", msg("Chips redeemed"), reversed_as=msg("Redemption reversed"))
def chips_redeemed(drawer_id: int, cents: int, *, player_id: int | None) -> Draft:
    """A guest brings chips and takes cash."""
    return Draft(
        lines=moving(debit("chips:floor", cents), credit("cash:drawer", cents, drawer_id)),
        player_id=player_id,
    )


@posting("cage.drawer_counted", msg("Over/short"))
def drawer_counted(
    drawer_id: int, *, cash_over_cents: int, chips_over_cents: int, reason: str
) -> Draft:
    """
    The count of a drawer differs from the books: over or short.

    Too many chips in the drawer mean that guests hold fewer than the books say.
    """
    over = cash_over_cents + chips_over_cents
    return Draft(
        lines=moving(
            debit("cash:drawer", cash_over_cents, drawer_id),
            debit("chips:floor", chips_over_cents),
            credit("expense:over-short", over),
        ),
        memo=reason,
        adjustment=True,
    )


@posting("cage.hand_over_differed", msg("Handover variance"))
def hand_over_differed(
    drawer_id: int, *, cash_over_cents: int, chips_over_cents: int, reason: str
) -> Draft:
    """The next cashier counts otherwise than the one before: over or short, named apart."""
    return drawer_counted(
        drawer_id,
        cash_over_cents=cash_over_cents,
        chips_over_cents=chips_over_cents,
        reason=reason,
    )


@posting("cage.count_corrected", msg("Count corrected"))
def count_corrected(
    place: tuple[str, int], *, cash_over_cents: int, chips_over_cents: int, reason: str
) -> Draft:
    """
    A count was typed wrongly: what it booked as over or short is put right.

    place: the account, and what it is of, in which the cash that was counted lies.
    """
    return Draft(
        lines=moving(
            debit(place[0], cash_over_cents, place[1]),
            debit("chips:floor", chips_over_cents),
            credit("expense:over-short", cash_over_cents + chips_over_cents),
        ),
        memo=reason,
        adjustment=True,
    )


@posting("cage.drawer_emptied", msg("Cash to the vault"))
def drawer_emptied(drawer_id: int, cents: int) -> Draft:
    """The counted cash of a closing shift goes back to the vault."""
    return Draft(
        lines=moving(debit("cash:vault", cents), credit("cash:drawer", cents, drawer_id)),
        adjustment=True,
    )


@posting(
    "cage.owed_to_another",
    msg("Owed to another guest"),
    reversed_as=msg("Owed to another guest, taken back"),
)
def owed_to_another(
    payable_id: int, anew_id: int, cents: int, *, player_id: int, memo: str
) -> Draft:
    """What was owed to the wrong guest is owed to who won it, as another payment."""
    return Draft(
        lines=(debit("payable", cents, payable_id), credit("payable", cents, anew_id)),
        player_id=player_id,
        memo=memo,
    )


@posting("cage.paid_out", msg("Paid out"), reversed_as=msg("Payment reversed"))
def paid_out(
    payable_id: int,
    cents: int,
    *,
    paid_with: str,
    drawer_id: int,
    player_id: int | None,
    about: str,
    withheld_cents: int = 0,
    because: tuple[Because, ...] = (),
) -> Draft:
    """
    What was won and approved is handed over: in cash, in chips, or by wire.

    withheld_cents: what of it is kept for the tax authority.
    """
    net = cents - withheld_cents
    hands_over = {
        "cash": credit("cash:drawer", net, drawer_id),
        "chips": credit("chips:floor", net),
        "bank": credit("bank", net),
    }
    return Draft(
        lines=moving(
            debit("payable", cents, payable_id),
            hands_over[paid_with],
            credit("tax:withheld", withheld_cents),
        ),
        player_id=player_id,
        memo=about,
        because=because,
    )


@posting("cage.cash_rounded", msg("Cash rounding"), reversed_as=msg("Rounding reversed"))
def cash_rounded(drawer_id: int, cents: int, *, because: tuple[Because, ...]) -> Draft:
    """Coins that do not exist: the guest gets so much more than is owed, less if negative."""
    return Draft(
        lines=moving(debit("expense:rounding", cents), credit("cash:drawer", cents, drawer_id)),
        because=because,
    )


@posting("cage.lapsed", msg("Breakage"), reversed_as=msg("Breakage reversed"))
def lapsed(cents: Mapping[tuple[str, int], int]) -> Draft:
    """What nobody presented in time becomes income. cents: by account; below zero: given back."""
    against = (debit(f"{LAPSED}{code}", each, ref) for (code, ref), each in cents.items())
    return Draft(lines=moving(*against, credit("income:breakage", sum(cents.values()))))


@posting(
    "cage.lapse_restored",
    msg("Presented after all: breakage reversed"),
    reversed_as=msg("Breakage, presented no longer"),
)
def lapse_restored(code: str, ref: int, cents: int) -> Draft:
    """What had lapsed is paid or used after all: the income of then is taken back."""
    return lapsed({(code, ref): -cents})
