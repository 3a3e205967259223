"""Addresses of the cash tables."""

from django.urls import path

from cashgames.views import chips, tables, waiting

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
    path("waiting/", waiting.waiting_lists, name="waiting"),
    path("waiting/add/", waiting.join_list, name="waiting-add"),
    path("waiting/<int:waiting_id>/call/", waiting.call_waiting, name="waiting-call"),
    path("waiting/<int:waiting_id>/no-show/", waiting.note_no_show, name="waiting-no-show"),
    path("waiting/<int:waiting_id>/leave/", waiting.leave_list, name="waiting-leave"),
    path("waiting/<int:waiting_id>/move/", waiting.move_waiting, name="waiting-move"),
]
