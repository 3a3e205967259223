"""A tournament with one of everything, and the bodies of its endpoints."""

from functools import partial
from typing import Any

from casino.players.services.rulings import hear_claim
from casino.staff.models import Role
from ranking.queries.rankings import own
from ranking.services.counting import keep_own_rankings
from tests.tournaments import FREEZEOUT, LEVELS, a_template, a_tournament, sold
from tests.world import World
from tournaments.models import ChipRace, Deal, Knockout, PurchaseRequest
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.listing import book_place
from tournaments.services.penalties import punish
from tournaments.services.starting import start

ONE, ENTRY = "tournaments/<id:tournament_id>/", "tournament-entries/<id:entry_id>/"
SALE_OF = "tournament-purchases/<id:purchase_id>/"
REVERSES = {"shift_id": 0, "reason": "Sold to the wrong guest"}
RACERS = [{"seat_no": 1, "old_chips": 300, "cards": ["2C", "3C", "4C"]}]
TEMPLATE = FREEZEOUT | {"name": "Another"}
ENTERS = {"player_id": 0, "shift_id": 0, "ticket_id": 0, "paid_with": "ticket"}
REBUYS = {"shift_id": 0, "what": "rebuy", "paid_with": "cash"}
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("tournaments/", "post"): {
        "template_id": 0,
        "series_id": 0,
        "target_id": 0,
        "name": "Saturday",
        "starts_at": "2026-02-28T21:00:00+02:00",
    },
    (f"{ONE}entries/", "post"): ENTERS,
    (f"{ONE}entries/ask/", "post"): ENTERS,
    (f"{ENTRY}purchases/", "post"): REBUYS,
    (f"{ENTRY}purchases/ask/", "post"): REBUYS,
    (f"{ENTRY}guest/", "post"): {"player_id": 0, "reason": "Another guest of that name"},
    (f"{SALE_OF}reverse/", "post"): REVERSES,
    (f"{SALE_OF}reverse/ask/", "post"): REVERSES,
    (f"{SALE_OF}tender/", "post"): REVERSES | {"paid_with": "bank"},
    (f"{ONE}balance/", "post"): {
        "entry_id": 0,
        "from_table": 1,
        "to_table": 2,
        "from_button": 1,
        "to_button": 1,
    },
    (f"{ONE}balance/all/", "post"): {
        "buttons": [{"table_no": 1, "seat_no": 1}, {"table_no": 2, "seat_no": 1}],
        "played": "flop",
        "entry_ids": [0],
    },
    (f"{ONE}moves/", "post"): {"entry_id": 0, "to_table": 1, "to_seat": 9, "reason": "A draught"},
    (f"{ONE}sit-down/", "post"): {"entry_id": 0},
    (f"{ONE}undo/", "post"): {"undone_act_id": 0, "reason": "Wrong player"},
    ("tournament-series/<id:series_id>/rename/", "post"): {"name": "Right series"},
    ("tournament-templates/", "post"): TEMPLATE | {"template_id": 0},
    (f"{ONE}waiting/", "post"): {"player_id": 0},
    (f"{ONE}bookings/", "post"): {"player_id": 0},
    (f"{ONE}chips/", "post"): {
        "entry_id": 0,
        "what": "extra_chips",
        "chips": 100,
        "reason": "Too few",
    },
    (f"{ONE}penalties/", "post"): {"entry_id": 0, "breach": "phone", "reason": "At the table"},
    (f"{ONE}bounties/", "post"): {"entry_id": 0},
    (f"{ONE}bounties/collect/", "post"): {"entry_id": 0},
    (f"{ONE}prizes/", "post"): {"deal_id": 0},
    (f"{ONE}tickets/", "post"): {"player_id": 0, "campaign": "Advent"},
    (f"{ONE}deals/<id:deal_id>/agreements/", "post"): {"entry_id": 0},
    (f"{ONE}deals/<id:deal_id>/agreements/withdraw/", "post"): {"entry_id": 0},
    ("tournament-tickets/<id:ticket_id>/clear/", "post"): {"move_to_id": 0, "reason": "Was ill"},
    ("tournament-prizes/<id:payable_id>/guest/", "post"): {"player_id": 0, "reason": "Took part"},
    ("ranking-prizes/<id:payable_id>/guest/", "post"): {"player_id": 0, "reason": "One passport"},
    ("rankings/same-person/", "post"): {"player_id": 0, "person_id": 0, "reason": "One passport"},
}
PLAIN: dict[tuple[str, str], dict[str, Any]] = {
    ("tournament-ticket-payments/<id:payable_id>/take-back/", "post"): {"reason": "Plays on"},
    ("tournament-tickets/<id:ticket_id>/take-back/", "post"): {"reason": "Another guest's"},
    ("tournament-jackpots/<id:payable_id>/take-back/", "post"): {"reason": "It was seat 4"},
    ("rankings/same-person/<id:player_id>/part/", "post"): {"reason": "Two guests of one name"},
    (f"{ENTRY}requests/", "post"): {"what": "rebuy"},
    (f"{ENTRY}requests/late/", "post"): {
        "what": "rebuy",
        "paid_at": "2026-02-27T21:05:00Z",
        "reason": "Not entered",
    },
    (f"{ENTRY}refund/take-back/", "post"): {"reason": "Another guest was ill"},
    (f"{ONE}cancel/", "post"): {"reason": "Too few players"},
    (f"{ONE}registration/reopen/", "post"): {"reason": "Meant another event"},
    (f"{ONE}start/take-back/", "post"): {"reason": "Two hours early"},
    (f"{ONE}import/take-back/", "post"): {"reason": "Of another club"},
    (f"{ONE}pool/reopen/", "post"): {"reason": "Payouts of another event"},
    (f"{ONE}cancel/take-back/", "post"): {"reason": "Meant another event"},
    (f"{ONE}prizes/take-back/", "post"): {"reason": "Places 1 and 2 swapped"},
    (f"{ONE}prizes/take-back/preview/", "post"): {"reason": "Places 1 and 2 swapped"},
    (f"{ONE}presence/", "post"): {"seen": [{"entry_id": 1, "present": True}]},
    (f"{ONE}no-shows/", "post"): {"stacks": [{"entry_id": 1, "chips": 100}]},
    ("tournament-templates/<id:template_id>/", "post"): TEMPLATE,
    (f"{ONE}terms/", "post"): {"starts_at": "2026-02-28T22:00:00+02:00", "notice": "Later"},
    (f"{ONE}terms/ask/", "post"): {"places": 90, "notice": "Fewer places"},
    (f"{ONE}structure/", "post"): {"stack": 15_000, "levels": LEVELS, "notice": "Slower"},
    (f"{ONE}knockouts/", "post"): {"outs": [{"entry_id": 1, "stack": 100}]},
    (f"{ONE}knockouts/<id:knockout_id>/ask-undo/", "post"): {"reason": "Another went out"},
    (f"{ONE}knockouts/<id:knockout_id>/chip/", "post"): {"by": [1], "reason": "Another won"},
    (f"{ONE}stops/", "post"): {"stacks": [{"entry_id": 1, "chips": 100}]},
    (f"{ONE}deals/", "post"): {"shares": [{"entry_id": 1, "cents": 100, "chips": 1}]},
    (f"{ONE}royal-flushes/", "post"): {
        "hand_name": "12",
        "board": ["TH", "JH", "QH", "2C", "3D"],
        "holders": [{"entry_id": 1, "cards": ["AH", "KH"]}],
        "deck_checked_by": "Tiina, dealer",
        "camera_at": "2026-02-27T21:55:00Z",
        "witnesses": "Tiina; Ott",
        "seal_number": "S-0417",
    },
    (f"{ONE}bags/", "post"): {"bags": [{"entry_id": 1, "chips": 100}]},
    (f"{ONE}jackpot/", "post"): {
        "shares": [{"entry_id": 1, "cents": 100}],
        "reason": "Aces lost",
    },
    (f"{ONE}tables/", "post"): {"numbers": [3], "seats": 9},
    (f"{ONE}tables/break/", "post"): {"table_no": 1},
    (f"{ONE}draws/again/", "post"): {"tables": [1]},
    (f"{ONE}clock/set/", "post"): {"step": 0, "left_seconds": 60, "reason": "A power cut"},
    (f"{ONE}chips/counts/", "post"): {"tables": [{"table_no": 1, "chips": 100}]},
    (f"{ONE}chips/races/<id:race_id>/take-back/", "post"): {"reason": "42 for 40"},
    (f"{ONE}penalties/<id:penalty_id>/take-back/", "post"): {"reason": "Wrong player"},
    (f"{ONE}chips/races/", "post"): {
        "table_no": 1,
        "old_chip": 100,
        "new_chip": 500,
        "players": RACERS,
    },
    (f"{ONE}points/", "post"): {
        "places": [{"player_id": 1, "place": 1}],
        "reason": "Mixed up",
    },
    ("rankings/<id:ranking_id>/quarters/", "post"): {"quarter": "2026Q1"},
    ("rankings/<id:ranking_id>/payouts/", "post"): {"quarter": "2026Q1"},
    ("rankings/<id:ranking_id>/payouts/take-back/", "post"): {
        "quarter": "2026Q1",
        "reason": "The list still hangs out",
    },
    (f"{ENTRY}refund/", "post"): {"cause": "withdrawal", "reason": "Ill"},
}


def tournament_room(world: World, shift_id: int) -> dict[str, Any]:
    """Sell three entries of a tournament, let one of the players go out, punish another."""
    slug, floor = world.club.slug, partial(world.stamp, role=Role.SUPERVISOR)
    terms: dict[str, Any] = {"series": True, "ranking": True, "festival": True}
    tournament = a_tournament(world, f"Event of {slug}", **terms)
    first, second, third = (
        sold(world, tournament, f"{name} of {slug}", shift_id=shift_id).entry
        for name in ("Entrant", "Opponent", "Loser")
    )
    keep_own_rankings(world.at("20:45"))
    ranking = own(world.club.pk)
    assert ranking
    booked: dict[str, Any] = {
        "tournament_id": tournament.pk,
        "player_id": world.player(f"Booker of {slug}").pk,
    }
    listed = book_place(floor("20:50"), **booked)
    start(floor("21:00"), tournament_id=tournament.pk)
    one: dict[str, Any] = {"tournament_id": tournament.pk}
    knock_out(floor("21:20"), **one, outs=[Out(entry_id=third.pk, stack=100)])
    fine: dict[str, Any] = {"entry_id": second.pk, "breach": "phone", "reason": "At the table"}
    talked = {"shares_cents": {}, "stacks": {}, "at": world.at("21:30")}
    talked |= {"noted_by": world.staff[Role.SUPERVISOR], "tournament": tournament}
    asked: dict[str, Any] = {"entry": first, "what": "rebuy", "chips": 0, "at": world.at("21:30")}
    asked |= {"asked_by": world.staff[Role.SUPERVISOR], "withdrawn_at": world.at("21:31")}
    raced: dict[str, Any] = {"table_no": 1, "old_chip": 25, "new_chip": 100, "seats": {}}
    raced |= {"removed_chips": 0, "issued_chips": 0, "because": [], "at": world.at("21:30")}
    raced |= {"noted_by": world.staff[Role.SUPERVISOR], "tournament": tournament}
    said = {"place": "tournament", "about": tournament.name, "decision": "Misdeal"}
    return one | {
        "race_id": ChipRace.objects.create(act_id=first.act_id, **raced).pk,
        "deal_id": Deal.objects.create(act_id=first.act_id, **talked).pk,
        "ranking_id": ranking.pk,
        "listed_id": listed.pk,
        "undone_act_id": first.act_id,
        "template_id": a_template(world, f"Template of {slug}").pk,
        "series_id": tournament.series_id,
        "target_id": tournament.pk,
        "move_to_id": tournament.pk,
        "request_id": PurchaseRequest.objects.create(act_id=first.act_id, **asked).pk,
        "ticket_id": first.pk,
        "person_id": first.player_id,
        "entrant_id": first.pk,
        "purchase_id": first.purchases.get().pk,
        "knockout_id": Knockout.objects.get(entry=third).pk,
        "penalty_id": punish(floor("21:30"), **one, **fine).pk,
        "ruling_id": hear_claim(floor("21:30"), **said).pk,
    }
