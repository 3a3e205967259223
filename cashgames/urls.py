"""Addresses of the cash tables."""

from django.urls import path

from cashgames.views import chips, tables

urlpatterns = [
    path("tables/", tables.tables, name="tables"),
    path("tables/add/", tables.add_table, name="table-add"),
    path("tables/open/", tables.open_session, name="session-open"),
    path("tables/<int:session_id>/", tables.session, name="session"),
    path("tables/<int:session_id>/hand/", tables.rake_hand, name="hand"),
    path("tables/<int:session_id>/seat/", chips.seat_player, name="seat"),
    path("tables/<int:session_id>/top-up/<int:player_id>/", chips.top_up, name="top-up"),
    path("tables/<int:session_id>/cash-out/<int:player_id>/", chips.cash_out, name="cash-out"),
    path("tables/<int:session_id>/close/", tables.close_session, name="session-close"),
]
