"""Forms as a page draws them, filled in by somebody who knows nothing but the fields."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from uuid import uuid4

DAY, PERSON = "2026-01-01", "101"


@dataclass
class Form:
    """A form of a page: where it is sent, and what its fields hold."""

    action: str
    values: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    choices: dict[tuple[str, str], str] = field(default_factory=dict)

    def filled(self, *, money: str, number: str, ticks: bool) -> dict[str, str]:
        """Return it as it would be sent: what stands there, and something where nothing does."""
        usual = {"money": money, "number": number, "date": DAY, "tick": "on" if ticks else ""}
        typed = {
            name: self.values.get(name) or (PERSON if "player" in name else usual.get(kind, "x"))
            for name, kind in self.kinds.items()
        }
        return {name: value for name, value in typed.items() if value} | {"key": str(uuid4())}


class Forms(HTMLParser):
    """The forms of a page that are sent by POST."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.open: Form | None = None
        self.select = self.prose = self.option = ""
        self.feed(page)

    def __iter__(self) -> Iterator[Form]:
        return iter(self.found)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method", "").lower() == "post":
            self.open = Form(action=given.get("action", ""))
            self.found.append(self.open)
        if self.open is None:
            return
        if tag in {"input", "select", "textarea"} and given.get("name"):
            self._field(tag, given)
        elif tag == "option" and self.select:
            self.option = given.get("value", "")
            chosen = "selected" in given or not self.open.values.get(self.select)
            if given.get("value") and chosen:
                self.open.values[self.select] = given["value"]

    def _field(self, tag: str, given: dict[str, str]) -> None:
        assert self.open is not None
        name, kind = given["name"], given.get("type", "text")
        self.select, self.prose = (name if tag == each else "" for each in ("select", "textarea"))
        if kind in {"checkbox", "radio"}:
            kind = "tick"
            if "checked" in given:
                self.open.values[name] = given.get("value", "on")
        else:
            self.open.values[name] = given.get("value", "")
        if "money" in given.get("class", ""):
            kind = "money"
        elif given.get("inputmode") == "numeric":
            kind = "number"
        self.open.kinds[name] = kind

    def handle_data(self, data: str) -> None:
        if self.open and self.prose:
            self.open.values[self.prose] += data.strip()
        elif self.open and self.select and data.strip():
            self.open.choices[self.select, data.partition(" ·")[0].strip()] = self.option

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "textarea":
            self.prose = ""
