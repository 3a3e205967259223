"""The club's guests."""

from django.db import models
from django.db.models.functions import Lower


class Player(models.Model):
    """A guest, known by a code of the club; the name in any script, stored in NFC."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="players")
    code = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    birth_date = models.DateField(null=True, blank=True)
    document = models.CharField(max_length=50, blank=True)
    notes = models.CharField(max_length=500, blank=True)
    barred_until = models.DateField(null=True, blank=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "code", name="players_code_once"),
        ]
        indexes = [models.Index("club", Lower("name"), name="players_by_name")]

    def __str__(self) -> str:
        return self.name
