"""A supervisor at the floor's screen asks what a hand would pay: by mouse, by keys, on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.claiming import fed
from tests.pages.people import Person
from tests.world import a_club

HANDS = {
    "texas_holdem": ("AsAdJc9h9d", ["AhJd", "9c9s"]),
    "omaha": ("8h9h8c9c2d", ["8s8dKsQs", "9s9dAhAc"]),
    "seven_card_stud": ("", ["QsQhQdQcKs2d3c", "AsAhAdAcKd4d5c"]),
    "soko": ("", ["2h3h4h5h6h", "9s10sJsQsKs"]),
}


@pytest.fixture
def tiina(live_site: str, page: Page) -> Person:
    person = Person(page, a_club(), Role.SUPERVISOR)
    person.sign_in()
    return person


def ask(person: Person, topic: str, **fields: str) -> None:
    """Open a topic and fill fields by their names."""
    person.page.goto(f"/tallinn/calculators/{topic}/")
    for name, text in fields.items():
        fill(person, name.replace("__", "."), text)


def fill(person: Person, name: str, text: str) -> None:
    field = person.page.locator(f"[name='{name}']")
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(text)
        expect(person.page.locator(".htmx-request")).to_have_count(0)
    else:
        field.fill(text)


def compute(person: Person) -> None:
    person.page.get_by_role("button", name=re.compile("^Compute")).last.click()
    expect(person.page.locator("#answer, .note.bad").first).to_be_visible()


def verdict(person: Person) -> str:
    return " ".join(person.page.locator(".verdict").all_inner_texts())


@pytest.mark.parametrize("game", list(HANDS))
def test_does_this_hand_win_the_bad_beat(tiina: Person, game: str):
    fed(tiina.world)
    board, hands = HANDS[game]
    ask(tiina, "jackpot_qualification", game=game)
    if board:
        fill(tiina, "board", board)
    else:
        expect(tiina.page.locator("[name=board]")).to_have_count(0)
        fill(tiina, "open_cards_dealt", "4")
    for number, cards in enumerate(hands):
        fill(tiina, f"hands.{number}.seat", str(number + 3))
        fill(tiina, f"hands.{number}.cards", cards)
    fill(tiina, "players_dealt_in", "7")
    compute(tiina)
    assert verdict(tiina) == "Bad Beat: seat 3 loses, seat 4 wins."
    pays = tiina.page.locator("#answer table", has_text="It would pay, from the Bad beat")
    expect(pays.locator("tr", has_text="The losing hand")).to_contain_text("3\u00a0000,00\u00a0€")
    expect(pays.locator("tr", has_text="The winning hand")).to_contain_text("1\u00a0500,00\u00a0€")
    expect(pays.locator("tr", has_text="The seats")).to_contain_text("1\u00a0500,00\u00a0€")
    expect(tiina.page.locator("#why")).to_contain_text(re.compile(r"OLY-4\.7"))
    assert tiina.errors == []


def test_what_does_it_pay(tiina: Person):
    ask(tiina, "bad_beat_payout", base_cents="10 000", losing_seats="3", winning_seats="4")
    fill(tiina, "seats", "1-7")
    compute(tiina)
    assert verdict(tiina) == "The Bad Beat pays 6\u00a0000,00\u00a0€."
    expect(tiina.page.locator("#answer tr", has_text="Losing")).to_contain_text("3\u00a0000,00")
    tiina.sees("By Olympic Poker Club, Estonia")

    ask(tiina, "royal_flush_payout", base_cents="1800", holders="4")
    compute(tiina)
    assert verdict(tiina) == "The Royal Flush pays 360,00\u00a0€."


def test_what_is_this_hand(tiina: Person):
    ask(tiina, "hand_rank", game="soko")
    fill(tiina, "cards", "2h3h4h5h9c")
    compute(tiina)
    assert verdict(tiina).startswith("Four-card flush")


def test_cards_are_picked_with_the_mouse(tiina: Person):
    page = tiina.page
    ask(tiina, "hand_rank")
    own, board = page.get_by_role("button", name="Pick from the deck").all()
    own.click()
    page.get_by_role("button", name="A of hearts").click()
    page.get_by_role("button", name="K of hearts").click()
    expect(page.locator(".deck")).to_have_count(0)  # two is all that hold'em deals
    expect(page.locator("[name=cards]")).to_have_value("AhKh")

    board.click()
    taken = page.get_by_role("button", name="A of hearts")
    expect(taken).to_have_attribute("aria-disabled", "true")
    taken.click(force=True)
    for card in ("Q of hearts", "J of hearts", "10 of hearts", "2 of clubs", "2 of clubs"):
        page.get_by_role("button", name=card, exact=True).click()
    expect(page.locator("[name=board]")).to_have_value("QhJhTh")
    expect(page.locator(".faces").last).to_have_text("Q♥J♥10♥")
    compute(tiina)
    assert verdict(tiina) == "Royal flush"
    assert tiina.errors == []


def test_the_deck_speaks_the_readers_language(tiina: Person):
    tiina.world.staff[tiina.role].language = "et"
    tiina.world.staff[tiina.role].save()
    tiina.page.goto("/tallinn/calculators/hand_rank/")
    tiina.page.locator("[data-deck]").first.click()
    names = tiina.page.locator(".deck button").evaluate_all(
        "all => all.map((one) => one.ariaLabel)"
    )
    assert (len(names), len(set(names))) == (52, 52)
    assert (names[0], names[17], names[-1]) == ("pada A", "\u00e4rtu 10", "risti 2")


def test_cards_are_picked_with_keys_alone(tiina: Person):
    page = tiina.page
    ask(tiina, "hand_rank")
    page.locator("[name=cards]").focus()
    page.keyboard.press("ArrowDown")  # the deck opens on the ace of spades
    page.keyboard.press("Space")
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    tiina.at("[name=cards]")
    expect(page.locator("[name=cards]")).to_have_value("AsKh")
    page.locator("[name=board]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    tiina.at("[name=board]")
    tiina.type("kskdkc", "Enter")
    expect(page.locator("#answer")).to_be_visible()
    assert verdict(tiina) == "Four kings, ace kicker"
    assert tiina.errors == []


def test_rows_are_added_and_taken_away(tiina: Person):
    page = tiina.page
    ask(tiina, "rake", pots__0="37")
    page.get_by_role("button", name="Add: Pot").click()
    tiina.at("[name='pots.1']")
    tiina.type("12,50")
    page.get_by_role("button", name="Add: Pot").click()
    tiina.at("[name='pots.2']")
    page.get_by_role("button", name="Remove: Pot 3").click()
    expect(page.locator("[name='pots.2']")).to_have_count(0)
    page.locator("[name='pots.1']").press("Enter")
    expect(page.locator("#answer")).to_be_visible()
    assert verdict(tiina) == "The house takes 2,00\u00a0€."
    assert tiina.errors == []


def test_a_kind_shows_only_its_own_fields(tiina: Person):
    page = tiina.page
    ask(tiina, "time_rake")
    expect(page.locator("[name=closed_minute]")).to_be_visible()
    page.locator("[name=kind]").select_option("split")
    expect(page.locator("[name=seats]")).to_be_visible()
    expect(page.locator("[name=closed_minute]")).to_have_count(0)


def test_the_example_is_one_key_away(tiina: Person):
    ask(tiina, "pot_split")
    tiina.command("e")
    expect(tiina.page.locator("[name='cards.0.value']")).to_have_value("7s7d")
    compute(tiina)
    assert "Seat 2: 359,00\u00a0€" in verdict(tiina)
    assert tiina.errors == []


def test_what_is_wrong_is_said_at_the_row(tiina: Person):
    page = tiina.page
    page.goto("/tallinn/calculators/jackpot_qualification/?example=1")
    fill(tiina, "hands.1.cards", "9c9c")
    compute(tiina)
    expect(page.locator(".note.bad")).to_contain_text("Hand 2: Cards: 9C is given twice.")
    wrong = page.locator("[name='hands.1.cards']")
    expect(wrong).to_have_value("9c9c")
    expect(wrong).to_have_attribute("aria-invalid", "true")


def test_paper_shows_question_answer_and_reasons(tiina: Person):
    page = tiina.page
    page.goto("/tallinn/calculators/jackpot_qualification/?example=1")
    compute(tiina)
    page.emulate_media(media="print")
    for text in ("Question", "Board cards", "Bad Beat: seat 2 loses", "OLY-4.7.3"):
        expect(page.get_by_text(text).last).to_be_visible()
    expect(page.get_by_text("printed").first).to_be_visible()
    tiina.sees("Olympic Poker Club, Estonia, the rules of Poker club tallinn on")
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("header.bar")).to_be_hidden()


@pytest.mark.parametrize("topic", ["rake", "hand_rank", "buy_in", "jackpot_qualification"])
def test_the_screen_of_the_floor_is_wide_enough(tiina: Person, topic: str):
    tiina.page.goto(f"/tallinn/calculators/{topic}/?example=1")
    compute(tiina)
    wide = tiina.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 1366
