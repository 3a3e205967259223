"""
What axe-core has not yet looked at: most of a page is made as parts of pages before it were.
With LONG=1 it looks at everything.

Half of what axe-core takes is the contrast of each text, nearly all the rest its forty other rules.
A text is asked once for each look (its colours and what lies behind it), a page once for each
shape that its elements have: tag, attributes, name and place. One new shape, and the whole page is
looked at. What lies over others or scrolls depends on the page: it is new on each.
"""

import os
from typing import Any

from playwright.sync_api import Page

# The shapes of a page's elements; the looks of its texts, which are kept in `texts`.
PARTS = r"""() => {
  const ids = new Map();
  for (const {id} of document.querySelectorAll("[id]")) ids.set(id, (ids.get(id) || 0) + 1);
  const written = (each) => [...each.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  const value = ({name, value}) => {
    if (/^(for|form|list|headers|aria-(labelledby|describedby|controls|owns|details))$/.test(name))
      return value.split(/\s+/).map((id) => ids.get(id) || 0).join();
    if (/^(aria-label|title|alt|placeholder)$/.test(name)) return Boolean(value.trim());
    return value;
  };
  // What no rule reads; of a class the looks and what is shown tell.
  const others = new RegExp("^(id|class|name|value|href|src|action|content|datetime|min|max|step"
    + "|pattern|rows|cols|width|height|charset|nonce|(max|min)length|inputmode|spellcheck"
    + "|autofocus|(data|hx|sse)-.*)$");
  const attributes = (each) => [...each.attributes].filter(({name}) => !others.test(name)).map(
    (one) => `${one.name}=${value(one)}`).sort().join(" ") + each.hasAttribute("href");
  const skeleton = (each) => each.tagName + attributes(each) + written(each)
    + [...each.children].map(skeleton).join("");
  const above = new Map([[null, ""]]);
  const path = (each) => {
    if (!above.has(each)) {
      const said = ["role", "aria-hidden", "disabled"].map((name) => each.getAttribute(name) ?? "");
      const plain = /^(DIV|SECTION|ARTICLE|SPAN)$/.test(each.tagName) && !said.some(Boolean);
      above.set(each, path(each.parentElement) + (plain ? "" : `>${each.tagName}${said}`));
    }
    return above.get(each);
  };
  const more = (each) => {
    if (each.matches("a, button, summary, label")) return skeleton(each);
    if (each.matches("table")) {
      const rows = [...each.rows].map((row) => [...row.cells].map((cell) => cell.tagName).join(""));
      const kinds = rows.map((row) => row.replace(/(T.)\1{3,}/g, "$1+"));
      return Math.min(rows.length, 4) + [...new Set(kinds)].join(";");
    }
    return each.labels ? [...each.labels].map(skeleton).join() : "";
  };
  const background = new Map([[null, ""]]), lies = new Map([[null, false]]);
  const behind = (each) => {
    if (!background.has(each)) {
      const {backgroundColor, backgroundImage, opacity, filter, mixBlendMode, float, position}
        = getComputedStyle(each);
      background.set(each, behind(each.parentElement) + "<"
        + [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, float].join());
      lies.set(each, lies.get(each.parentElement) || !["static", "relative"].includes(position));
    }
    return background.get(each);
  };
  const shapes = [`${document.querySelector("main h1, main h2") !== null}`];
  const looks = [];
  window.texts = [];
  for (const each of document.querySelectorAll("*")) {
    const shown = each.checkVisibility({visibilityProperty: true});
    const style = getComputedStyle(each);
    const scrolls = shown && (style.overflowX !== "visible" || style.overflowY !== "visible")
      && (each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight);
    const link = each.tagName === "A" && [style.textDecorationLine, style.color, style.fontWeight,
      getComputedStyle(each.parentElement).color, written(each.parentElement)].join();
    shapes.push([scrolls && location.pathname, shown, each.tagName, path(each), attributes(each),
      written(each), ids.get(each.id) > 1, more(each), link].join("|"));
    if (shown && (written(each) || each.matches("input, select, textarea"))) {
      const label = each.closest("label")?.control;
      const off = each.closest(":disabled, [aria-disabled]") !== null || label?.disabled;
      const look = [behind(each), style.color, style.fontSize, style.fontWeight, style.textShadow,
        off, each.textContent.trim().length > 1].join("|");
      looks.push(lies.get(each) && each.closest("main") ? look + location.pathname : look);
      texts.push(each);
    }
  }
  return [[...new Set(shapes)], looks];
}"""
# The rules that a page breaks, each with the first element that does.
BROKEN = """([whole, unseen]) => {
  if (unseen) {
    axe.configure({rules: [{id: "color-contrast", selector: "[data-unseen]"}]});
    for (const index of unseen) texts[index].dataset.unseen = "";
  }
  const asked = whole ? {} : {runOnly: ["color-contrast"]};
  return axe.run(document, {resultTypes: ["violations"], preload: false, ...asked}).then(
    ({violations}) => violations.filter(({impact}) => ["serious", "critical"].includes(impact))
      .map(({id, nodes}) => [id, nodes[0].html.slice(0, 90)]));
}"""


class Unseen:
    """Looks at what no page before had."""

    def __init__(self) -> None:
        self.shapes: set[str] = set()
        self.looks: set[str] = set()

    def broken(self, page: Page) -> Any:
        """Return the rules that what is new on a page breaks, each with an element that does."""
        if os.environ.get("LONG"):
            return page.evaluate(BROKEN, [True, None])
        shapes, looks = page.evaluate(PARTS)
        new = {look: index for index, look in enumerate(looks) if look not in self.looks}
        unseen = list(new.values())
        whole = not self.shapes.issuperset(shapes)
        self.shapes.update(shapes)
        self.looks.update(looks)
        return page.evaluate(BROKEN, [whole, unseen]) if whole or unseen else []
