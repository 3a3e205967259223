"""Addresses of the cash tables."""

from django.urls import path

import casino.web.converters  # noqa: F401  (registers `day`)
from cashgames.views import (
    absence,
    chips,
    corrections,
    moves,
    nights,
    penalties,
    tables,
    terms,
    time_rake,
    waiting,
)

urlpatterns = [
    path("tables/", tables.tables, name="tables"),
    path("tables/add/", tables.add_table, name="table-add"),
    path("tables/rename/", tables.rename_table, name="table-rename"),
    path("tables/open/", tables.open_session, name="session-open"),
    path("tables/<int:session_id>/", tables.session, name="session"),
    path("tables/<int:session_id>/hand/", tables.rake_hand, name="hand"),
    path("tables/<int:session_id>/seat/", chips.seat_player, name="seat"),
    path("tables/<int:session_id>/top-up/<int:player_id>/", chips.top_up, name="top-up"),
    path("tables/<int:session_id>/cash-out/<int:player_id>/", chips.cash_out, name="cash-out"),
    path("tables/<int:session_id>/close/", tables.close_session, name="session-close"),
    path("tables/<int:session_id>/over-short/", tables.book_over_short, name="table-over-short"),
    path("tables/<int:session_id>/spend/<int:player_id>/", moves.spend_chips, name="spend"),
    path("tables/<int:session_id>/move/<int:player_id>/", moves.move_player, name="move"),
    path("tables/<int:session_id>/break/", moves.break_table, name="table-break"),
    path("tables/<int:session_id>/notes/", moves.bring_notes, name="notes-bring"),
    path("tables/<int:session_id>/game/", terms.change_game, name="game-change"),
    path("tables/<int:session_id>/limits/", terms.propose_limits, name="limits-change"),
    path("tables/<int:session_id>/cap/", terms.propose_special_cap, name="special-cap"),
    path(
        "tables/<int:session_id>/cap/take-back/", terms.take_back_cap, name="special-cap-take-back"
    ),
    path("tables/<int:session_id>/away/<int:player_id>/", absence.leave_seat, name="away"),
    path(
        "tables/<int:session_id>/away/<int:player_id>/take-back/",
        absence.take_back_absence,
        name="break-take-back",
    ),
    path("tables/<int:session_id>/back/<int:player_id>/", absence.come_back, name="back"),
    path("tables/<int:session_id>/stay/<int:player_id>/", absence.let_stay, name="stay"),
    path("tables/<int:session_id>/remove/<int:player_id>/", absence.remove_stack, name="remove"),
    path("tables/<int:session_id>/punish/<int:player_id>/", penalties.punish, name="seat-punish"),
    path(
        "table-penalties/<int:table_penalty_id>/take-back/",
        penalties.take_back_penalty,
        name="seat-penalty-take-back",
    ),
    path("tables/<int:session_id>/run-it-twice/", terms.offer_run_it_twice, name="run-it-twice"),
    path("tables/<int:session_id>/time-rake/", time_rake.time_rake, name="time-rake"),
    path(
        "tables/<int:session_id>/time-rake/plan/", time_rake.plan_time_rake, name="time-rake-plan"
    ),
    path(
        "tables/<int:session_id>/time-rake/<int:period_id>/",
        time_rake.collect_time_rake,
        name="time-rake-collect",
    ),
    path("tables/<int:session_id>/hand/found/", corrections.found_hand_page, name="hand-found"),
    path(
        "tables/<int:session_id>/game/correct/", corrections.correct_game_page, name="game-correct"
    ),
    path("hands/<int:hand_id>/correct/", corrections.correct_hand_page, name="hand-correct"),
    path("hands/<int:hand_id>/take-back/", corrections.take_back_hand_page, name="hand-take-back"),
    path("chips/<int:move_id>/correct/", corrections.correct_chips_page, name="chips-correct"),
    path(
        "chips/<int:move_id>/take-back/", corrections.take_back_chips_page, name="chips-take-back"
    ),
    path(
        "time-rake/<int:share_id>/take-back/",
        corrections.take_back_share_page,
        name="share-take-back",
    ),
    path(
        "notes/<int:entry_id>/take-back/",
        corrections.take_back_notes_page,
        name="notes-take-back",
    ),
    path("time-rake/", time_rake.shares_due, name="shares-due"),
    path("time-rake/<int:share_id>/pay/", time_rake.pay_share, name="share-pay"),
    path("time-rake/<int:share_id>/waive/", time_rake.waive_share, name="share-waive"),
    path("players/<int:player_id>/night/<day:day>/", nights.night, name="night"),
    path("players/<int:player_id>/night/<day:day>/file/", nights.night_file, name="night-file"),
    path("stacks/", absence.stacks, name="stacks"),
    path("stacks/<int:stack_id>/give-back/", absence.give_back, name="stack-return"),
    path("stacks/<int:stack_id>/release/", absence.release_stack, name="stack-release"),
    path(
        "stacks/<int:stack_id>/take-back/",
        corrections.take_back_release_page,
        name="release-take-back",
    ),
    path("waiting/", waiting.waiting_lists, name="waiting"),
    path("waiting/add/", waiting.join_list, name="waiting-add"),
    path("waiting/interest/", waiting.note_interest, name="waiting-interest"),
    path("waiting/<int:waiting_id>/here/", waiting.list_interested, name="waiting-here"),
    path("waiting/<int:waiting_id>/going/", waiting.note_going, name="waiting-going"),
    path("waiting/<int:waiting_id>/call/", waiting.call_waiting, name="waiting-call"),
    path("waiting/<int:waiting_id>/no-show/", waiting.note_no_show, name="waiting-no-show"),
    path("waiting/<int:waiting_id>/leave/", waiting.leave_list, name="waiting-leave"),
    path("waiting/<int:waiting_id>/move/", waiting.move_waiting, name="waiting-move"),
]
