"""Addresses of the cash tables."""

from django.urls import path

from cashgames import views

urlpatterns = [
    path("tables/", views.tables, name="tables"),
    path("tables/add/", views.add_table, name="table-add"),
    path("tables/open/", views.open_session, name="session-open"),
    path("tables/<int:session_id>/", views.session, name="session"),
    path("tables/<int:session_id>/hand/", views.rake_hand, name="hand"),
    path("tables/<int:session_id>/seat/", views.seat_player, name="seat"),
    path("tables/<int:session_id>/top-up/<int:player_id>/", views.top_up, name="top-up"),
    path("tables/<int:session_id>/cash-out/<int:player_id>/", views.cash_out, name="cash-out"),
    path("tables/<int:session_id>/close/", views.close_session, name="session-close"),
]
