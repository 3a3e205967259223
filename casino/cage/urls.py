"""Addresses of the cage."""

from django.urls import path

from casino.cage.views import club, desk, payments, shifts, vault
from casino.cage.views.standing import standing

urlpatterns = [
    path("till/standing/", standing, name="till-standing"),
    path("till/", desk.till, name="till"),
    path("till/open/", desk.open_shift, name="shift-open"),
    path("till/count/", desk.count, name="shift-count"),
    path("till/close/", desk.close_shift, name="shift-close"),
    path("till/take/<int:drawer_id>/", shifts.take_over, name="shift-take"),
    path("till/accept/<int:drawer_id>/", shifts.accept, name="shift-accept"),
    path("till/vault/", vault.exchange_with_vault, name="till-vault"),
    path(
        "till/<str:operation>/identify/<int:player_id>/",
        desk.identify_guest,
        name="till-identify",
    ),
    path("till/<str:operation>/", desk.move_chips, name="move-chips"),
    path("shifts/", shifts.shifts, name="shifts"),
    path("shifts/slip-texts/", shifts.slip_texts, name="slip-texts"),
    path("shifts/over-short/", shifts.over_short_file, name="over-short-file"),
    path("shifts/drawers/add/", shifts.add_drawer, name="drawer-add"),
    path("shifts/drawers/<int:drawer_id>/", shifts.levels, name="drawer-levels"),
    path("shifts/drawers/<int:drawer_id>/retire/", shifts.retire_drawer, name="drawer-retire"),
    path(
        "shifts/drawers/<int:drawer_id>/reinstate/",
        shifts.reinstate_drawer,
        name="drawer-reinstate",
    ),
    path("shifts/drawers/<int:drawer_id>/rename/", shifts.rename_drawer, name="drawer-rename"),
    path("shifts/<int:shift_id>/x/", shifts.x_report, name="x-report"),
    path("shifts/<int:shift_id>/force/", shifts.force_close, name="shift-force"),
    path(
        "shifts/<int:shift_id>/counts/<str:moment>/correct/",
        shifts.correct_count,
        name="count-correct",
    ),
    path("shifts/<int:shift_id>/note/", desk.note_shift, name="shift-note"),
    path("shifts/<int:shift_id>/", desk.shift, name="shift"),
    path("slips/<int:entry_id>/", desk.slip, name="slip"),
    path("slips/<int:entry_id>/print/", desk.print_slip, name="slip-print"),
    path("slips/<int:entry_id>/reverse/", desk.reverse_slip, name="slip-reverse"),
    path("payments/", payments.payments, name="payments"),
    path("payments/file/", payments.payments_file, name="payments-file"),
    path("payments/thresholds/", payments.thresholds, name="thresholds"),
    path("payments/<int:payable_id>/", payments.payment, name="payment"),
    path("payments/<int:payable_id>/identify/", payments.identify, name="payment-identify"),
    path("vault/", vault.fund_vault, name="vault"),
    path("vault/withdraw/", vault.withdraw_funds, name="vault-withdraw"),
    path("vault/entries/<int:entry_id>/correct/", vault.correct_vault, name="vault-correct"),
    path("vault/bank/", vault.prepare_deposit, name="bank"),
    path("vault/bags/", vault.bags, name="bags"),
    path("vault/bags/<int:bag_id>/hand-over/", vault.dispatch_deposit, name="bag-hand-over"),
    path("vault/bags/<int:bag_id>/credit/", vault.confirm_credit, name="bag-credit"),
    path("vault/count/", vault.count_vault, name="vault-count"),
    path("rules/club/", club.club_settings, name="club-settings"),
    path("rules/club/pieces/", club.club_denominations, name="club-denominations"),
    path("rules/club/colours/", club.club_colours, name="club-colours"),
    path("vault/inventory/", vault.inventory, name="inventory"),
]
