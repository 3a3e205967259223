import json
import pickle

import pytest

from casino.refusals import BadInput, Refusal
from casino.words import Said, heard, in_words, joined, kept, said_by, say, say_count, verbatim

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
    monkeypatch.setattr(Said, "catalogue", Estonian())


def test_a_sentence_is_its_english_text():
    said = say("Seat {seat} is taken.", seat=3)
    assert said == "Seat 3 is taken."
    assert json.dumps({"message": said}) == '{"message": "Seat 3 is taken."}'
    assert f"{said}" == "Seat 3 is taken."


@pytest.mark.usefixtures("estonian")
def test_only_a_door_says_it_in_another_language():
    said = say("Seat {seat} is taken.", seat=3)
    assert said == str(said) == "Seat 3 is taken."
    assert said.in_words() == "Koht 3 on hõivatud."


@pytest.mark.usefixtures("estonian")
def test_a_count_takes_the_form_of_the_language():
    one, two = (say_count(*FREE, number, table="B") for number in (1, 2))
    assert (one, two) == ("1 seat at B is free.", "2 seats at B are free.")
    assert (one.in_words(), two.in_words()) == ("B: 1 vaba koht", "B: 2 vaba kohta")
    assert say_count(*FREE, 0, table="B") == "0 seats at B are free."


@pytest.mark.usefixtures("estonian")
def test_a_count_that_was_kept_takes_the_form_of_whoever_reads_it_later():
    row = {"free": say_count(*FREE, 2, table=say("must be text"))}
    read = heard(json.loads(json.dumps(kept(row))))
    assert read == row
    assert read["free"].in_words() == "peab olema tekst: 2 vaba kohta"
    assert pickle.loads(pickle.dumps(row["free"])).in_words() == read["free"].in_words()


@pytest.mark.usefixtures("estonian")
def test_a_page_writes_it_in_the_language_and_safely():
    assert say("Seat {seat} is taken.", seat="<b>").__html__() == "Koht &lt;b&gt; on hõivatud."


@pytest.mark.usefixtures("estonian")
def test_values_stay_and_what_is_said_within_is_translated():
    said = say("{place}: {allowed}.", place="must be text", allowed=say("must be text"))
    assert said.in_words() == "must be text: peab olema tekst."


@pytest.mark.usefixtures("estonian")
def test_a_name_is_the_same_in_every_language():
    assert verbatim("must be text").in_words() == "must be text"
    assert verbatim("{odd}").in_words() == "{odd}"


@pytest.mark.usefixtures("estonian")
def test_an_error_brings_its_sentence_along():
    assert said_by(ValueError(say("must be text"))).in_words() == "peab olema tekst"
    assert said_by(ValueError("invalid byte")).in_words() == "invalid byte"
    assert said_by(ValueError()).in_words() == ""


@pytest.mark.usefixtures("estonian")
def test_a_refusal_keeps_english_for_the_journal():
    refusal = Refusal(say("Seat {seat} is taken.", seat=3), next_step=say("Choose a free seat."))
    assert refusal.as_json()["message"] == "Seat 3 is taken."
    assert {in_words(part) for part in refusal.as_json().values()} == {
        "refused",
        "Koht 3 on hõivatud.",
        "Vali vaba koht.",
    }


@pytest.mark.usefixtures("estonian")
def test_what_a_worker_process_hands_back_can_still_be_said():
    said = pickle.loads(pickle.dumps(say("Seat {seat} is taken.", seat=3)))
    assert said.in_words() == "Koht 3 on hõivatud."


def test_every_refusal_has_a_sentence_of_its_class():
    assert isinstance(BadInput().message, Said)


@pytest.mark.usefixtures("estonian")
def test_what_was_kept_is_said_in_the_language_of_whoever_reads_it_later():
    rows = [[3, say("Seat {seat} is taken.", seat=3), None], {"why": joined([say("must be text")])}]
    read = heard(json.loads(json.dumps(kept(rows))))
    assert read == rows
    assert read[0][1].in_words() == "Koht 3 on hõivatud."
    assert read[1]["why"].in_words() == "peab olema tekst"


def test_a_text_kept_before_stays_as_it_was_written():
    assert heard(["Seat 3 is taken."]) == ["Seat 3 is taken."]


@pytest.mark.usefixtures("estonian")
def test_several_texts_are_said_together():
    said = joined([say("must be text"), "Mari", say("Choose a free seat.")], "; ")
    assert said == "must be text; Mari; Choose a free seat."
    assert said.in_words() == "peab olema tekst; Mari; Vali vaba koht."
    assert joined([]).in_words() == ""
