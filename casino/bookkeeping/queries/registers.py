"""
The files that are asked for beside the journal (UX 6.4), of gaming days from one to another.

Each is one statement; a column that ends in _cents is an amount. What the house does not keep by
denomination, as chips in and out of a drawer, stands in the row of the whole.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection

from casino.audit.queries.acts import PIECES, blind_acts
from casino.bookkeeping.queries.payouts import NUMBERED, PAID, PAYOUTS
from casino.bookkeeping.queries.rake_drop import RAKE
from casino.cage.models import Shift
from casino.cage.queries.count_corrections import why_over_short
from casino.cage.queries.shifts import shift
from casino.cage.queries.tallies import booked_over_cents, tally
from casino.cage.queries.threshold_history import identified_from
from casino.clock import day_bounds
from casino.db import fetch_all
from casino.house.models import Club
from casino.messages import Message, msg
from jackpot.queries.levels import LEVEL
from jackpot.rules.adjustments import OF_RAKE

PORTION = 5_000
BOOKED_ON = -1  # the last column of over-short


@dataclass(frozen=True, kw_only=True, slots=True)
class Register:
    """A file of facts: its name, its columns, where they come from; row: of the permissions."""

    slug: str
    title: Message
    columns: tuple[str, ...]
    sql: str
    row: str = "opening_balances"

    @property
    def heads(self) -> tuple[str, ...]:
        """The columns as the file names them."""
        return tuple(column.removesuffix("_cents") for column in self.columns)


def rows(register: Register, club_id: int, first: date, last: date) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a register in portions, so that memory stays flat."""
    since, until = (_bounds(club_id, day) for day in (first, last))
    values: dict[str, Any] = {"club": club_id, "first": first, "last": last}
    values |= {"since": since[0], "until": until[1]}
    if register.slug == "payouts":
        held = identified_from(club_id)
        values |= {"held_at": [at for at, _ in held], "held": [cents for _, cents in held]}
        values["kinds"] = PAID
    if register.slug == "rake-drop":
        values["of_rake"] = [*OF_RAKE]
    if register.slug == "audit":
        values |= {"blind": [*blind_acts(club_id)], "pieces": [*PIECES]}
    with connection.chunked_cursor() as cursor:
        cursor.execute(register.sql, values)
        while found := cursor.fetchmany(PORTION):
            if of_shift := OF_SHIFTS.get(register.slug):
                made = (row for (key,) in found for row in of_shift(shift(club_id, key)))
                every = register.slug != "over-short"
                yield from (row for row in made if every or first <= row[BOOKED_ON] <= last)
            else:
                yield from found


def shift_sheet(of: Shift, *, known_at: datetime | None = None) -> Iterator[tuple[Any, ...]]:
    """
    Yield each denomination as it was counted, then the whole of cash and chips in cents.

    What came in, went out and should be there is said of a closed shift: a drawer is counted blind.
    known_at: what was written down later is left out; the shift is given as it was then.
    """
    head = (of.pk, str(of.drawer), of.opened_at, of.closed_at, of.cashier.username, _signed(of))
    rows = fetch_all(DENOMINATIONS, {"shift": of.pk, "known": known_at})
    for tender, cents, opening, closing in rows:
        yield (*head, tender, cents, opening, None, None, None, closing, None, None, "")
    whole = tally(of, known_at=known_at)
    for tender in ("cash", "chips"):
        sums = getattr(whole, tender)
        said = why_over_short(of, known_at=known_at) or "the whole, in pieces of 0.01"
        if of.closed_at is None:
            yield (*head, tender, 1, sums.opening_cents, *[None] * 6, said)
            continue
        yield (
            *(*head, tender, 1, sums.opening_cents, sums.in_cents, sums.out_cents),
            *(sums.expected_cents, sums.counted_cents, sums.over_cents, sums.over_cents, said),
        )


def over_short(of: Shift, *, known_at: datetime | None = None) -> Iterator[tuple[Any, ...]]:
    """
    Yield what cash and chips of a closed shift should have been, were, and the difference.

    And what was booked, a line for each day of it: the others are of a drawer that was taken over.
    """
    whole, signed = tally(of, known_at=known_at), _signed(of)
    said = why_over_short(of, known_at=known_at)
    for number, (on, booked) in enumerate(booked_over_cents(of, known_at=known_at).items()):
        for tender, cents in booked.items():
            sums = getattr(whole, tender)
            figures = (sums.expected_cents, sums.counted_cents, sums.over_cents)
            head = (of.gaming_day, of.pk, of.cashier.username, tender)
            yield (*head, *(figures if number == 0 else [None] * 3), said, signed, cents, on)


def _bounds(club_id: int, day: date) -> tuple[datetime, datetime]:
    club = Club.objects.get(id=club_id)
    return day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)


def _signed(of: Shift) -> str | None:
    """Return who signed the count at the close beside the cashier."""
    return of.second.username if of.second else None


OF_SHIFTS = {"shift-sheet": shift_sheet, "over-short": over_short}
DENOMINATIONS = """
SELECT l.medium, l.cents, sum(l.quantity) FILTER (WHERE c.moment = 'opening'),
       sum(l.quantity) FILTER (WHERE c.moment = 'closing')
FROM cage_count c JOIN cage_countline l ON l.count_id = c.id
WHERE c.id IN (
    SELECT max(k.id) FROM cage_count k JOIN ledger_act a ON a.id = k.act_id
    WHERE k.shift_id = %(shift)s
      AND (%(known)s::timestamptz IS NULL OR a.recorded_at <= %(known)s) GROUP BY k.moment)
GROUP BY 1, 2 ORDER BY 1, 2 DESC
"""
SHIFTS = """
SELECT id FROM cage_shift
WHERE club_id = %(club)s AND gaming_day BETWEEN %(first)s AND %(last)s ORDER BY id
"""
# What may be booked in the days: a shift over the close counts on the day of its last slip.
CLOSED_SHIFTS = """
SELECT id FROM cage_shift
WHERE club_id = %(club)s AND gaming_day <= %(last)s AND (closed_at >= %(since)s OR id IN (
    SELECT shift_id FROM cage_countcorrection WHERE gaming_day BETWEEN %(first)s AND %(last)s))
ORDER BY id
"""
# What an account is called outside on a day, as a batch says it: an own account by its own number,
# one jackpot or drawer as it is mapped apart, else as all of its code are.
MAPPED = """LEFT JOIN LATERAL (
    SELECT number, name FROM bookkeeping_mapping x WHERE x.club_id = %(club)s
    AND x.code = a.code AND x.ref = {ref} AND x.from_day <= m.gaming_day
    ORDER BY from_day DESC, id DESC LIMIT 1
) {name}"""
DAY_CLOSE = f"""
SELECT v.slug, m.gaming_day, 'account', a.code, sum(m.lines)::bigint, sum(m.cents)::bigint,
       coalesce(o.code, apart.number, known.number),
       coalesce(o.name, apart.name, known.name)
FROM (
    SELECT l.gaming_day, l.account_id, count(*) AS lines, sum(l.cents) AS cents
    FROM ledger_line l JOIN ledger_account c ON c.id = l.account_id
    WHERE c.club_id = %(club)s AND l.gaming_day BETWEEN %(first)s AND %(last)s GROUP BY 1, 2
) m JOIN ledger_account a ON a.id = m.account_id JOIN house_club v ON v.id = %(club)s
LEFT JOIN journal_own_account o
     ON o.club_id = %(club)s AND a.code = 'own:' || o.kind AND a.ref = o.id
{MAPPED.format(ref="a.ref", name="apart")} ON apart.number <> ''
{MAPPED.format(ref="0", name="known")} ON true
GROUP BY 1, 2, 4, 7, 8
UNION ALL
SELECT v.slug, s.gaming_day, 'jackpot level', j.name, NULL, ({LEVEL}), NULL,
       to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM jackpot_snapshot s JOIN jackpot_jackpot j ON j.id = s.jackpot_id
JOIN house_club v ON v.id = %(club)s
JOIN ledger_close k ON k.id = s.close_id AND k.reopened_act_id IS NULL
WHERE (j.club_id = %(club)s OR EXISTS (SELECT FROM jackpot_feeder f WHERE f.jackpot_id = j.id
                                       AND f.club_id = %(club)s AND f.since <= s.at
                                       AND f.taken_back_id IS NULL))
  AND s.gaming_day BETWEEN %(first)s AND %(last)s
UNION ALL
SELECT v.slug, d.day, 'day', d.state, NULL, NULL, NULL, encode(s.seal, 'hex')
FROM ledger_day d JOIN house_club v ON v.id = d.club_id
LEFT JOIN ledger_seal s ON s.club_id = d.club_id AND s.day = d.day
WHERE d.club_id = %(club)s AND d.day BETWEEN %(first)s AND %(last)s
ORDER BY 2, 3, 4, 7
"""  # noqa: S608  (here and below only our own expressions are formatted in)
CHIPS = """
WITH moved AS (
    SELECT e.gaming_day, e.kind, -sum(l.cents) AS owed
    FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
    JOIN ledger_entry e ON e.id = l.entry_id
    WHERE a.club_id = %(club)s AND a.code IN ('chips:floor', 'chips:table')
      AND l.gaming_day <= %(last)s
    GROUP BY e.id, e.gaming_day, e.kind
), by_day AS (
    SELECT gaming_day, sum(owed) AS change,
           coalesce(sum(owed) FILTER (WHERE kind ~ '^(cage.chips_sold|cashgames.(bought_in|topped_up))'), 0) AS bought,
           coalesce(-sum(owed) FILTER (WHERE kind ~ '^(cage.chips_redeemed|cashgames.cashed_out)'), 0) AS cashed,
           coalesce(sum(owed) FILTER (WHERE kind ~ '^countroom.fill_issued'), 0) AS fills,
           coalesce(-sum(owed) FILTER (WHERE kind ~ '^countroom.credit_issued'), 0) AS credits
    FROM moved GROUP BY 1
), running AS (
    SELECT *, sum(change) OVER (ORDER BY gaming_day) AS closing FROM by_day
)
SELECT gaming_day, 'cash chips', NULL, (closing - change)::bigint, bought::bigint, cashed::bigint,
       fills::bigint, credits::bigint, (change - bought + cashed - fills + credits)::bigint,
       closing::bigint, closing::bigint
FROM running WHERE gaming_day >= %(first)s ORDER BY 1
"""  # noqa: E501
# What comes pot by pot stands in one line a day; what people decided in a line each. What a club's
# books hold is the level of a pool that no other club feeds; of others it is a part of it.
JACKPOTS = """
WITH moved AS (
    SELECT a.ref, e.gaming_day, e.kind, max(e.id) AS last, -sum(l.cents) AS cents,
           max(e.happened_at) AS at,
           CASE WHEN e.kind ~ '^(cashgames|countroom)' THEN 0 ELSE e.id END AS single
    FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
    JOIN ledger_entry e ON e.id = l.entry_id
    WHERE a.club_id = %(club)s AND a.code = 'jackpot:pool' AND l.gaming_day <= %(last)s
    GROUP BY a.ref, e.gaming_day, e.kind, 7
), running AS (
    SELECT *, sum(cents) OVER (PARTITION BY ref ORDER BY gaming_day, last) AS held FROM moved
)
SELECT r.gaming_day, j.name, r.kind, r.cents::bigint, CASE WHEN NOT EXISTS (
           SELECT FROM jackpot_feeder f WHERE f.jackpot_id = r.ref AND f.since <= r.at
           AND f.taken_back_id IS NULL
       ) THEN r.held::bigint END, w.claim_id, (
           SELECT string_agg(p.code::text, ' ' ORDER BY p.code)
           FROM jackpot_share s JOIN players_player p ON p.id = s.player_id WHERE s.award_id = w.id
       ), u.username, r.held::bigint
FROM running r JOIN jackpot_jackpot j ON j.id = r.ref
LEFT JOIN jackpot_awardreversal b ON b.entry_id = r.single
LEFT JOIN jackpot_award w ON w.entry_id = r.single OR w.id = b.award_id
LEFT JOIN jackpot_adjustment x ON x.entry_id = r.single
LEFT JOIN jackpot_poolmove m ON m.entry_id = r.single
LEFT JOIN approvals_proposal q ON q.id = coalesce(x.proposal_id, b.proposal_id, m.proposal_id)
LEFT JOIN staff_user u ON u.id = coalesce(q.decided_by_id, w.approved_by_id)
WHERE r.gaming_day >= %(first)s ORDER BY 2, 1, r.last
"""
SLIP_OF = f"""
    SELECT {NUMBERED.format("e")} AS number, pay.paid_at FROM cage_payment pay
    JOIN ledger_entry e ON e.id = pay.entry_id AND pay.reversal_id IS NULL
"""  # noqa: S608  (here and below only our own expressions are formatted in)
# What is of the whole tournament stands in its first line, that the lines add up.
ONCE = "CASE WHEN row_number() OVER prizes = 1 THEN {0} END"
TOURNAMENTS = f"""
WITH sold AS (
    SELECT n.tournament_id, count(*) FILTER (WHERE b.what = 'entry' AND k.id IS NULL) AS entries,
           count(*) FILTER (WHERE b.what = 'reentry' AND k.id IS NULL) AS reentries,
           count(*) FILTER (WHERE b.what = 'rebuy' AND k.id IS NULL) AS rebuys,
           count(*) FILTER (WHERE b.what = 'addon' AND k.id IS NULL) AS addons,
           sum(CASE b.what WHEN 'refund' THEN -b.fee_cents ELSE b.fee_cents END) AS fees,
           sum(CASE b.what WHEN 'refund' THEN -b.bounty_cents ELSE b.bounty_cents END) AS bounties
    FROM tournaments_purchase b JOIN tournaments_entry n ON n.id = b.entry_id
    LEFT JOIN tournaments_purchase k ON k.refund_of_id = b.id GROUP BY 1
)
SELECT t.id, t.name, t.gaming_day, {ONCE.format("s.entries")}, {ONCE.format("s.reentries")},
       {ONCE.format("s.rebuys")}, {ONCE.format("s.addons")}, {ONCE.format("f.gross_cents")},
       {ONCE.format("s.fees::bigint")}, {ONCE.format("f.ranking_cents")},
       {ONCE.format("s.bounties::bigint")},
       {ONCE.format("f.net_cents + topped_up.cents")}, z.place, coalesce(due.code, p.code), z.cents,
       slip.number, slip.paid_at, {ONCE.format("f.overlay_cents + topped_up.cents")}, won.cents
FROM tournaments_tournament t LEFT JOIN sold s ON s.tournament_id = t.id
LEFT JOIN tournaments_fixedpool f ON f.tournament_id = t.id
LEFT JOIN tournaments_entry n ON n.tournament_id = t.id
     AND EXISTS (SELECT FROM tournaments_prize x WHERE x.entry_id = n.id AND x.reversal_id IS NULL)
LEFT JOIN tournaments_prize z ON z.entry_id = n.id AND z.reversal_id IS NULL
LEFT JOIN players_player p ON p.id = n.player_id
LEFT JOIN cage_payable o ON o.id = z.payable_id AND z.corrected_by <> '{{}}'
LEFT JOIN players_player due ON due.id = o.player_id
LEFT JOIN tournaments_ticket won ON won.id = z.ticket_id
LEFT JOIN LATERAL ({SLIP_OF} WHERE pay.payable_id = z.payable_id) slip ON true
CROSS JOIN LATERAL (
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM (
        SELECT DISTINCT q.id, (q.content ->> 'house_adds_cents')::bigint AS cents
        FROM tournaments_prize y JOIN tournaments_entry m ON m.id = y.entry_id
        JOIN approvals_proposal q ON q.id = y.proposal_id
        WHERE m.tournament_id = t.id AND t.target_id IS NOT NULL AND y.reversal_id IS NULL
    ) added
) topped_up
WHERE t.club_id = %(club)s AND t.gaming_day BETWEEN %(first)s AND %(last)s
WINDOW prizes AS (PARTITION BY t.id ORDER BY z.place, z.id) ORDER BY t.id, z.place, z.id
"""  # noqa: S608
# Of a ranking that the club keeps, each prize whoever owes it; of others, what the club owes.
RANKINGS = f"""
SELECT c.quarter, x.rank, coalesce(due.code, p.code),
       to_char(x.points_x100 / 100.0, 'FM999999990.00'),
       to_char(c.pool_cents::numeric / nullif(c.points_total_x100, 0), 'FM999999990.0000'),
       coalesce(z.cents, x.cents), slip.number, r.name, payer.slug, home.slug
FROM ranking_closedquarter c JOIN ranking_ranking r ON r.id = c.ranking_id
JOIN ranking_place x ON x.closed_id = c.id JOIN players_player p ON p.id = x.player_id
LEFT JOIN (ranking_prize z JOIN cage_payable o ON o.id = z.payable_id AND o.reversal_id IS NULL)
    ON z.place_id = x.id
LEFT JOIN players_player due ON due.id = o.player_id
JOIN house_club home ON home.id = coalesce(due.club_id, p.club_id)
LEFT JOIN house_club payer ON payer.id = o.club_id
LEFT JOIN LATERAL ({SLIP_OF} WHERE pay.payable_id = z.payable_id) slip ON true
WHERE %(club)s IN (r.club_id, o.club_id) AND c.gaming_day BETWEEN %(first)s AND %(last)s
ORDER BY 1, r.name, r.id, x.rank, x.id, z.id
"""  # noqa: S608
SLIPS = f"""
SELECT {NUMBERED.format("e")}, e.happened_at, e.gaming_day, d.name, e.kind,
       (SELECT sum(l.c) FILTER (WHERE l.c > 0) FROM unnest(e.account_ids, e.cents) AS l (a, c)
        JOIN ledger_account k ON k.id = l.a WHERE k.code = 'cash:drawer')::bigint,
       (SELECT -sum(l.c) FILTER (WHERE l.c < 0) FROM unnest(e.account_ids, e.cents) AS l (a, c)
        JOIN ledger_account k ON k.id = l.a WHERE k.code = 'cash:drawer')::bigint,
       {NUMBERED.format("r")},
       (SELECT max(number) - 1 FROM cage_slipprint p WHERE p.entry_id = e.id)::integer
FROM ledger_entry e JOIN cage_drawer d ON d.series_id = e.series_id
LEFT JOIN ledger_entry r ON r.reverses_id = e.id
WHERE e.club_id = %(club)s AND e.gaming_day BETWEEN %(first)s AND %(last)s
ORDER BY d.name, e.number
"""  # noqa: S608
# The day of an act is that of its instant: acts are facts of people, not of books.
# What a guest was before stands in the trail alone: a file cannot be erased with the guest.
AUDIT = """
SELECT a.happened_at, coalesce(u.username, 'system'), concat_ws(', ',
           split_part(split_part(a.request_id, '@', 2), ' key ', 1),
           'API key ' || k.name, 'held by ' || h.username
       ), a.operation,
       split_part(a.operation, '.', 1), (
           SELECT value FROM jsonb_each_text(a.arguments) WHERE key LIKE '%%\\_id'
           ORDER BY key LIMIT 1
       ), p.content ->> 'instead_of', coalesce(p.content - 'instead_of',
           CASE WHEN a.id = ANY(%(blind)s) THEN a.arguments - %(pieces)s::text[]
                ELSE a.arguments END)::text,
       a.arguments ->> 'reason', split_part(a.request_id, '@', 1)
FROM ledger_act a LEFT JOIN staff_user u ON u.id = a.actor_id
LEFT JOIN staff_apitoken k ON k.id = substring(a.request_id FROM ' key ([0-9]+)')::bigint
LEFT JOIN staff_user h ON h.id = substring(a.request_id FROM ' held by ([0-9]+)$')::bigint
LEFT JOIN approvals_proposal p
    ON (p.act_id = a.id OR p.approved AND p.decision_act_id = a.id)
    AND p.content ? 'instead_of'
WHERE a.club_id = %(club)s AND a.happened_at >= %(since)s AND a.happened_at < %(until)s
ORDER BY a.id
"""


def _columns(text: str) -> tuple[str, ...]:
    return tuple(text.split())


REGISTERS = {
    each.slug: each
    for each in (
        Register(slug="day-close", title=msg("Day close, summary"), sql=DAY_CLOSE, columns=_columns(
            "venue gaming_day section item quantity amount_cents account_code note")),
        Register(slug="shift-sheet", title=msg("Shift sheets"), sql=SHIFTS,
                 columns=_columns(
            "shift_no desk opened_at closed_at cashier counter_signed_by kind denomination_cents "
            "qty_open qty_in qty_out qty_expected qty_counted diff_qty diff_amount_cents note")),
        Register(slug="over-short", title=msg("Over/short"),
                 sql=CLOSED_SHIFTS, columns=_columns(
            "gaming_day shift_no cashier kind expected_cents counted_cents difference_cents note "
            "approved_by booked_cents booked_on")),
        Register(slug="chips", title=msg("Chip liability, roll-forward"), sql=CHIPS,
                 columns=_columns(
            "gaming_day chip_set denomination_cents issued_open_cents bought_cents cashed_cents "
            "fills_cents credits_cents adjustments_cents outstanding_close_cents value_cents")),
        Register(slug="rake-drop", title=msg("Rake and drop"), sql=RAKE, columns=_columns(
            "gaming_day table_no game hour_from players_max rake_cents jackpot_drop_cents "
            "time_rake_cents counted_by witness")),
        Register(slug="jackpots", title=msg("Jackpot movements"), sql=JACKPOTS, columns=_columns(
            "date jackpot movement amount_cents level_after_cents claim_no player_ref "
            "approved_by held_after_cents")),
        Register(slug="tournaments", title=msg("Tournament results"), sql=TOURNAMENTS,
                 columns=_columns(
            "tournament_no name date entries reentries rebuys addons gross_cents house_cents "
            "ranking_cents bounty_cents pool_cents place player_ref prize_cents paid_slip "
            "paid_at overlay_cents ticket_cents")),
        Register(slug="ranking", title=msg("Ranking quarters"), sql=RANKINGS, columns=_columns(
            "quarter place player_ref points price_per_point prize_cents paid_slip ranking club "
            "player_club")),
        Register(slug="payouts", title=msg("Payouts above the threshold, with names"), sql=PAYOUTS,
                 row="see_guest_files", columns=_columns(
            "date slip_no kind amount_cents player_code name document cashier approved_by "
            "withheld_cents paid_cents paid_with reverses_slip threshold_cents")),
        Register(slug="slips", title=msg("Slip register"), sql=SLIPS, columns=_columns(
            "slip_no at_utc gaming_day desk kind amount_in_cents amount_out_cents reversed_by "
            "copies")),
        Register(slug="audit", title=msg("Audit trail"), sql=AUDIT, columns=_columns(
            "at_utc user device action object object_id before after reason request_id")),
    )
}  # fmt: skip
