"""Pages read and forms sent as a browser without scripts would: what needs none is proved so."""

import re
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from django.test import Client

from casino.approvals.models import Proposal
from casino.staff.models import Role
from tests.pages.filling import Form, Forms
from tests.pages.tournament_evening import Evening
from tests.world import World
from tournaments.models import Entry, Tournament

FIRST_DUE = re.compile(r'<tbody>.*?<a href="([^"]+)"', re.DOTALL)


class Screen:
    """Where somebody is: the address and what the page there says."""

    def __init__(self, world: World, role: str) -> None:
        self.client = Client()
        self.client.force_login(world.staff[role])
        self.url = self.said = ""

    def goto(self, address: str) -> None:
        self.shows(self.client.get(address, follow=True), address)

    def shows(self, answer: Any, address: str) -> None:
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        self.url = answer.redirect_chain[-1][0] if answer.redirect_chain else address
        self.said = answer.content.decode()

    def form(self, names: set[str]) -> Form:
        """Return the form of this page that has these fields."""
        path = urlsplit(self.url).path
        here = [each for each in Forms(self.said) if urlsplit(each.action).path in {"", path}]
        return next(each for each in here if names <= {*each.kinds})

    def send(self, **typed: Any) -> None:
        """Fill a form in and send it; the page that follows is not the form again."""
        form = self.form({*typed})
        words = {name: each for name, each in typed.items() if isinstance(each, str)}
        chosen = {name: form.choices.get((name, each), each) for name, each in words.items()}
        sent = form.values | typed | chosen
        answer = self.client.post(form.action or self.url, sent, follow=True)
        assert answer.redirect_chain, f"{self.url} {typed}: {answer.content.decode()}"
        self.shows(answer, self.url)


class EveningByRequests(Evening):
    """The same evening by plain requests: `test_home_evening` plays one in a browser."""

    @classmethod
    def opens(cls, world: World) -> "EveningByRequests":
        roles = (Role.DIRECTOR, Role.CASHIER, Role.MANAGER)
        screens: Any = [Screen(world, role) for role in roles]
        return cls(world, *screens)

    def read(self, address: str) -> str:
        """Return what the cashier reads at an address."""
        cashier: Any = self.cashier
        cashier.goto(f"{self.at}{address}")
        said: str = cashier.said
        return said

    def send(self, page: Any, address: str, /, **typed: Any) -> None:
        page.goto(f"{self.at}{address}")
        page.send(**typed)

    def signed(self, url: str = "") -> None:
        manager: Any = self.manager
        manager.goto(url or self.director.url)
        manager.send()
        assert "approved" in manager.said

    def sell(self, event: Tournament, code: int, paid_with: str = "cash") -> Entry:
        cashier: Any = self.cashier
        form = f"tournaments/{event.pk}/entry/"
        self.send(cashier, form, player=str(code), paid_with=paid_with)
        assert "Print ticket" in cashier.said
        return Entry.objects.get(tournament=event, player__code=code)

    def pay_all(self) -> int:
        cashier: Any = self.cashier
        for paid in count():
            cashier.goto(f"{self.at}payments/")
            due = FIRST_DUE.search(cashier.said.partition("</tbody>")[0])
            if not due:
                return paid
            cashier.goto(due[1])
            cashier.send()
            if "Paid" not in cashier.said:  # with what the guest was paid before it takes two
                self.signed(f"{self.at}approvals/{Proposal.objects.latest('id').pk}/")
        raise AssertionError
