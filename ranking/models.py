"""Rankings, the points that tournaments gave, the quarters that are closed, what they paid."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField
from django.db import models
from django.db.models import F, Q

from casino.players.models import Player


class Ranking(models.Model):
    """
    A list of players that a quarter pays.

    own: the club's own, by the ranking of its rule book. A further one has editions of its own
    and counts the tournaments of one or several clubs; the club is the one that keeps it.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="rankings")
    name = models.CharField(max_length=100)
    own = models.BooleanField(default=False)
    clubs = models.ManyToManyField("house.Club", related_name="counted_in")

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "name", name="ranking_name_once"),
            models.UniqueConstraint("club", condition=Q(own=True), name="ranking_own_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Edition(models.Model):
    """The scheme of a further ranking for a span of gaming days: a book with other values."""

    ranking = models.ForeignKey(Ranking, models.PROTECT, related_name="editions")
    book = models.CharField(max_length=50)
    overrides = models.JSONField(default=dict)
    period = DateRangeField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="ranking_one_edition_a_day",
                expressions=[("ranking", "="), ("period", "&&")],
            )
        ]


class Score(models.Model):
    """
    A tournament counted in a ranking: number 1 when its prizes are awarded, more are corrections.

    quarter: the one that was open for it, like 2026Q1; places: from first place on, the ids of
    the players who share each; contributed_cents: what joined the pool of that quarter.
    """

    ranking = models.ForeignKey(Ranking, models.PROTECT, related_name="scores")
    tournament = models.ForeignKey("tournaments.Tournament", models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    quarter = models.CharField(max_length=6)
    participants = models.PositiveIntegerField()
    gross_cents = models.PositiveBigIntegerField()
    average_buy_in_cents = models.PositiveBigIntegerField()
    buy_in_factor_x10 = models.PositiveSmallIntegerField()
    participants_factor_x10 = models.PositiveSmallIntegerField()
    places = models.JSONField()
    because = models.JSONField()
    contributed_cents = models.BigIntegerField()
    proposal = models.ForeignKey("approvals.Proposal", models.PROTECT, related_name="+", null=True)
    slip = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField()
    gaming_day = models.DateField()
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        indexes = [models.Index("ranking", "quarter", name="ranking_by_quarter")]
        constraints = [
            models.UniqueConstraint("ranking", "tournament", "number", name="ranking_counted_once"),
            models.CheckConstraint(
                name="ranking_correction_by_two",
                condition=Q(number=1) | Q(proposal__isnull=False),
            ),
        ]


class Points(models.Model):
    """
    What a score gave a player, in hundredths of a point.

    place_factor: the sum over the places that `shared` players use up; 0 for who lost the place
    that a correction took; before_x100: what the tournament had given until then.
    """

    score = models.ForeignKey(Score, models.PROTECT, related_name="points")
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+")
    place = models.PositiveSmallIntegerField(null=True)
    shared = models.PositiveSmallIntegerField(default=1)
    place_factor = models.PositiveIntegerField()
    before_x100 = models.PositiveIntegerField(default=0)
    after_x100 = models.PositiveIntegerField()

    class Meta:
        ordering = ["place", "player"]
        constraints = [
            models.UniqueConstraint("score", "player", name="ranking_points_once"),
            models.CheckConstraint(
                name="ranking_points_change", condition=~Q(before_x100=F("after_x100"))
            ),
        ]

    @property
    def change_x100(self) -> int:
        """What the standing of the score's quarter changes by."""
        return self.after_x100 - self.before_x100


class ClosedQuarter(models.Model):
    """
    A quarter that nothing changes any more: its pool, its standing, what goes on (AMB-93).

    cards: for whom a card counted then, by the card's id, where it was another one.
    """

    ranking = models.ForeignKey(Ranking, models.PROTECT, related_name="closed")
    quarter = models.CharField(max_length=6)
    carried_in_cents = models.PositiveBigIntegerField()
    contributed_cents = models.PositiveBigIntegerField()
    pool_cents = models.PositiveBigIntegerField()
    carried_over_cents = models.PositiveBigIntegerField()
    points_total_x100 = models.PositiveBigIntegerField()
    cards = models.JSONField(default=dict)
    because = models.JSONField()
    closed_at = models.DateTimeField()
    gaming_day = models.DateField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("ranking", "quarter", name="ranking_closed_once"),
            models.CheckConstraint(
                name="ranking_pool_whole",
                condition=Q(pool_cents=F("carried_in_cents") + F("contributed_cents")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ranking} {self.quarter}"

    @property
    def payout(self) -> "Payout | None":
        """How its prizes were awarded, None while they are not, or were taken back."""
        return next((each for each in self.payouts.all() if each.taken_back_id is None), None)


class RankingPlace(models.Model):
    """A line of a closed standing; equal points, equal rank."""

    closed = models.ForeignKey(ClosedQuarter, models.PROTECT, related_name="places")
    rank = models.PositiveIntegerField()
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+")
    points_x100 = models.BigIntegerField()
    tournaments = models.PositiveIntegerField()
    cents = models.PositiveBigIntegerField()

    class Meta:
        db_table = "ranking_place"
        ordering = ["rank", "player"]
        constraints = [
            models.UniqueConstraint("closed", "player", name="ranking_place_once"),
        ]


class Payout(models.Model):
    """
    The prizes of a closed quarter, computed by one person and approved by another.

    taken_back: what two people signed who awarded them by mistake.
    """

    closed = models.ForeignKey(ClosedQuarter, models.PROTECT, related_name="payouts")
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    approved_at = models.DateTimeField()
    gaming_day = models.DateField()
    taken_back = models.OneToOneField(
        "approvals.Proposal", models.PROTECT, related_name="+", null=True
    )
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "closed", condition=Q(taken_back=None), name="ranking_awarded_once"
            ),
        ]


class Prize(models.Model):
    """
    What a club owes to a place; in a ranking of several clubs a place may be paid by two.

    Owed anew by another row where its guest was corrected: of one whose payment was taken back
    nothing stands any more.
    """

    place = models.ForeignKey(RankingPlace, models.PROTECT, related_name="prizes")
    cents = models.PositiveBigIntegerField()
    payable = models.OneToOneField("cage.Payable", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField()

    @property
    def player(self) -> Player:
        """Whose payment it is: another guest than stands at the place may have won it."""
        return self.payable.player or self.place.player


class SamePerson(models.Model):
    """
    Two guests' cards that belong to one person: the points of `player` count for `person`.

    parted: what two people signed who found that they belong to two.
    """

    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+")
    person = models.ForeignKey("players.Player", models.PROTECT, related_name="+")
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    parted = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "player", condition=Q(parted=None), name="ranking_counts_for_one"
            ),
            models.CheckConstraint(name="ranking_two_cards", condition=~Q(player=F("person"))),
        ]
