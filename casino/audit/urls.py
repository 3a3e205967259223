"""Addresses of the audit."""

from django.urls import path

from casino.audit import views

urlpatterns = [
    path("acts/", views.acts, name="acts"),
    path("acts/trail.csv", views.acts_file, name="acts-file"),
    path("acts/exceptions/", views.exceptions, name="exceptions"),
    path("acts/exceptions.csv", views.exceptions_file, name="exceptions-file"),
    path("permissions/", views.permissions, name="permissions"),
    path("rules/profile/", views.profile, name="profile"),
    path("permissions/<slug:action>/", views.change_permissions, name="permissions-change"),
    path("acts/access/", views.access, name="access"),
    path("acts/access.csv", views.access_file, name="access-file"),
    path("acts/access/give/", views.give_role, name="role-give"),
    path("acts/access/<int:user_id>/badge/", views.issue_badge, name="badge-issue"),
    path("acts/access/<int:user_id>/badge/revoke/", views.revoke_badge, name="badge-revoke"),
    path("acts/access/badges/<int:badge_id>/", views.print_badge, name="badge-print"),
    path("acts/access/<int:user_id>/end/", views.dismiss, name="dismiss"),
    path("acts/access/<int:user_id>/renew/", views.renew, name="renew"),
    path("acts/access/keys/", views.keys, name="keys"),
    path("acts/access/keys/new/", views.new_key, name="key-new"),
    path("acts/access/keys/<int:token_id>/show/", views.show_key, name="key-show"),
    path("acts/access/keys/<int:token_id>/end/", views.revoke_key, name="key-end"),
    path("acts/access/code/<int:proposal_id>/", views.code, name="code"),
]
