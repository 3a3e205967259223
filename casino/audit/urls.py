"""Addresses of the audit."""

from django.urls import path

from casino.audit.views import access, controls, keys, sign_in_codes, trail

urlpatterns = [
    path("acts/", trail.acts, name="acts"),
    path("acts/trail.csv", trail.acts_file, name="acts-file"),
    path("acts/exceptions/", trail.exceptions, name="exceptions"),
    path("acts/exceptions/look/", trail.look, name="exceptions-look"),
    path("acts/exceptions.csv", trail.exceptions_file, name="exceptions-file"),
    path("permissions/", controls.permissions, name="permissions"),
    path("rules/profile/", controls.profile, name="profile"),
    path("permissions/<slug:action>/", controls.change_permissions, name="permissions-change"),
    path("acts/access/", access.access, name="access"),
    path("acts/access.csv", access.access_file, name="access-file"),
    path("acts/access/give/", access.give_role, name="role-give"),
    path("acts/access/<int:user_id>/badge/", access.issue_badge, name="badge-issue"),
    path("acts/access/<int:user_id>/badge/revoke/", access.revoke_badge, name="badge-revoke"),
    path("acts/access/badges/<int:badge_id>/", access.print_badge, name="badge-print"),
    path("acts/access/<int:user_id>/end/", access.dismiss, name="dismiss"),
    path("acts/access/<int:user_id>/role/", access.withdraw_role, name="role-withdraw"),
    path("acts/access/<int:user_id>/renew/", access.renew, name="renew"),
    path("acts/access/keys/", keys.keys, name="keys"),
    path("acts/access/keys/new/", keys.new_key, name="key-new"),
    path("acts/access/keys/<int:token_id>/show/", keys.show_key, name="key-show"),
    path("acts/access/keys/<int:token_id>/end/", keys.revoke_key, name="key-end"),
    path("acts/access/code/<int:proposal_id>/", sign_in_codes.code, name="code"),
]
