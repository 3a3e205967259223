"""A body for every operation of the API that takes one."""

from dataclasses import asdict
from datetime import date, timedelta
from typing import Any

from casino.players.api import A_PICTURE
from tests.api import tournament_room
from tests.claiming import BAD_BEAT
from tests.world import EVENING

UNKNOWN = 10**15
RIGAS_DAY = EVENING + timedelta(days=1)
CHIPS = {"500": 1}
REPORTED = {"until": "2026-01-31", "sent_on": "2026-02-01", "reference": "TD-1"}
MISTYPED = {"moment": "closing", "cash": {}, "chips": {}, "reason": "Ill"}
HAND = {
    "hand_name": "17",
    "players_dealt": 6,
    "boards": BAD_BEAT["boards"],
    "hands": [asdict(each) for each in BAD_BEAT["hands"]],
}
BUYS_IN = {"player_id": 0, "shift_id": 0, "seat_no": 2, "cents": 20_000, "paid_with": "cash"}
TOPS_UP = {"player_id": 0, "shift_id": 0, "cents": 500, "stack_cents": 500, "paid_with": "cash"}
# What a list has to be asked for, and a book by the day on which it begins.
QUERIES = {"jackpots/<id:jackpot_id>/movements/": {"first": "2026-02-27", "last": "2026-02-27"}} | {
    f"rankings/<id:ranking_id>/{of}": {"quarter": "2026Q1"}
    for of in ("standing/", "payouts/", "players/<id:player_id>/")
}
QUERIES |= {"reports/guest/": {"player_id": "0"}, "shifts/mine/standing/": {"cents": "100"}}
FOUNDED = date(2020, 1, 1)
# A body for every operation whose body names something; our own things are filled in.
FEES = {
    "dated": "2026-02-27",
    "reason": "Fees",
    "lines": [
        {"account": "6120", "debit_cents": 100},
        {"account": "expense:rounding", "credit_cents": 100},
    ],
}
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("shifts/", "post"): {"drawer_id": 0, "cash": {}, "chips": {}},
    ("shifts/ask/", "post"): {"drawer_id": 0, "cash": {}, "chips": {}},
    ("shifts/<id:shift_id>/ask-reversal/", "post"): {"entry_id": 0, "reason": "Wrong"},
    ("shifts/<id:shift_id>/ask-vault/", "post"): {
        "way": "fetch",
        "cash": {"5000": 1},
        "chips": CHIPS,
    },
    ("shifts/<id:shift_id>/reverse/", "post"): {"entry_id": 0, "reason": "Wrong"},
    ("reports/guest/mail/", "post"): {"player_id": 0, "to": "guest@example.org"},
    ("exceptions/look/", "post"): {"act_ids": [UNKNOWN]},
    ("days/<day:day>/reopen/", "post"): {"reason": "The clock was wrong"},
    ("chips/sell/", "post"): {"shift_id": 0, "player_id": 0, "cents": 500},
    ("chips/ask-sell/", "post"): {"shift_id": 0, "player_id": 0, "cents": 500},
    ("chips/redeem/", "post"): {"shift_id": 0, "player_id": 0, "cents": 500},
    ("chips/ask-redeem/", "post"): {"shift_id": 0, "player_id": 0, "cents": 500},
    ("claims/papers/<id:attachment_id>/take-off/", "post"): {"reason": "Another guest's"},
    ("claims/papers/<id:attachment_id>/take-off/ask/", "post"): {"reason": "Another guest's"},
    ("journal/files/<id:attached_file_id>/take-off/", "post"): {"reason": "Another's"},
    ("journal/files/<id:attached_file_id>/take-off/ask/", "post"): {"reason": "Another's"},
    ("jackpots/", "post"): {"name": "Second jackpot"},
    ("jackpots/<id:jackpot_id>/rename/", "post"): {"name": "Right jackpot"},
    ("jackpots/<id:jackpot_id>/move/", "post"): {"to_jackpot_id": 0, "reason": "It ends"},
    ("jackpots/moves/<id:pool_move_id>/take-back/", "post"): {"reason": "Another jackpot"},
    ("jackpots/<id:jackpot_id>/share/", "post"): {"club_id": 0, "reason": "One pool"},
    ("jackpots/<id:jackpot_id>/share/take-back/", "post"): {"club_id": 0, "reason": "Not this"},
    ("epoch/lost/", "post"): {"lost_ids": [UNKNOWN], "how": "not", "reason": "It never was"},
    ("epoch/copy-gone/", "post"): {"reason": "The disk burnt"},
    ("jackpots/between/transfers/<id:settlement_id>/reverse/", "post"): {"reason": "Not sent"},
    ("jackpots/between/", "post"): {
        "club_id": 0,
        "cents": 1,
        "through": "bank",
        "note": "Hand 17",
    },
    ("sessions/", "post"): {
        "table_id": 0,
        "game": "texas_holdem",
        "small_blind_cents": 100,
        "big_blind_cents": 200,
        "min_buy_in_cents": 10_000,
        "max_buy_in_cents": 50_000,
    },
    ("sessions/<id:session_id>/seats/", "post"): BUYS_IN,
    ("sessions/<id:session_id>/seats/ask/", "post"): BUYS_IN,
    ("sessions/<id:session_id>/top-ups/", "post"): TOPS_UP,
    ("sessions/<id:session_id>/top-ups/ask/", "post"): TOPS_UP,
    ("sessions/<id:session_id>/cash-outs/", "post"): {
        "player_id": 0,
        "shift_id": 0,
        "cents": 500,
        "paid_with": "cash",
    },
    ("sessions/<id:session_id>/over-short/", "post"): {"counted_cents": 100, "reason": "Counted"},
    ("sessions/<id:session_id>/over-short/ask/", "post"): {
        "counted_cents": 100,
        "reason": "Counted",
    },
    ("sessions/<id:session_id>/ask-cash-out/", "post"): {
        "player_id": 0,
        "shift_id": 0,
        "cents": 500,
        "paid_with": "cash",
    },
    ("access/keys/", "post"): {"user_id": 0, "name": "tablet", "days": 30, "reason": "Table 3"},
    ("players/<id:player_id>/merge/", "post"): {"other_id": 0, "reason": "One passport"},
    ("players/<id:player_id>/separations/", "post"): {
        "other_id": 0,
        "until": None,
        "reason": "A brawl",
    },
    ("settings/", "post"): {"name": "Another name", "language": "lv", "reason": "Sold"},
    ("settings/pieces/", "post"): {"notes": [500], "chips": [100], "reason": "No coins"},
    ("payments/reported/", "post"): REPORTED,
    ("slip-texts/", "post"): {"kind": "cage.paid_out", "language": "et", "foot": "Ait\u00e4h!"},
    ("vault/bags/<id:bag_id>/hand-over/", "post"): {"carrier": "K. Saar"},
    ("vault/bags/<id:bag_id>/hand-over/take-back/", "post"): {"reason": "The other bag"},
    ("vault/bags/<id:bag_id>/credit/", "post"): {"cents": 1, "statement": "12"},
    ("vault/bags/<id:bag_id>/ask-hand-over/", "post"): {"carrier": "K. Saar"},
    ("vault/bags/<id:bag_id>/ask-credit/", "post"): {"cents": 1, "statement": "12"},
    ("vault/entries/<id:entry_id>/correct/", "post"): {"reason": "Twice"},
    ("vault/entries/<id:entry_id>/ask-correct/", "post"): {"reason": "Twice"},
    ("payables/<id:payable_id>/pay/", "post"): {"shift_id": 0, "paid_with": "cash"},
    ("payables/<id:payable_id>/ask/", "post"): {"shift_id": 0, "paid_with": "cash"},
    ("payables/<id:payable_id>/identify/", "post"): {"player_id": 0},
    ("waiting/", "post"): {
        "player_id": 0,
        "game": "omaha",
        "small_blind_cents": 100,
        "big_blind_cents": 200,
    },
    ("waiting/interest/", "post"): {
        "player_id": 0,
        "game": "omaha",
        "small_blind_cents": 100,
        "big_blind_cents": 200,
    },
    ("waiting/<id:waiting_id>/call/", "post"): {"session_id": 0, "seat_no": 5},
    ("sessions/<id:session_id>/absences/", "post"): {"player_id": 0},
    ("sessions/<id:session_id>/penalties/", "post"): {
        "player_id": 0,
        "breach": "phone",
        "reason": "At the table",
    },
    ("table-penalties/<id:table_penalty_id>/take-back/", "post"): {"reason": "Wrong guest"},
    ("sessions/<id:session_id>/absences/back/", "post"): {"player_id": 0},
    ("tables/rename/", "post"): {"table_id": 0, "name": "Right table"},
    ("sessions/<id:session_id>/absences/take-back/", "post"): {"player_id": 0, "reason": "Seat 4"},
    **{
        (f"sessions/<id:session_id>/dealer/correct/{asks}", "post"): {
            "dealer_turn_id": 0,
            "dealer": "Kadri",
            "reason": "Typed",
        }
        for asks in ("", "ask/")
    },
    ("sessions/<id:session_id>/special-cap/take-back/", "post"): {"reason": "Table 5's"},
    ("sessions/<id:session_id>/absences/stay/", "post"): {"player_id": 0, "reason": "At the door"},
    ("sessions/<id:session_id>/absences/remove/", "post"): {"player_id": 0, "cents": 0},
    ("stacks/<id:stack_id>/give-back/", "post"): {"session_id": 0, "seat_no": 5},
    ("time-rake/<id:period_id>/collect/", "post"): {"shift_id": 0, "paid_with": "cash"},
    ("time-rake/shares/<id:share_id>/pay/", "post"): {"shift_id": 0, "paid_with": "cash"},
    **{
        (f"sessions/<id:session_id>/spendings/{asks}", "post"): {
            "player_id": 0,
            "cents": 100,
            "purpose": "tip",
        }
        for asks in ("", "ask/")
    },
    ("sessions/<id:session_id>/notes/", "post"): {"shift_id": 0},
    ("boxes/", "post"): {"session_id": 0, "fee": "rake", "number": "R2"},
    ("fills/<id:transfer_id>/issue/", "post"): {"shift_id": 0, "chips": CHIPS},
    ("fills/<id:transfer_id>/take/", "post"): {"shift_id": 0, "chips": CHIPS},
    ("claims/", "post"): {"session_id": 0, "played_at": "2026-02-27T21:00:00Z", **HAND},
    ("sessions/<id:session_id>/moves/", "post"): {
        "player_id": 0,
        "to_session_id": 0,
        "seat_no": 5,
        "stack_cents": 100,
    },
}
BODIES |= tournament_room.BODIES
# Bodies that name nothing, where the address does.
PLAIN: dict[tuple[str, str], dict[str, Any]] = tournament_room.PLAIN | {
    ("players/<id:player_id>/", "put"): {"name": "Mari"},
    ("players/<id:player_id>/photo/", "put"): {"content": A_PICTURE},
    ("players/<id:player_id>/bar/", "post"): {"until": None, "reason": "Mistake"},
    ("players/<id:player_id>/erase/", "post"): {"reason": "The guest asked"},
    ("players/<id:player_id>/identity/", "post"): {"reason": "A claim"},
    ("players/<id:player_id>/part/", "post"): {"reason": "Two cousins"},
    ("players/<id:player_id>/bar/end/", "post"): {"asked_on": "2026-02-27"},
    ("players/<id:player_id>/holds/", "post"): {"until": None, "reference": "K-1"},
    ("players/<id:player_id>/holds/<id:hold_id>/lift/", "post"): {"reason": "Letter"},
    ("players/<id:player_id>/separations/<id:separation_id>/end/", "post"): {"reason": "Peace"},
    ("players/<id:player_id>/exclusions/<id:exclusion_id>/correct/", "post"): {
        "until": None,
        "reason": "Another guest's",
    },
    ("proposals/<id:proposal_id>/approve/", "post"): {"digest": "0"},
    ("proposals/<id:proposal_id>/together/", "post"): {"digest": "0"},
    ("proposals/<id:proposal_id>/approve-alone/", "post"): {"digest": "0", "remark": "Night"},
    ("proposals/<id:proposal_id>/confirm/", "post"): {"remark": "Seen"},
    ("access/<id:user_id>/end/", "post"): {"reason": "Left"},
    ("access/<id:user_id>/role/", "post"): {"role": "supervisor", "reason": "Mistaken"},
    ("access/<id:user_id>/renew/", "post"): {"reason": "The phone was lost"},
    ("access/keys/<id:token_id>/end/", "post"): {"reason": "The tablet was lost"},
    ("access/<id:user_id>/badge/", "post"): {"reason": "Approves at the desk"},
    ("access/<id:user_id>/badge/revoke/", "post"): {"reason": "Lost"},
    ("proposals/<id:proposal_id>/sign/", "post"): {
        "digest": "0",
        "username": "mari",
        "secret": "2468",
    },
    ("drawers/<id:drawer_id>/levels/", "post"): {"imprest_cents": None, "minimum_cents": None},
    ("drawers/<id:drawer_id>/rename/", "post"): {"name": "Right drawer"},
    ("proposals/<id:proposal_id>/refuse/", "post"): {"remark": "Not tonight"},
    ("waiting/<id:waiting_id>/move/", "post"): {"place": 1, "reason": "From a broken table"},
    ("sessions/<id:session_id>/time-rake/", "post"): {"table_cents": 25_000},
    ("time-rake/shares/<id:share_id>/waive/", "post"): {"reason": "Power was out"},
    **{
        (f"sessions/<id:session_id>/game/correct/{last}", "post"): {
            "game": "omaha",
            "since": "2026-02-27T19:30:00Z",
            "until": "2026-02-27T19:31:00Z",
            "reason": "Changed too late",
        }
        for last in ("", "preview/", "ask/")
    },
    **{
        (f"sessions/<id:session_id>/hands/found/{last}", "post"): {
            "name": "found",
            "played_at": "2026-02-27T19:30:00Z",
            "pots_cents": [6000],
            "players_dealt": 2,
            "reason": "Slip found",
        }
        for last in ("", "preview/", "ask/")
    },
    ("hands/<id:hand_id>/correct/preview/", "post"): {
        "pots_cents": [6000],
        "players_dealt": 6,
        "reason": "Typed wrongly",
    },
    ("hands/<id:hand_id>/correct/", "post"): {
        "pots_cents": [6000],
        "players_dealt": 6,
        "reason": "Typed wrongly",
    },
    ("hands/<id:hand_id>/correct/ask/", "post"): {
        "pots_cents": [6000],
        "players_dealt": 6,
        "reason": "Typed wrongly",
    },
    ("hands/<id:hand_id>/take-back/preview/", "post"): {"reason": "Typed wrongly"},
    ("hands/<id:hand_id>/take-back/", "post"): {"reason": "Typed wrongly"},
    ("hands/<id:hand_id>/take-back/ask/", "post"): {"reason": "Typed wrongly"},
    ("chip-moves/<id:move_id>/correct/preview/", "post"): {
        "cents": 100,
        "paid_with": "chips",
        "reason": "Typed wrongly",
    },
    ("chip-moves/<id:move_id>/correct/", "post"): {
        "cents": 100,
        "paid_with": "chips",
        "reason": "Typed wrongly",
    },
    ("chip-moves/<id:move_id>/correct/ask/", "post"): {
        "cents": 100,
        "paid_with": "chips",
        "reason": "Typed wrongly",
    },
    ("chip-moves/<id:move_id>/take-back/preview/", "post"): {"reason": "Typed wrongly"},
    ("chip-moves/<id:move_id>/take-back/", "post"): {"reason": "Typed wrongly"},
    ("chip-moves/<id:move_id>/take-back/ask/", "post"): {"reason": "Typed wrongly"},
    ("stacks/<id:stack_id>/take-back/", "post"): {"reason": "Typed wrongly"},
    ("stacks/<id:stack_id>/take-back/ask/", "post"): {"reason": "Typed wrongly"},
    ("stacks/<id:stack_id>/take-back/preview/", "post"): {"reason": "Typed wrongly"},
    ("notes/<id:entry_id>/take-back/", "post"): {"reason": "Typed wrongly"},
    ("sessions/<id:session_id>/settle/take-back/", "post"): {"reason": "Typed wrongly"},
    ("sessions/<id:session_id>/settle/take-back/ask/", "post"): {"reason": "Typed wrongly"},
    ("sessions/<id:session_id>/settle/take-back/preview/", "post"): {"reason": "Typed wrongly"},
    ("sessions/<id:session_id>/bank/missing/take-back/", "post"): {"reason": "Typed wrongly"},
    ("sessions/<id:session_id>/bank/missing/take-back/ask/", "post"): {"reason": "Typed wrongly"},
    ("sessions/<id:session_id>/bank/missing/take-back/preview/", "post"): {
        "reason": "Typed wrongly"
    },
    ("notes/<id:entry_id>/take-back/ask/", "post"): {"reason": "Typed wrongly"},
    ("notes/<id:entry_id>/take-back/preview/", "post"): {"reason": "Typed wrongly"},
    ("time-rake/shares/<id:share_id>/take-back/preview/", "post"): {"reason": "Typed wrongly"},
    ("time-rake/shares/<id:share_id>/take-back/", "post"): {"reason": "Typed wrongly"},
    ("time-rake/shares/<id:share_id>/take-back/ask/", "post"): {"reason": "Typed wrongly"},
    ("sessions/<id:session_id>/game/", "post"): {
        "game": "omaha",
        "small_blind_cents": 100,
        "big_blind_cents": 200,
    },
    ("sessions/<id:session_id>/limits/", "post"): {
        "min_buy_in_cents": 100,
        "max_buy_in_cents": 200,
        "agreed": [],
        "reason": "All wish it",
    },
    ("sessions/<id:session_id>/special-cap/", "post"): {"reason": "A private table"},
    ("sessions/<id:session_id>/run-it-twice/", "post"): {"offered": False},
    ("sessions/<id:session_id>/break/", "post"): {"stacks": []},
    ("sessions/<id:session_id>/settle/", "post"): {"reason": "Counted twice"},
    ("sessions/<id:session_id>/dealer/", "post"): {"dealer": "Kadri"},
    ("sessions/<id:session_id>/bank/fill/", "post"): {"chips": CHIPS},
    ("sessions/<id:session_id>/bank/credit/", "post"): {"chips": CHIPS},
    ("sessions/<id:session_id>/bank/missing/", "post"): {"reason": "Not found"},
    ("boxes/<id:box_id>/count/", "post"): {"chips": CHIPS},
    ("boxes/<id:box_id>/void/preview/", "post"): {"reason": "Typed wrongly"},
    ("boxes/<id:box_id>/void/", "post"): {"reason": "Typed wrongly"},
    ("boxes/<id:box_id>/void/ask/", "post"): {"reason": "Typed wrongly"},
    ("fills/<id:transfer_id>/confirm/", "post"): {"chips": CHIPS},
    ("fills/<id:transfer_id>/ask-confirm/", "post"): {"chips": CHIPS},
    ("fills/<id:transfer_id>/void/", "post"): {"reason": "The game ended"},
    ("fills/<id:transfer_id>/count-again/", "post"): {"chips": CHIPS, "reason": "40 for 10"},
    ("fills/<id:transfer_id>/count-again/preview/", "post"): {"chips": CHIPS, "reason": "40"},
    ("fills/<id:transfer_id>/take-back/", "post"): {"reason": "For another table"},
    ("fills/<id:transfer_id>/take-back/preview/", "post"): {"reason": "For another table"},
    ("rulings/<id:ruling_id>/withdraw/", "post"): {"reason": "Hand 17"},
    ("claims/<id:claim_id>/papers/", "post"): {"name": "a.pdf", "content": "JVBERi0xLjc="},
    ("claims/<id:claim_id>/check/", "post"): {"base_cents": 1_000_000},
    ("claims/<id:claim_id>/withdraw/", "post"): {"reason": "Misread"},
    ("claims/<id:claim_id>/take-back/", "post"): {"reason": "Seats mixed up"},
    ("jackpot-shares/<id:payable_id>/guest/", "post"): {"player_id": 0, "reason": "Another"},
    ("claims/<id:claim_id>/take-back/preview/", "post"): {"reason": "Seats mixed up"},
    ("files/batches/<id:batch_id>/files/", "post"): {"profile": "xero"},
    ("files/imports/<id:intake_id>/columns/", "post"): {"columns": {}},
    ("bank-accounts/<id:bankaccount_id>/", "post"): {
        "name": "SEB",
        "iban": "EE471000001020145685",
    },
    ("bank-accounts/<id:bankaccount_id>/statements/", "post"): {
        "name": "a.xml",
        "data": "PGEvPg==",
    },
    ("bank-accounts/lines/<id:line_id>/match/", "post"): {
        "parts": [{"code": "expense:bank"}],
    },
    ("bank-accounts/lines/<id:line_id>/ask-match/", "post"): {
        "parts": [{"code": "expense:bank"}],
    },
    ("bank-accounts/<id:bankaccount_id>/close/", "post"): {"closed_on": None},
    ("bank-accounts/<id:bankaccount_id>/columns/", "post"): {
        "mapping": {"day": "Date", "amount": "Amount"},
    },
    ("bank-accounts/statements/<id:statement_id>/withdraw/", "post"): {
        "reason": "Another guest's wire."
    },
    ("bank-accounts/matches/<id:match_id>/undo/", "post"): {"reason": "Another guest's wire."},
    ("bank-accounts/matches/<id:match_id>/ask-undo/", "post"): {"reason": "Another guest's wire."},
    ("bank-accounts/<id:bankaccount_id>/move/", "post"): {"way": "cash", "cents": 100},
    ("bank-accounts/<id:bankaccount_id>/ask-move/", "post"): {"way": "cash", "cents": 100},
    ("journal/accounts/", "post"): {"code": "6130", "name": "Rent", "kind": "expense"},
    ("journal/accounts/<id:own_account_id>/", "post"): {"name": "Bank charges"},
    ("journal/files/", "post"): {
        "document_id": 0,
        "name": "rent.pdf",
        "content": "JVBERi0xLjcgcmVudA==",
    },
    ("journal/", "post"): FEES,
    ("journal/ask/", "post"): FEES,
    ("journal/templates/", "post"): {"document_id": 0, "name": "Rent"},
    ("journal/templates/<id:document_template_id>/skip/", "post"): {"reason": "Not in August"},
    ("journal/documents/<id:document_id>/reverse/", "post"): {"reason": "Booked twice"},
    ("journal/documents/<id:document_id>/reverse/ask/", "post"): {"reason": "Booked twice"},
    ("jackpots/<id:jackpot_id>/adjust/", "post"): {
        "why": "seed",
        "cents": 100,
        "note": "For the holidays",
    },
    ("shifts/<id:shift_id>/ask-close/", "post"): {"reason": "Counted twice"},
    ("shifts/<id:shift_id>/notes/", "post"): {"text": "The scanner sticks"},
    ("shifts/<id:shift_id>/count/", "post"): {"cash": {}, "chips": {}},
    ("shifts/<id:shift_id>/force-close/", "post"): {"cash": {}, "chips": {}, "reason": "Ill"},
    ("shifts/<id:shift_id>/ask-force-close/", "post"): {"cash": {}, "chips": {}, "reason": "Ill"},
    **{
        (f"shifts/<id:shift_id>/{ask}explain-count/", "post"): {
            "entry_id": 0,
            "counted_shift_id": 0,
            "reason": "Wrong",
        }
        for ask in ("", "ask-")
    },
    ("shifts/<id:shift_id>/correct-count/", "post"): MISTYPED,
    ("shifts/<id:shift_id>/ask-correct-count/", "post"): MISTYPED,
    ("drawers/<id:drawer_id>/take-over/", "post"): {"cash": {}, "chips": {}, "reason": "Ill"},
    ("drawers/<id:drawer_id>/ask-take-over/", "post"): {"cash": {}, "chips": {}, "reason": "Ill"},
    ("sessions/<id:session_id>/hands/", "post"): {
        "name": "1",
        "pots_cents": [500],
        "players_dealt": 6,
    },
}
