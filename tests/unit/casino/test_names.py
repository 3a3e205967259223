"""In which order people look for names."""

from casino.names import natural


def test_table_two_stands_before_table_ten():
    names = ["Table 10", "Table 2", "table 1", "VIP", "12", "Table 2b"]
    assert sorted(names, key=natural) == ["12", "table 1", "Table 2", "Table 2b", "Table 10", "VIP"]


def test_no_name_is_in_the_way_of_another():
    assert sorted(["Б 2", "", "2 Б", "10 Б"], key=natural) == ["", "2 Б", "10 Б", "Б 2"]
