"""Addresses of the fills, credits and table floats."""

from django.urls import path

from casino.tablefloats import views

urlpatterns = [
    path("fills/", views.fills, name="fills"),
    path("fills/<int:transfer_id>/", views.transfer, name="transfer"),
    path("fills/<int:transfer_id>/issue/", views.issue_fill, name="fill-issue"),
    path("fills/<int:transfer_id>/confirm/", views.confirm_fill, name="fill-confirm"),
    path("fills/<int:transfer_id>/recount/", views.recount_fill, name="fill-recount"),
    path("fills/<int:transfer_id>/count-again/", views.recount_credit, name="credit-recount"),
    path("fills/<int:transfer_id>/take-back/", views.take_back_fill, name="fill-take-back"),
    path("fills/<int:transfer_id>/take/", views.confirm_credit, name="credit-confirm"),
    path("fills/<int:transfer_id>/void/", views.void_fill, name="fill-void"),
    path("tables/<int:session_id>/bank/", views.bank, name="table-bank"),
    path("tables/<int:session_id>/bank/fill/", views.ask_fill, name="fill-ask"),
    path("tables/<int:session_id>/bank/credit/", views.send_credit, name="credit-send"),
    path("tables/<int:session_id>/bank/missing/", views.name_missing, name="bank-missing"),
    path(
        "tables/<int:session_id>/bank/missing/take-back/",
        views.take_back_missing,
        name="missing-take-back",
    ),
]
