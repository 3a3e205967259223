"""Addresses of the general journal and of the club's own accounts."""

from django.urls import path

from casino.journal.views import accounts

urlpatterns = [
    path("journal/accounts/", accounts.accounts, name="journal-accounts"),
    path("journal/accounts/<id:own_account_id>/", accounts.account, name="journal-account"),
    path(
        "journal/accounts/<id:own_account_id>/close/", accounts.close, name="journal-account-close"
    ),
    path(
        "journal/accounts/<id:own_account_id>/reopen/",
        accounts.reopen,
        name="journal-account-reopen",
    ),
]
