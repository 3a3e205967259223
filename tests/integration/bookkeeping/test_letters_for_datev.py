"""What DATEV is given says every letter of the words, in whatever language they were written."""

import pytest

from tests.books import file_of, mapped, read, sealed, sent
from tests.integration.journal.test_documents import a_club_with_rent, book, lines

pytestmark = pytest.mark.django_db


def test_words_of_every_language_reach_datev_letter_by_letter():
    world = a_club_with_rent()
    mapped(world)
    reasons = ("Īre, janvāris", "Üür, jaanuar", "Аренда, январь")
    for reason in reasons:
        book(world, lines=lines(10_000), reason=reason)
    sealed(world)
    data = read(file_of(world, sent(world), "datev"))
    assert data.startswith(b"\xef\xbb\xbf")  # without it DATEV takes the file for Windows-1252
    told = data.decode("utf-8-sig")
    assert told.startswith('"EXTF";')
    assert [reason for reason in reasons if reason not in told] == []
    assert "Gegenkonto (ohne BU-Schlüssel)" in told
