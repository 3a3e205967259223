// Keys, the guest's box, count sheets, and forms that are sent once.
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const typing = () => document.activeElement?.matches("input, select, textarea");

function firstField() {
  const fields = "input:not([type=hidden]):not([type=checkbox]), select, textarea";
  const form = one("main form");
  return form && (one(".wrong input:not([type=hidden])", form) ?? one(fields, form));
}

function move(step) {
  const rows = all(".list tbody tr[tabindex]");
  const next = rows[rows.indexOf(document.activeElement) + step] ?? rows.at(step > 0 ? 0 : -1);
  next?.focus();
}

const plainKeys = {
  "/": () => firstField()?.focus(),
  "?": () => one("#keys").showModal(),
  j: () => move(1),
  k: () => move(-1),
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  Enter: () => one("a", document.activeElement)?.click(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey && event.key === "Enter") {
    (document.activeElement?.closest("form") ?? one("main form"))?.requestSubmit();
    return;
  }
  if (event.key === "Escape" && typing()) { document.activeElement.blur(); return; }
  if (typing() || event.ctrlKey || event.altKey || event.metaKey || one("dialog[open]")) return;
  const link = one(`main [data-key="${CSS.escape(event.key)}"]`) ?? one(`[data-key="${CSS.escape(event.key)}"]`);
  if (link) { event.preventDefault(); link.click(); return; }
  if (event.key === "Escape") { history.back(); return; }
  if (event.key === "Enter" && document.activeElement?.matches("a, button")) return;
  if (plainKeys[event.key]) { event.preventDefault(); plainKeys[event.key](); }
});

// A second click finds the form already under way; the key makes even a resent one harmless.
document.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  if (event.target.dataset.sent) { event.preventDefault(); return; }
  event.target.dataset.sent = "yes";
});
addEventListener("pageshow", () => all("form[data-sent]").forEach((form) => delete form.dataset.sent));

function money(cents) {
  const [units, rest] = [Math.trunc(cents / 100), String(cents % 100).padStart(2, "0")];
  return `${String(units).replace(/\B(?=(\d{3})+$)/g, "\u00a0")},${rest}`;
}

for (const sheet of all(".sheet")) {
  const total = () => {
    let sum = 0;
    for (const input of all("input[data-cents]", sheet)) {
      const cents = Number(input.dataset.cents) * Number(input.value || 0);
      one("output", input.closest("label")).value = input.value ? money(cents) : "";
      sum += cents;
    }
    one(".total output", sheet).value = money(sum);
  };
  sheet.addEventListener("input", total);
  // Enter and the keypad's plus go to the next line; only the button or Ctrl + Enter submits.
  sheet.addEventListener("keydown", (event) => {
    if (event.ctrlKey || !["Enter", "+"].includes(event.key)) return;
    event.preventDefault();
    const inputs = all(".sheet input");
    (inputs[inputs.indexOf(event.target) + 1] ?? one("button.primary"))?.focus();
  });
  total();
}

for (const pad of all(".keypad")) {
  const field = one(".big input");
  pad.addEventListener("click", (event) => {
    const digit = event.target.dataset.digit;
    if (!digit) return;
    field.value = digit === "⌫" ? field.value.slice(0, -1) : field.value + digit;
    field.focus();
  });
}

for (const box of all(".player[data-suggestions]")) {
  const [text, id, list] = [one("input:not([type=hidden])", box), one("input[type=hidden]", box), one("ul", box)];
  let latest = 0;
  const choose = (item) => {
    id.value = item.dataset.id;
    text.value = item.textContent;
    list.hidden = true;
  };
  const mark = (step) => {
    const items = all("li", list);
    const at = items.findIndex((item) => item.ariaSelected === "true");
    items.forEach((item) => { item.ariaSelected = "false"; });
    const next = items[Math.max(0, Math.min(items.length - 1, at + step))];
    if (next) next.ariaSelected = "true";
  };
  text.addEventListener("input", async () => {
    id.value = "";
    const asked = ++latest;
    const answer = await fetch(`${box.dataset.suggestions}?q=${encodeURIComponent(text.value)}`);
    if (!answer.ok || asked !== latest) return;
    const { players } = await answer.json();
    list.replaceChildren(...players.map((player) => {
      const item = document.createElement("li");
      item.role = "option";
      item.dataset.id = player.id;
      item.textContent = `${player.name} · ${player.code}`;
      return item;
    }));
    list.hidden = players.length === 0;
    mark(1);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      mark(event.key === "ArrowDown" ? 1 : -1);
    }
    const chosen = one("li[aria-selected=true]", list);
    if (["Enter", "Tab"].includes(event.key) && chosen && !list.hidden) {
      if (event.key === "Enter") event.preventDefault();
      choose(chosen);
      if (event.key === "Enter") nextField(text)?.focus();
    } else if (event.key === "Enter" && !id.value) {
      // Nobody chosen: an empty box goes on to the amount, a half-typed name stays here.
      event.preventDefault();
      if (!text.value) nextField(text)?.focus();
    }
  });
  list.addEventListener("mousedown", (event) => choose(event.target.closest("li")));
  text.addEventListener("blur", () => { list.hidden = true; });
}

function nextField(field) {
  const fields = all("input:not([type=hidden]), select, textarea", field.form);
  return fields[fields.indexOf(field) + 1];
}

for (const button of all("[data-print]")) button.addEventListener("click", () => print());

// After each operation the same operation's first field waits for the next one.
if (!one("[autofocus]")) firstField()?.focus();
