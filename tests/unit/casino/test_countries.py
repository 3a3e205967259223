"""Whoever looks for a country finds it where the alphabet of the language has it."""

from casino.players.rules import countries


def test_latvian_letters_stand_where_a_latvian_looks_for_them():
    names = [name for _, name in countries("lv")]
    wanted = ["Austrālija", "Austrija", "Čehija", "Dānija", "Dienvidkoreja", "Lībija", "Lietuva"]
    assert sorted(wanted, key=names.index) == wanted
    assert names.index("Šveice") < names.index("Taizeme")


def test_estonian_letters_stand_where_an_estonian_looks_for_them():
    names = [name for _, name in countries("et")]
    wanted = ["Luksemburg", "Lõuna-Korea", "Läti", "Réunion", "Rumeenia", "Svaasimaa", "Šveits"]
    wanted += ["Zimbabwe", "Taani", "Tšehhi", "Uruguay", "Ühendkuningriik"]
    assert sorted(wanted, key=names.index) == wanted


def test_estonian_letters_stay_at_the_end():
    names = [name for _, name in countries("et")]
    assert names.index("Uruguay") < names.index("Ühendkuningriik")
