"""Addresses of the jackpots."""

from django.urls import path

from jackpot.views import claims, clubs, levels, reports

urlpatterns = [
    path("jackpot/", levels.levels, name="jackpot"),
    path("jackpot/open/", levels.open_pool, name="jackpot-open"),
    path("jackpot/funds/", reports.funds, name="jackpot-funds"),
    path("jackpot/funds.csv", reports.funds_file, name="jackpot-funds-file"),
    path("jackpot/between/", clubs.intercompany, name="jackpot-intercompany"),
    path(
        "jackpot/between/<int:settlement_id>/reverse/",
        clubs.reverse_transfer,
        name="jackpot-transfer-reverse",
    ),
    path("jackpot/limits/", clubs.limits, name="jackpot-limits"),
    path("jackpot/<int:jackpot_id>/", reports.pool, name="pool"),
    path("jackpot/<int:jackpot_id>/movements.csv", reports.movements_file, name="pool-movements"),
    path("jackpot/<int:jackpot_id>/hits.csv", reports.hits_file, name="pool-hits"),
    path("jackpot/<int:jackpot_id>/rename/", levels.rename_pool, name="pool-rename"),
    path("jackpot/<int:jackpot_id>/retire/", levels.retire_pool, name="pool-retire"),
    path("jackpot/<int:jackpot_id>/reinstate/", levels.reinstate_pool, name="pool-reinstate"),
    path("jackpot/<int:jackpot_id>/adjust/", reports.adjust, name="pool-adjust"),
    path("jackpot/<int:jackpot_id>/move/", reports.move, name="pool-move"),
    path("jackpot/moves/<int:pool_move_id>/back/", reports.move_back, name="pool-move-back"),
    path("jackpot/<int:jackpot_id>/share/", clubs.share, name="pool-share"),
    path(
        "jackpot/<int:jackpot_id>/share/<int:club_id>/back/",
        clubs.share_back,
        name="pool-share-back",
    ),
    path("jackpot/claims/", claims.claims, name="claims"),
    path("jackpot/claims/at/<int:session_id>/", claims.claim_desk, name="claim-desk"),
    path("jackpot/claims/<int:claim_id>/", claims.claim, name="claim"),
    path("jackpot/claims/<int:claim_id>/evidence/", claims.evidence, name="claim-evidence"),
    path("jackpot/claims/<int:claim_id>/papers/", claims.attachments, name="claim-attachments"),
    path(
        "jackpot/claims/<int:claim_id>/papers/<int:attachment_id>/",
        claims.attachment,
        name="claim-attachment",
    ),
    path("jackpot/papers/<int:attachment_id>/", claims.take_off, name="claim-attachment-off"),
    path("jackpot/claims/<int:claim_id>/propose/", claims.propose, name="claim-propose"),
    path("jackpot/claims/<int:claim_id>/check/", claims.check, name="claim-check"),
    path("jackpot/claims/<int:claim_id>/withdraw/", claims.withdraw, name="claim-withdraw"),
    path("jackpot/claims/<int:claim_id>/take-back/", claims.take_back, name="claim-take-back"),
    path("jackpot/shares/<int:payable_id>/guest/", claims.winner, name="jackpot-winner"),
    path("jackpot/claims/<int:claim_id>/form/", claims.printed_claim, name="printed-claim"),
]
