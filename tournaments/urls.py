"""Addresses of the tournaments."""

from django.urls import path

from tournaments.views import desk, floor, pages

ONE = "tournaments/<int:tournament_id>/"
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
    path("tournaments/entries/<int:entrant_id>/more/", desk.sell_more, name="entry-more"),
    path("tournaments/entries/<int:entrant_id>/refund/", desk.propose_refund, name="entry-refund"),
]
