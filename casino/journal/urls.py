"""Addresses of the general journal and of the club's own accounts."""

from django.urls import path

from casino.journal.views import accounts, documents, templates

urlpatterns = [
    path("journal/", documents.journal, name="journal"),
    path("journal/new/", documents.new, name="journal-new"),
    path("journal/documents/<id:document_id>/", documents.document, name="journal-document"),
    path("journal/documents/<id:document_id>/reverse/", documents.reverse, name="journal-reverse"),
    path("journal/documents/<id:document_id>/attach/", documents.attach, name="journal-attach"),
    path(
        "journal/documents/<id:document_id>/template/",
        documents.save,
        name="journal-template-save",
    ),
    path("journal/templates/", templates.templates, name="journal-templates"),
    path("journal/templates/<id:document_template_id>/", templates.one, name="journal-template"),
    path(
        "journal/templates/<id:document_template_id>/skip/",
        templates.skip,
        name="journal-template-skip",
    ),
    path(
        "journal/templates/<id:document_template_id>/remove/",
        templates.remove,
        name="journal-template-remove",
    ),
    path("journal/files/<id:attached_file_id>/", documents.file, name="journal-attachment"),
    path(
        "journal/files/<id:attached_file_id>/take-off/",
        documents.take_off,
        name="journal-attachment-off",
    ),
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
