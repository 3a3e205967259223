"""Points of a ranking tournament: place factor times buy-in factor times participants factor."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Ranking, TournamentKind
from casino.messages import msg
from casino.refusals import BadInput, Refusal
from tournaments.rules.prize_pool import NotARankingTournament, ranking_rule

EURO_CENTS = 100


class NoParticipants(Refusal):
    """An average needs somebody who paid."""

    code = "no_participants"
    message = msg("A tournament without participants gives no points.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Points:
    """Points in hundredths by player, for who has any; factors in tenths."""

    average_buy_in_cents: int
    buy_in_factor_x10: int
    participants_factor_x10: int
    points_x100: dict[str, int]
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    """Players who share a place; factor: the sum of the place factors that they use up."""

    place: int
    factor: int
    players: tuple[str, ...]


def ranking_points(
    book: RuleBook,
    *,
    ranking: bool,
    kind: TournamentKind,
    participants: int,
    gross_prize_pool_cents: int,
    places: Sequence[Sequence[str]],
) -> Points:
    """
    Return the points of a tournament.

    places: from first place on, the players who share each. Raises NotARankingTournament,
    NoParticipants, and BadInput for a player with two places.

    Source: OLY-5.1, OLY-5.2, OLY-5.4, OLY-5.7, AMB-90 to AMB-92, AMB-98, AMB-99.
    """
    if not ranking:
        raise NotARankingTournament(field="ranking")
    rule = ranking_rule(book, kind)
    if not participants:
        raise NoParticipants(field="participants")
    _check_places(places)
    average = gross_prize_pool_cents // participants
    buy_in_x10 = buy_in_factor_x10(rule, average)
    participants_x10 = participants_factor_x10(rule, participants)
    points = {
        player: points
        for each in placed(rule, places)
        if (points := each.factor * buy_in_x10 * participants_x10 // len(each.players))
        for player in each.players
    }
    facts = {"average_buy_in_cents": average, "participants": participants}
    why = book.why(
        "ranking.place_factors",
        points,
        buy_in_factor_x10=buy_in_x10,
        participants_factor_x10=participants_x10,
        **facts,
    )
    ties = [list(group) for group in places if len(group) > 1]
    shared = [book.why("AMB-98", {name: points.get(name, 0) for name in tie}) for tie in ties]
    return Points(
        average_buy_in_cents=average,
        buy_in_factor_x10=buy_in_x10,
        participants_factor_x10=participants_x10,
        points_x100=points,
        because=(why, *shared),
    )


def buy_in_factor_x10(rule: Ranking, average_cents: int) -> int:
    """
    Return the factor of an average buy-in, which is cut to whole euros.

    Source: OLY-5.7, AMB-90, AMB-91.
    """
    euros = average_cents // EURO_CENTS
    return [one.x10 for one in rule.buy_in_factors if one.from_euros <= euros][-1]


def participants_factor_x10(rule: Ranking, participants: int) -> int:
    """
    Return the factor of a number of persons who took part.

    Source: OLY-5.7, AMB-92.
    """
    fitting = [one for one in rule.participants_factors if one.from_participants <= participants]
    return fitting[-1].x10


def placed(rule: Ranking, places: Sequence[Sequence[str]]) -> Iterator[Placed]:
    """
    Yield each group with its first place and the factors of the places that it uses up.

    Source: OLY-5.4, AMB-98.
    """
    first = 0
    for group in places:
        factor = sum(rule.place_factors[first : first + len(group)])
        yield Placed(place=first + 1, factor=factor, players=tuple(group))
        first += len(group)


def _check_places(places: Sequence[Sequence[str]]) -> None:
    named: set[str] = set()
    for i, group in enumerate(places):
        if not group:
            raise BadInput(
                msg("places[{i}]: enter at least one player.", i=i), field=f"places[{i}]"
            )
        for player in group:
            if player in named:
                raise BadInput(
                    msg("places[{i}]: {player} has two places.", i=i, player=player),
                    field=f"places[{i}]",
                )
            named.add(player)
