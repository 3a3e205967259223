"""What the rule books answer: an endpoint for each calculator. Nothing is booked."""

from dataclasses import asdict
from functools import partial
from typing import Any

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request

from casino.calculators.headings import Topic, topics
from casino.calculators.queries import ClubAnswer, Edition, club_answer, would_pay
from casino.calculators.registry import CALCULATORS, asks_a_book
from casino.calculators.schema import schema_of
from casino.house.because import Because
from casino.ledger.api import ActView
from casino.messages import msg
from casino.refusals import NotFound
from casino.schema import plain
from casino.web.endpoints import Elsewhere, computes, reads
from casino.web.roles import request_stamp
from casino.web.serializers import ShapedSerializer

HEADING = ("Calculators", "What the rule books answer. Nothing is booked.")


class TopicOut(serializers.Serializer[Any]):
    """A question that the rule books answer, and a small example of it."""

    name = serializers.CharField()
    group = serializers.CharField()
    title = serializers.CharField()
    question = serializers.CharField()
    example = serializers.DictField()


# What every calculator answers: beside this, its own amounts and verdicts by name.
ANSWER = {
    "x-component": "CalculatorAnswer",
    "type": "object",
    "description": "The topic's amounts and verdicts by name, why, and whose rules said so.",
    "properties": {
        "because": {"type": "array", "items": schema_of(Because)},
        "edition": {"oneOf": [schema_of(Edition), {"type": "null"}]},
        "would_pay": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Where a hand wins by the club's own rules: each jackpot's parts now.",
        },
    },
    "required": ["because", "edition"],
}


class Calculators(ActView):
    """/calculators/"""

    @reads(TopicOut(many=True))
    def get(self) -> list[Topic]:
        """List every question that the rule books answer, each with an example."""
        return list(topics().values())


def calculator(topic: Topic) -> type[ActView]:
    """Return the endpoint of one topic."""
    shape = {"shape": schema_of(CALCULATORS[topic.name].given), "__module__": __name__}
    name = topic.name.title().replace("_", "")

    def post(self: ActView, given: dict[str, Any]) -> dict[str, Any]:
        found = club_answer(request_stamp(self.request), topic.name, given)
        pays = would_pay(self.club.pk, topic.name, found)
        return _answer(found) | ({"would_pay": [one.as_json() for one in pays]} if pays else {})

    post.__doc__ = f"{topic.title}: {topic.question} Nothing is booked."
    post.__qualname__ = f"Calculator.{topic.name}"
    takes = type(f"{name}Question", (ShapedSerializer,), shape)
    about: dict[str, Any] = {"takes": takes, "example": topic.example}
    method = computes(ANSWER, **about)(post)
    method.shows = partial(_shown, topic)  # type: ignore[attr-defined]
    return type(name, (ActView,), {"__doc__": f"/calculators/{topic.name}/", "post": method})


def _answer(found: ClubAnswer) -> dict[str, Any]:
    return found.values | {"edition": found.edition and asdict(found.edition)}


def _shown(topic: Topic) -> Any:
    """Return what a topic answers to its example under the rules of one house."""
    asks = {"house": "olympic"} if asks_a_book(topic.name) else {}
    return plain(_answer(club_answer(None, topic.name, topic.example | asks)))


class NoCalculator(Elsewhere):
    """/calculators/<anything else>/"""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Say so. Raises NotFound."""
        raise NotFound(
            msg(
                "There is no calculator {topic}: /calculators/ lists them all.",
                topic=kwargs["topic"],
            )
        )


routes = [
    path("calculators/", Calculators.as_view(), name="api-calculators"),
    *[
        path(f"calculators/{name}/", calculator(one).as_view(), name=f"api-calculator-{name}")
        for name, one in topics().items()
    ],
    path("calculators/<str:topic>/", NoCalculator.as_view()),
]
