"""Addresses of the cage."""

from django.urls import path

from casino.cage.views import desk, payments

urlpatterns = [
    path("till/", desk.till, name="till"),
    path("till/open/", desk.open_shift, name="shift-open"),
    path("till/count/", desk.count, name="shift-count"),
    path("till/close/", desk.close_shift, name="shift-close"),
    path("till/<str:operation>/", desk.move_chips, name="move-chips"),
    path("shifts/<int:shift_id>/", desk.shift, name="shift"),
    path("slips/<int:entry_id>/", desk.slip, name="slip"),
    path("slips/<int:entry_id>/reverse/", desk.reverse_slip, name="slip-reverse"),
    path("payments/", payments.payments, name="payments"),
    path("payments/file/", payments.payments_file, name="payments-file"),
    path("payments/thresholds/", payments.thresholds, name="thresholds"),
    path("payments/<int:payable_id>/", payments.payment, name="payment"),
    path("payments/<int:payable_id>/identify/", payments.identify, name="payment-identify"),
    path("vault/", desk.fund_vault, name="vault"),
    path("vault/bank/", desk.bank_cash, name="bank"),
]
