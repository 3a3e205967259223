"""Addresses of the cage."""

from django.urls import path

from casino.cage import views

urlpatterns = [
    path("till/", views.till, name="till"),
    path("till/open/", views.open_shift, name="shift-open"),
    path("till/count/", views.count, name="shift-count"),
    path("till/close/", views.close_shift, name="shift-close"),
    path("till/<str:operation>/", views.move_chips, name="move-chips"),
    path("shifts/<int:shift_id>/", views.shift, name="shift"),
    path("slips/<int:entry_id>/", views.slip, name="slip"),
    path("slips/<int:entry_id>/reverse/", views.reverse_slip, name="slip-reverse"),
    path("payments/", views.payments, name="payments"),
    path("payments/<int:payable_id>/", views.payment, name="payment"),
    path("payments/<int:payable_id>/identify/", views.identify, name="payment-identify"),
    path("vault/", views.fund_vault, name="vault"),
]
