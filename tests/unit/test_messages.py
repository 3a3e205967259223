import json
import pickle

import pytest

from casino.messages import (
    Message,
    dump,
    first_of,
    join,
    load,
    localized,
    message_of,
    msg,
    msg_count,
    verbatim,
)
from casino.refusals import BadInput, Refusal

IN_ESTONIAN = {
    "Seat {seat} is taken.": "Koht {seat} on hõivatud.",
    "{place}: {allowed}.": "{place}: {allowed}.",
    "must be text": "peab olema tekst",
    "Choose a free seat.": "Vali vaba koht.",
}
FREE = ("{number} seat at {table} is free.", "{number} seats at {table} are free.")
FORMS = {FREE: ("{table}: {number} vaba koht", "{table}: {number} vaba kohta")}


class Estonian:
    def gettext(self, text: str) -> str:
        return IN_ESTONIAN.get(text, text)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return FORMS[singular, plural][number != 1]


@pytest.fixture
def estonian(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Message, "catalogue", Estonian())


def test_a_sentence_is_its_english_text():
    said = msg("Seat {seat} is taken.", seat=3)
    assert said == "Seat 3 is taken."
    assert json.dumps({"message": said}) == '{"message": "Seat 3 is taken."}'
    assert f"{said}" == "Seat 3 is taken."


@pytest.mark.usefixtures("estonian")
def test_only_a_door_says_it_in_another_language():
    said = msg("Seat {seat} is taken.", seat=3)
    assert said == str(said) == "Seat 3 is taken."
    assert said.localized() == "Koht 3 on hõivatud."


@pytest.mark.usefixtures("estonian")
def test_a_count_takes_the_form_of_the_language():
    one, two = (msg_count(*FREE, number, table="B") for number in (1, 2))
    assert (one, two) == ("1 seat at B is free.", "2 seats at B are free.")
    assert (one.localized(), two.localized()) == ("B: 1 vaba koht", "B: 2 vaba kohta")
    assert msg_count(*FREE, 0, table="B") == "0 seats at B are free."


@pytest.mark.usefixtures("estonian")
def test_a_count_that_was_kept_takes_the_form_of_whoever_reads_it_later():
    row = {"free": msg_count(*FREE, 2, table=msg("must be text"))}
    read = load(json.loads(json.dumps(dump(row))))
    assert read == row
    assert read["free"].localized() == "peab olema tekst: 2 vaba kohta"
    assert pickle.loads(pickle.dumps(row["free"])).localized() == read["free"].localized()


@pytest.mark.usefixtures("estonian")
def test_a_page_writes_it_in_the_language_and_safely():
    assert msg("Seat {seat} is taken.", seat="<b>").__html__() == "Koht &lt;b&gt; on hõivatud."


@pytest.mark.usefixtures("estonian")
def test_values_stay_and_what_is_said_within_is_translated():
    said = msg("{place}: {allowed}.", place="must be text", allowed=msg("must be text"))
    assert said.localized() == "must be text: peab olema tekst."


@pytest.mark.usefixtures("estonian")
def test_a_name_is_the_same_in_every_language():
    assert verbatim("must be text").localized() == "must be text"
    assert verbatim("{odd}").localized() == "{odd}"


@pytest.mark.usefixtures("estonian")
def test_an_error_brings_its_sentence_along():
    assert message_of(ValueError(msg("must be text"))).localized() == "peab olema tekst"
    assert message_of(ValueError("invalid byte")).localized() == "invalid byte"
    assert message_of(ValueError()).localized() == ""


@pytest.mark.usefixtures("estonian")
def test_a_refusal_keeps_english_for_the_journal():
    refusal = Refusal(msg("Seat {seat} is taken.", seat=3), next_step=msg("Choose a free seat."))
    assert refusal.as_json()["message"] == "Seat 3 is taken."
    assert {localized(part) for part in refusal.as_json().values()} == {
        "refused",
        "Koht 3 on hõivatud.",
        "Vali vaba koht.",
    }


@pytest.mark.usefixtures("estonian")
def test_what_a_worker_process_hands_back_can_still_be_said():
    said = pickle.loads(pickle.dumps(msg("Seat {seat} is taken.", seat=3)))
    assert said.localized() == "Koht 3 on hõivatud."


def test_every_refusal_has_a_sentence_of_its_class():
    assert isinstance(BadInput().message, Message)


@pytest.mark.usefixtures("estonian")
def test_what_was_kept_is_said_in_the_language_of_whoever_reads_it_later():
    rows = [[3, msg("Seat {seat} is taken.", seat=3), None], {"why": join([msg("must be text")])}]
    read = load(json.loads(json.dumps(dump(rows))))
    assert read == rows
    assert read[0][1].localized() == "Koht 3 on hõivatud."
    assert read[1]["why"].localized() == "peab olema tekst"


def test_a_text_kept_before_stays_as_it_was_written():
    assert load(["Seat 3 is taken."]) == ["Seat 3 is taken."]


@pytest.mark.usefixtures("estonian")
def test_several_texts_are_said_together():
    said = join([msg("must be text"), "Mari", msg("Choose a free seat.")], "; ")
    assert said == "must be text; Mari; Choose a free seat."
    assert said.localized() == "peab olema tekst; Mari; Vali vaba koht."
    assert join([]).localized() == ""


@pytest.mark.parametrize(
    ("number", "said"), [(2, "5, 6 and 1 more"), (3, "5, 6, 7"), (4, "5, 6, 7")]
)
def test_a_long_list_is_cut_and_says_how_many_more_there_are(number: int, said: str) -> None:
    assert first_of(["5", "6", "7"], number) == said
