"""Weeks of a club in which nearly everything happens once, for tests that look at all reports."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from django.db import transaction

from cashgames.models import Hand, Session
from cashgames.services.cash_outs import cash_out
from cashgames.services.corrections import take_back_hand
from cashgames.services.hands import rake_hand
from cashgames.services.over_short import book_over_short
from cashgames.services.tables import close_session, rename_table
from cashgames.services.time_rake import (
    collect_time_rake,
    find_due_time_rake,
    plan_time_rake,
    waive_share,
)
from casino.approvals.services import approve, refuse
from casino.bank.services.accounts import add_account as add_bank
from casino.bank.services.importing import import_statement
from casino.cage.models import Payable, Shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import rename_drawer, sell_chips
from casino.cage.services.payables import identify, pay_out
from casino.cage.services.vault_count import count_vault
from casino.closing.services.days import close_day, close_due_days, seal_day
from casino.closing.services.late import book_late_entry
from casino.countroom.services import boxes as countroom
from casino.countroom.services.dealers import change_dealer
from casino.house.stamp import Stamp
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import DocumentLine, book_document
from casino.journal.services.files import attach_file
from casino.journal.services.templates import save_template
from casino.ledger import services
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import entry
from casino.players.services.guests import change_player
from casino.staff.models import Role
from demo import bank_statement as paper
from ranking.services.closing import close_due_quarters
from ranking.services.counting import count_due
from tests.approving import ask
from tests.counting import close_by_two, reverse_by_two
from tests.owing import owe_prize
from tests.tournaments import a_tournament, decided, enter, signed
from tests.world import EVENING, FLOAT, RACK, World, a_key, of_the_desk
from tournaments.services.pool import fix_pool
from tournaments.services.pool_back import reopen_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.refunds import cancel_tournament, refund_entry
from tournaments.services.taking_back import take_back_awards

QUARTER_ENDS = datetime(2026, 4, 1, 4, tzinfo=UTC)
LAST = date(2026, 4, 2)
FLOOR = {"role": Role.SUPERVISOR}
DIRECTOR = {"role": Role.DIRECTOR}
BOOKS = {"role": Role.ACCOUNTANT}


class Story:
    """Weeks of a club, step by step; a step changes what an earlier one wrote down."""

    def __init__(self, world: World) -> None:
        self.world = world
        of_the_desk(world.club, count_second_over_cents=10**9, count_manager_over_cents=10**9)

    def __iter__(self) -> Iterator[str]:
        for steps in (
            (self.opens, self.plays),
            (self.counts, self.names_and_pays),
            (self.takes_back, self.ends_tournaments),
            (self.closes,),
            (self.seals, self.comes_late),
            (self.closes_the_quarter,),
        ):
            for step in steps:
                step()
            yield step.__name__

    def opens(self) -> None:
        """A drawer, two tables, a box, a payment that waits for a name."""
        self.world.jackpot()
        self.shift: Shift = self.world.open_shift()
        self.table, self.paying = self.world.session("Table 2"), self.world.session("Table 10")
        self.boxed = self.world.session("Table 12", by_box=True)
        for session, guests in ((self.table, 6), (self.paying, 2), (self.boxed, 6)):
            self.world.seat(session, *(f"{session.table} guest {n}" for n in range(guests)))
        self.ann = self.world.player("Ann Lepp")
        self.prize: Payable = owe_prize(self.world.stamp("20:40"), cents=4_000)

    def plays(self) -> None:
        """Hands, a share of time rake, tickets; a dealer is noted only later."""
        self.rakes("21:15", "1")
        self.counts_the_vault(self.world.stamp("20:59", **FLOOR))
        plan = self.world.stamp("21:00", role=Role.MANAGER)
        plan_time_rake(plan, session_id=self.paying.pk, table_cents=10_000)
        find_due_time_rake(self.world.at("21:01"))
        self.friday, self.sunday = (
            a_tournament(self.world, name, ranking=True, guarantee_cents=50_000)
            for name in ("Friday", "Sunday")
        )
        where = {"shift_id": self.shift.pk}
        self.players = enter(self.world, self.friday, "Bea", "Cat", "Dan", "Eve", **where)
        enter(self.world, self.sunday, "Fay", "Gus", **where)
        sale = sell_chips(self.world.stamp("21:20"), **where, cents=12_300)
        self.sale = sale.entry_id
        sell_chips(self.world.stamp("21:21"), **where, cents=700, player_id=self.ann.pk)

    def counts(self) -> None:
        """A dealer of an hour ago, what time rake brought, a box that one person has counted."""
        change_dealer(self.world.stamp("21:10", **FLOOR), session_id=self.table.pk, dealer="Tiina")
        shares = self.paying.periods.get().shares.all()
        waive_share(self.world.stamp("21:30", **FLOOR), share_id=shares[0].pk, reason="Left")
        collect_time_rake(
            self.world.stamp("21:31", **FLOOR),
            period_id=self.paying.periods.get().pk,
            paid_with="chips",
        )
        self.box = countroom.take_box(
            self.world.stamp("21:40", **FLOOR), session_id=self.boxed.pk, fee="rake", number="7"
        )
        self.counts_box(Role.CASHIER)

    def names_and_pays(self) -> None:
        """The payment gets its guest, the guest another name; the slip pays."""
        who = {"payable_id": self.prize.pk}
        identify(self.world.stamp("21:50", **FLOOR), **who, player_id=self.ann.pk)
        change_player(self.world.stamp("21:51"), player_id=self.ann.pk, name="Anne Lepp")
        refuse(
            self.world.stamp("21:53", role=Role.MANAGER),
            proposal_id=ask(self.world.stamp("21:52"), cents=500).pk,
            remark="Not tonight",
        )
        paid = {"shift_id": self.shift.pk, "paid_with": "cash"}
        self.paid = pay_out(self.world.stamp("21:54"), **who, **paid).entry_id

    def takes_back(self) -> None:
        """Sale, payment, hand, ticket are taken back; table and drawer get their right names."""
        named = {"table_id": self.paying.table_id, "name": "Table 11"}
        rename_table(self.world.stamp("23:00", **FLOOR), **named)
        desk = {"drawer_id": self.shift.drawer_id, "name": "Desk 11"}
        rename_drawer(self.world.stamp("23:01", role=Role.MANAGER), **desk)
        for clock, slip in (("21:56", self.sale), ("21:57", self.paid)):
            what = {"shift_id": self.shift.pk, "entry_id": slip, "reason": "Other guest"}
            reverse_by_two(self.world, self.world.stamp(clock), **what)
        twin = self.rakes("21:58", "1 again").pk
        take_back_hand(self.world.stamp("21:59", **FLOOR), hand_id=twin, reason="Typed twice")
        back = refund_entry.ask(
            self.world.stamp("20:50", **DIRECTOR),
            entry_id=self.players.pop().pk,
            cause="withdrawal",
            reason="Ill",
            valid_reason=True,
        )
        signed(self.world, back, clock="20:51")
        off = cancel_tournament.ask(
            self.world.stamp("20:52", **DIRECTOR), tournament_id=self.sunday.pk, reason="Too few"
        )
        signed(self.world, off, clock="20:53")

    def ends_tournaments(self) -> None:
        """A tournament is played to its prizes, and one of them is paid."""
        self.rakes("22:15", "2")
        decided(self.world, self.friday, self.players)
        won = Payable.objects.exclude(pk=self.prize.pk).earliest("id")
        pay_out(
            self.world.stamp("23:10"), payable_id=won.pk, shift_id=self.shift.pk, paid_with="cash"
        )
        self.late = a_tournament(self.world, "Late", ranking=True)
        night = enter(self.world, self.late, "Hal", "Ida", shift_id=self.shift.pk)
        decided(self.world, self.late, night)

    def swaps_places(self) -> None:
        """The prizes of another tournament are taken back, its pool too, and awarded anew."""
        which, at = {"tournament_id": self.late.pk}, self.world.stamp
        back = take_back_awards.ask(at("23:20", **DIRECTOR), **which, reason="Swapped")
        signed(self.world, back, clock="23:21")
        open_pool = reopen_pool.ask(at("23:21", **DIRECTOR), **which, reason="Too early")
        signed(self.world, open_pool, clock="23:21")
        signed(self.world, fix_pool.ask(at("23:21", **DIRECTOR), **which), clock="23:21")
        anew = award_prizes.ask(at("23:22", **DIRECTOR), **which)
        signed(self.world, anew, clock="23:23")

    def closes(self) -> None:
        """The tables close, one short; the drawer is counted, is short, and closes."""
        self.swaps_places()
        for session, left in ((self.table, 0), (self.paying, 400), (self.boxed, 1_000)):
            self.ends(session, left)
        self.counts_box(Role.SUPERVISOR)
        countroom.settle_table(
            self.world.stamp("03:30", **FLOOR), session_id=self.boxed.pk, reason="Boxes later"
        )
        less = FLOAT | {10_000: FLOAT[10_000] - 1}
        submit_count(self.world.stamp("04:00"), shift_id=self.shift.pk, cash=less, chips=RACK)
        close_by_two(
            self.world,
            self.world.stamp("04:01"),
            shift_id=self.shift.pk,
            reason="A note is missing",
        )

    def seals(self) -> None:
        """The day closes and is sealed."""
        morning = EVENING + timedelta(1)
        close_day(self.world.club, EVENING, now=self.world.at("07:00", day=morning))
        seal_day(self.world.stamp("12:00", day=morning, **BOOKS), day=EVENING)

    def comes_late(self) -> None:
        """Weeks later a paper comes that concerns the evening; a sale is taken back."""
        day = EVENING + timedelta(9)
        self.counts_the_vault(self.world.stamp("09:00", day=day, **FLOOR))
        winner = self.players[0].player_id
        change_player(self.world.stamp("10:00", day=day), player_id=winner, name="Beate")
        self.world.fund(day=day)
        add_account(
            self.world.stamp("10:30", day=day, **BOOKS),
            code="6120",
            name="Bank fees",
            kind="expense",
        )
        booked = book_document(
            self.world.stamp("10:35", day=day, **BOOKS),
            dated=day,
            reason="Fees",
            lines=[
                DocumentLine(account="6120", debit_cents=450, tax_code="0%", cost_center="BANK"),
                DocumentLine(account="expense:rounding", credit_cents=450),
            ],
        )
        attach_file(
            self.world.stamp("10:40", day=day, **BOOKS),
            document_id=booked.pk,
            name="fees.pdf",
            content=b"%PDF-1.7",
        )
        save_template(
            self.world.stamp("10:42", day=day, **BOOKS),
            document_id=booked.pk,
            name="Fees",
            rhythm="month",
            due_on=day,
        )
        self.imports(day)
        late = book_late_entry.ask(
            self.world.stamp("11:00", day=day, **BOOKS),
            concerns=EVENING,
            debit_code="expense:rounding",
            credit_code="cash:vault",
            cents=1_250,
            document="BANK-17",
            reason="Fees",
        )
        signed_at = self.world.stamp("11:30", day=day, role=Role.MANAGER)
        approve(signed_at, proposal_id=late.pk, digest=late.digest)
        stamp = self.world.stamp("12:00", day=day)
        wrong = self.world.sell(3_300, "11:45", day=day)
        found = entry(self.world.club.pk, wrong.entry_id)
        assert found
        back = reversal(found.draft, entry_id=wrong.entry_id, memo="wrong")
        with transaction.atomic():
            services.post_entry(services.act(stamp, "test.back").on(stamp), back)

    def closes_the_quarter(self) -> None:
        """The quarter of the ranking closes."""
        close_due_days(QUARTER_ENDS)
        count_due(QUARTER_ENDS)
        assert close_due_quarters(QUARTER_ENDS)

    def rakes(self, clock: str, name: str) -> Hand:
        return rake_hand(
            self.world.stamp(clock, **FLOOR),
            session_id=self.table.pk,
            name=name,
            pots_cents=[10_000],
            players_dealt=6,
            board_cards_dealt=5,
        )

    def imports(self, day: date) -> None:
        """The bank's first statement: a fee that nobody booked."""
        at = self.world.stamp("10:45", day=day, **BOOKS)
        account = add_bank(at, name="SEB", iban="EE382200221020145685")
        fee = paper.Move(day=day, cents=-450, text="Fees", code="CHRG")
        found = paper.Paper(
            iban=account.iban, currency="EUR", first=day, last=day, opening=0, moves=(fee,)
        )
        import_statement(
            self.world.stamp("10:50", day=day, **BOOKS),
            data=paper.camt(found).encode(),
            bankaccount_id=account.pk,
            name=found.name,
        )

    def counts_box(self, role: str) -> None:
        count = {"box_id": self.box.pk, "chips": {500: 2}}
        countroom.count_box(self.world.stamp("21:45", role=role), **count)

    def counts_the_vault(self, stamp: Stamp) -> None:
        asked = count_vault.ask(stamp, cash={10_000: 3}, reason="Much was lent")
        manager = replace(stamp, actor_id=self.world.staff[Role.MANAGER].pk, key=a_key())
        approve(manager, proposal_id=asked.pk, digest=asked.digest)

    def ends(self, session: Session, left: int) -> None:
        """The first guest leaves with all chips of the table but for what lies in boxes."""
        held = -self.world.balance("chips:table", session.pk) - left
        for seat, cents in zip(session.seats.order_by("number"), (held, *[0] * 9), strict=False):
            who = {"player_id": seat.player_id, "paid_with": "chips"}
            stamp = self.world.stamp("03:00", **FLOOR)
            cash_out(stamp, session_id=session.pk, cents=cents, **who)
        if left and not session.by_box:
            short = {"counted_cents": 0, "reason": "A guest left with chips"}
            book_over_short(self.world.stamp("03:05", **FLOOR), session_id=session.pk, **short)
        close_session(self.world.stamp("03:10", **FLOOR), session_id=session.pk)
