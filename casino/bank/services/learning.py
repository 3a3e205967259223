"""What lines with a text are, learned from one of them until it is retired."""

from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.bank.models import MatchingRule, StatementLine
from casino.bank.rules.matching import MIN_RULE_LENGTH, Share, plain
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, NotFound


@act("bank.retire_rule")
def retire_rule(stamp: Stamp, *, matchingrule_id: Id) -> MatchingRule:
    """Let a rule propose nothing any more. Raises NotFound."""
    found = MatchingRule.objects.select_for_update(no_key=True).filter(
        club_id=stamp.club_id, id=matchingrule_id, retired_act_id=None
    )
    if (rule := found.first()) is None:
        raise NotFound(field="matchingrule_id")
    rule.retired_act_id = stamp.act_id
    rule.save(update_fields=["retired_act_id"])
    return rule


def check_rule(line: StatementLine, share: Share | None, text: str) -> None:
    """Raise BadInput where lines like this one are not learned by a text. share: all it is of."""
    if share is None:
        raise BadInput(msg("Only a line of one account can be remembered."), field="remember")
    if len(plain(text)) < MIN_RULE_LENGTH:
        raise BadInput(msg("Write at least three letters."), field="remember")
    if plain(text) not in plain(f"{line.counterparty} {line.iban} {line.text}"):
        raise BadInput(msg("This line does not have that text."), field="remember")


def keep_rule(stamp: Stamp, line: StatementLine, share: Share, text: str) -> None:
    """Keep a rule in place of the one of the same text, as a step of an act."""
    is_in = line.cents > 0
    same = MatchingRule.objects.filter(
        club_id=stamp.club_id, text=plain(text), is_in=is_in, retired_act_id=None
    )
    same.update(retired_act_id=stamp.act_id)
    MatchingRule.objects.create(
        club_id=stamp.club_id,
        text=plain(text),
        is_in=is_in,
        code=share.code,
        ref=share.ref,
        act_id=stamp.act_id,
    )
