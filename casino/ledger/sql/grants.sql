-- What the application's role may do with the ledger; nothing else was granted. What that comes to,
-- table by table, is listed in privileges.txt, with which each start compares the database.
REVOKE ALL ON ledger_account, ledger_balance, ledger_day, ledger_act, ledger_entry, ledger_line,
    ledger_series, ledger_outbox, ledger_close, ledger_day_balance, ledger_seal, ledger_seal_line
    FROM {role}, PUBLIC;
GRANT SELECT ON ledger_account, ledger_balance, ledger_day, ledger_act, ledger_entry, ledger_line,
    ledger_series, ledger_outbox, ledger_close, ledger_day_balance, ledger_seal, ledger_seal_line
    TO {role};
REVOKE ALL ON ledger_rowdigest, ledger_digested FROM {role}, PUBLIC;
GRANT SELECT ON ledger_rowdigest, ledger_digested TO {role};
GRANT INSERT (club_id, code, ref, currency, floor, is_open, name), UPDATE (is_open, name) ON ledger_account TO {role};
GRANT INSERT (club_id, name, last_number) ON ledger_series TO {role};
GRANT DELETE ON ledger_outbox TO {role};
GRANT INSERT (act_id, seq, club_id, gaming_day, kind, adjustment, currency, account_ids, cents,
    happened_at, player_id, memo, because, reverses_id) ON ledger_entry TO {role};
REVOKE ALL ON FUNCTION ledger_running_act, ledger_row_digest FROM {role}, PUBLIC;
REVOKE ALL ON FUNCTION ledger_check_act, ledger_check_reversal, ledger_hold_day, ledger_move FROM {role}, PUBLIC;
-- What a trigger writes for the owner is lent to no table of somebody's own: it would say its rows.
REVOKE ALL ON FUNCTION ledger_account_opened, ledger_entry_posted, reports_keep_former, ledger_digest_rows
    FROM {role}, PUBLIC;
-- Nothing is deleted but what is no fact of the club: who may come in and how, caches, a face, the
-- clubs that a ranking counts next. What was known of a guest is blanked, accounts are closed.
GRANT DELETE ON django_session, usersessions_usersession, account_emailaddress, account_emailconfirmation,
    axes_accessattempt, axes_accessattemptexpiration, axes_accessfailurelog, axes_accesslog,
    mfa_authenticator, staff_apitoken, staff_membership, staff_pin, staff_wrongpin,
    operations_cached, operations_clock, players_photo, ranking_ranking_clubs TO {role};
-- Facts of the other apps: written once, corrected by further facts.
REVOKE UPDATE ON cage_count, cage_countline, cage_countcorrection, cage_vaultcount, cage_vaultcountline, cage_vaultmove,
    cage_vaultmoveline, cage_clubchange, cage_shiftnote, cage_slipprint, cage_sliptext, cage_payable, cage_payment,
    cage_cashreported, cashgames_chipmove, cashgames_hand, cashgames_overshort, cashgames_correction, cashgames_settled,
    cashgames_table, cashgames_tablechange, cashgames_timeperiod, cashgames_waitingmove,
    ranking_score, ranking_points, ranking_closedquarter, ranking_place, ranking_prize,
    jackpot_snapshot, jackpot_attachment, jackpot_award, jackpot_share, jackpot_adjustment,
    jackpot_taken, jackpot_settlement, jackpot_awardreversal, jackpot_poolmove,
    countroom_count, countroom_countline, countroom_dealerturn, countroom_transferline, countroom_transferstep,
    tournaments_prize, tournaments_eventsummary, tournaments_chipstock,
    tournaments_bounty, tournaments_royalflush, tournaments_seriesaward, tournaments_deal,
    tournaments_purchase, tournaments_structureversion, tournaments_termschange, tournaments_clockmark,
    tournaments_chipchange, tournaments_chipcount, tournaments_presence,
    tournaments_seatdraw, tournaments_seatmove, tournaments_floorundo,
    bookkeeping_mapping, bookkeeping_profileversion, bookkeeping_batch, bookkeeping_file,
    bookkeeping_chunk, rates_tax_rate, rates_exchange_rate, rates_withholding
    FROM {role};
-- Whose payment it is may be said later, once, and by which entry it was taken back; whoever may
-- write that may hold the row too.
GRANT UPDATE (player_id, reversal_id) ON cage_payable TO {role};
-- A picture is taken off the screens and stays what it was.
REVOKE UPDATE ON tournaments_screenpicture FROM {role};
GRANT UPDATE (removed_at) ON tournaments_screenpicture TO {role};
-- What a kept file may say of a guest goes with the guest; a trigger refuses any other change of it.
GRANT UPDATE (data) ON bookkeeping_chunk TO {role};
-- A payment is taken back once; the row says by which entry.
GRANT UPDATE (reversal_id) ON cage_payment TO {role};
-- An award is taken back once; the row says by which entry.
GRANT UPDATE (reversal_id, payable_id, corrected_by) ON tournaments_prize, tournaments_bounty
    TO {role};
-- A bar is lifted, never rewritten.
REVOKE UPDATE ON players_bar FROM {role};
GRANT UPDATE (lifted_at, corrected_id, end_asked_on, ended_by_id) ON players_bar TO {role};
-- An erased guest has none; a trigger refuses any other change of it.
GRANT UPDATE (reason) ON players_bar TO {role};
-- An authority's hold is lifted, never rewritten.
REVOKE UPDATE ON players_hold FROM {role};
GRANT UPDATE (lifted_at, lifted_by_id) ON players_hold TO {role};
-- What the floor decided is kept for good.
REVOKE UPDATE ON players_ruling FROM {role};
REVOKE UPDATE ON approvals_confirmation FROM {role};
-- Who was permitted what, and since when, stays.
REVOKE UPDATE ON house_permission, house_controlprofile, staff_formerrole FROM {role};
-- The trail is sealed by the day's seal and by nobody else; a review stays as it was.
REVOKE INSERT, UPDATE ON audit_actseal, audit_sealedact FROM {role};
REVOKE UPDATE ON audit_accessreview, audit_exceptionseen FROM {role};
-- What a row was is written by its own change and by nobody.
REVOKE INSERT, UPDATE ON reports_former FROM {role};
-- An adoption ends where the next one begins, and changes by nothing else.
REVOKE UPDATE ON house_adoption FROM {role};
GRANT UPDATE (period) ON house_adoption TO {role};
-- Documents of the general journal are taken back by further ones.
REVOKE UPDATE ON journal_document, journal_dated_entry, journal_lock, journal_attached_file
    FROM {role};
-- A paper that was attached wrongly, or is an erased guest's, is taken off; a trigger refuses any
-- other change of it.
GRANT UPDATE (content, off_at, off_by_id, off_signed_by_id, off_reason)
    ON jackpot_attachment, journal_attached_file TO {role};
-- Which migrations ran is said by who migrates.
REVOKE INSERT, UPDATE ON django_migrations FROM {role};
-- A statement's lines are the bank's; what was withdrawn, unmatched or retired says by which act.
REVOKE UPDATE ON bank_statement, bank_statementline, bank_match, bank_matchedentry, bank_matchingrule
    FROM {role};
GRANT UPDATE (withdrawn_act_id) ON bank_statement TO {role};
GRANT UPDATE (undone_act_id) ON bank_match, bank_matchedentry TO {role};
GRANT UPDATE (retired_act_id) ON bank_matchingrule TO {role};
-- What is closed and numbered stays; a late entry too.
REVOKE UPDATE ON office_closing, office_lateentry, office_breakage_policy FROM {role};
-- Epochs, what restores lost and how it was settled: said once.
REVOKE UPDATE ON epochs_epoch, epochs_lostact, epochs_settlement, epochs_gonecopy, epochs_opening
    FROM {role};
-- Numbers are moved by a new epoch alone.
REVOKE INSERT, UPDATE ON epochs_skippedslips FROM {role};
REVOKE ALL ON FUNCTION epochs_check_act, epochs_check_lost, epochs_check_opening,
    epochs_move_numbers FROM {role}, PUBLIC;
-- Facts that end, once: taken back, used up, served, withdrawn.
REVOKE UPDATE ON cage_bag, cage_shift, cashgames_heldstack, cashgames_penalty, cashgames_seat,
    countroom_bankclosing, countroom_box, countroom_settlement, countroom_transfer, jackpot_claim, jackpot_feeder, players_place, players_separation, ranking_payout, ranking_sameperson, staff_badge, tournaments_agreement,
    tournaments_bag, tournaments_chiprace, tournaments_dayend, tournaments_fixedpool, tournaments_floortable,
    tournaments_knockout, tournaments_penalty, tournaments_purchaserequest FROM {role};
GRANT UPDATE (voided_at, carrier, handed_at, handed_by_id, statement, credited_cents, credited_at,
    credited_by_id, credited_entry_id, reason) ON cage_bag TO {role};
GRANT UPDATE (state, closed_at, reason, z_number, forced, second_id) ON cage_shift TO {role};
GRANT UPDATE (cents, settled_at, settled_act_id) ON cashgames_heldstack TO {role};
GRANT UPDATE (served_at, taken_back_at, taken_back_by_id, taken_back_reason) ON cashgames_penalty
    TO {role};
GRANT UPDATE (left_at) ON cashgames_seat TO {role};
-- A mistyped name of a table is put right.
GRANT UPDATE (name) ON cashgames_table TO {role};
GRANT UPDATE (void_at) ON countroom_bankclosing, countroom_settlement TO {role};
GRANT UPDATE (counted_cents, booked_at, entry_id, void_at) ON countroom_box TO {role};
GRANT UPDATE (state) ON countroom_transfer TO {role};
GRANT UPDATE (deck_checked_by, camera_at, witnesses, seal_number, note, base_checked_by_id,
    base_checked_cents, state, reason, proposal_id) ON jackpot_claim TO {role};
GRANT UPDATE (player_id, payable_id, corrected_by) ON jackpot_share TO {role};
GRANT UPDATE (taken_back_id) ON jackpot_feeder TO {role};
GRANT UPDATE (until) ON players_place TO {role};
GRANT UPDATE (lifted_at, reason) ON players_separation TO {role};
GRANT UPDATE (parted_id) ON ranking_sameperson TO {role};
GRANT UPDATE (taken_back_id) ON ranking_payout TO {role};
GRANT UPDATE (digest, revoked_at) ON staff_badge TO {role};
GRANT UPDATE (withdrawn_at) ON tournaments_agreement TO {role};
GRANT UPDATE (taken_up_at) ON tournaments_bag TO {role};
GRANT UPDATE (taken_back_at) ON tournaments_chiprace TO {role};
GRANT UPDATE (begun_at) ON tournaments_dayend TO {role};
GRANT UPDATE (prizes_cents, because, tournament_id, taken_back_of_id, reversal_id, taken_back_act_id)
    ON tournaments_fixedpool TO {role};
GRANT UPDATE (broken_at) ON tournaments_floortable TO {role};
GRANT UPDATE (undone_at, came_back_at, "by") ON tournaments_knockout TO {role};
GRANT UPDATE (served_at) ON tournaments_penalty TO {role};
GRANT UPDATE (purchase_id, withdrawn_at, withdrawn_by_id) ON tournaments_purchaserequest TO {role};
