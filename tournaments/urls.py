"""Addresses of the tournaments."""

from django.urls import path

from tournaments.views import chips, clock, desk, floor, pages, tables

ONE = "tournaments/<int:tournament_id>/"
PLAYER = f"{ONE}players/<int:entrant_id>/"
urlpatterns = [
    path("tournaments/", pages.tournaments, name="tournaments"),
    path("tournaments/announce/", floor.announce, name="tournament-announce"),
    path("tournaments/templates/add/", floor.add_template, name="template-add"),
    path("tournaments/series/add/", floor.add_series, name="series-add"),
    path(ONE, pages.tournament, name="tournament"),
    path(f"{ONE}pool/", pages.pool, name="tournament-pool"),
    path(f"{ONE}entry/", desk.sell_entry, name="entry-sell"),
    path(f"{ONE}cancel/", desk.propose_cancel, name="tournament-cancel"),
    path(f"{ONE}refund-all/", desk.refund_all, name="tournament-refund-all"),
    path(f"{ONE}structure/", floor.propose_structure, name="structure-change"),
    path(f"{ONE}start/", floor.start, name="tournament-start"),
    path(f"{ONE}close-registration/", floor.close_registration, name="registration-close"),
    path(f"{ONE}knock-out/", floor.knock_out, name="knock-out"),
    path(f"{ONE}knock-out/<int:knockout_id>/undo/", floor.undo_knockout, name="knock-out-undo"),
    path(f"{ONE}fix/", floor.propose_pool, name="pool-fix"),
    path(f"{ONE}prizes/", floor.propose_prizes, name="prizes-award"),
    path(f"{ONE}royal-flush/", floor.claim_royal_flush, name="royal-flush"),
    path(f"{ONE}bounties/", floor.propose_bounties, name="bounties-pay"),
    path(f"{ONE}floor/", tables.floor, name="tournament-floor"),
    path(f"{ONE}floor/open/", tables.open_tables, name="tables-open"),
    path(f"{ONE}floor/draw/", tables.draw_seats, name="seats-draw"),
    path(f"{ONE}floor/again/", tables.draw_again, name="seats-again"),
    path(f"{ONE}floor/<int:table_no>/break/", tables.break_table, name="tournament-table-break"),
    path(f"{ONE}floor/<int:from_table>/to/<int:to_table>/", tables.balance, name="tables-balance"),
    path(f"{ONE}draws/", tables.draws, name="tournament-draws"),
    path(f"{ONE}draws/<int:draw_id>/", tables.draw, name="tournament-draw"),
    path(f"{ONE}clock/", clock.clock, name="tournament-clock"),
    path(f"{ONE}clock/pause/", clock.pause, name="clock-pause"),
    path(f"{ONE}clock/resume/", clock.resume, name="clock-resume"),
    path(f"{ONE}clock/set/", clock.set_clock, name="clock-set"),
    path(f"{ONE}chips/", chips.chips, name="tournament-chips"),
    path(f"{ONE}chips/count/", chips.count, name="chips-count"),
    path(f"{ONE}chips/<int:table_no>/race/", chips.race, name="chips-race"),
    path(f"{ONE}penalties/<int:penalty_id>/end/", chips.end_penalty, name="penalty-end"),
    path(PLAYER, chips.player, name="floor-player"),
    path(f"{PLAYER}move/", tables.move_player, name="player-move"),
    path(f"{PLAYER}sit/", tables.sit_down, name="player-sits"),
    path(f"{PLAYER}chips/", chips.change, name="player-chips"),
    path(f"{PLAYER}punish/", chips.punish, name="player-punish"),
    path("tournaments/entries/<int:entrant_id>/more/", desk.sell_more, name="entry-more"),
    path("tournaments/entries/<int:entrant_id>/refund/", desk.propose_refund, name="entry-refund"),
]
