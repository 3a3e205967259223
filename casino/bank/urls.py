"""Addresses of the bank."""

from django.urls import path

from casino.bank import views

urlpatterns = [
    path("bank-accounts/", views.bank_accounts, name="bank-accounts"),
    path("bank-accounts/add/", views.add_account, name="bank-account-add"),
    path("bank-accounts/rules/", views.rules, name="bank-rules"),
    path(
        "bank-accounts/rules/<id:matchingrule_id>/retire/",
        views.retire_rule,
        name="bank-rule-retire",
    ),
    path("bank-accounts/lines/<id:line_id>/", views.match_line, name="bank-line"),
    path("bank-accounts/matches/<id:match_id>/undo/", views.unmatch, name="bank-unmatch"),
    path("bank-accounts/statements/<id:statement_id>/", views.statement, name="bank-statement"),
    path(
        "bank-accounts/statements/<id:statement_id>/withdraw/",
        views.withdraw,
        name="bank-statement-withdraw",
    ),
    path("bank-accounts/<id:bankaccount_id>/", views.bank_account, name="bank-account"),
    path(
        "bank-accounts/<id:bankaccount_id>/change/",
        views.change_account,
        name="bank-account-change",
    ),
    path("bank-accounts/<id:bankaccount_id>/close/", views.close_account, name="bank-close"),
    path("bank-accounts/<id:bankaccount_id>/columns/", views.map_columns, name="bank-columns"),
    path("bank-accounts/<id:bankaccount_id>/import/", views.import_file, name="bank-import"),
    path("bank-accounts/<id:bankaccount_id>/reconcile/", views.reconcile, name="bank-reconcile"),
    path("bank-accounts/<id:bankaccount_id>/move/", views.move, name="bank-move"),
]
