/* Keyboard first: letters press what carries data-key, ? explains them, Ctrl+Enter posts. */

const typing = (element) =>
  element.matches("input:not([type=checkbox], [type=radio]), textarea, select");
const dialog = () => document.getElementById("keys");

/* A letter is known by its place on the keyboard where the layout has another script. */
function wanted(event) {
  const letter = /^[a-z]$/i.test(event.key) ? event.key : /^Key(.)$/.exec(event.code)?.[1];
  if (!letter) return event.key;
  return event.shiftKey ? `⇧${letter.toUpperCase()}` : letter.toLowerCase();
}

/* In place of the letters of a command stands the one that the reader chose in their account. */
const own = Object.fromEntries(
  document.body.dataset.own.split(" ").map((each) => each.split("=")),
);
const isLetter = (key) => /^⇧?.$/.test(key);

function keysOf(element) {
  const keys = element.dataset.key.split(" ");
  const mine = own[element.dataset.command];
  return mine ? [mine, ...keys.filter((key) => !isLetter(key))] : keys;
}

const commands = () => [...document.querySelectorAll("[data-key]")];
const target = (key) => commands().find((element) => keysOf(element).includes(key));

function press(element) {
  if (element.matches("[data-list]")) element.querySelector("a, button")?.focus();
  else element.click();
}

function explain() {
  const list = dialog().querySelector("dl");
  list.replaceChildren(
    ...commands().flatMap((element) => {
      const keys = document.createElement("dt");
      const works = keysOf(element).filter((key) => letters !== "off" || !isTyped(key));
      for (const key of works) {
        keys.append(Object.assign(document.createElement("kbd"), { textContent: pressed(key) }), " ");
      }
      if (!works.length) return [];
      const words = element.dataset.says ?? element.textContent.replace(/\s+\S$/, "");
      return [keys, Object.assign(document.createElement("dd"), { textContent: words.trim() })];
    }),
  );
  dialog().showModal();
}

function step(rows, by) {
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.min(Math.max(now + by, 0), rows.length - 1)]?.querySelector("a, button")?.focus();
}

function back() {
  const field = document.activeElement;
  if (typing(field)) field.blur();
  else document.querySelector("[data-back]")?.click();
}

const rows = () =>
  [...document.querySelectorAll("[data-list] > tbody > tr, [data-list] > li")].filter((row) =>
    row.querySelector("a, button"),
  );
const walksIn = () => rows().some((row) => row.contains(document.activeElement));
/* Elsewhere arrows move the page. */
const ARROWS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
const first = () =>
  document.querySelector("main input:not([type=hidden], [type=checkbox]), main select");

/* Alt and an arrow take what the row stands for one place up or down, where that may be asked. */
function shift(way) {
  const row = rows().find((each) => each.contains(document.activeElement));
  const link = row?.querySelector(`[data-${way}]`);
  if (link) window.location.assign(link.dataset[way]);
}

/*
 * Letters, and other signs that are typed, are keys alone, with Alt, or not at all, as the reader
 * chose in their account; F keys, Ctrl and Escape stay. What a button says follows.
 */
const { letters } = document.body.dataset;
const isTyped = (key) => /^(⇧?[^+]|Alt\+.)$/.test(key);
const pressed = (key) => (letters === "alt" && isTyped(key) ? `Alt ${key.replace("Alt+", "")}` : key);

/* The key to press for one that a page writes: of the command around it, else of any on the page. */
function chosen(sign, key) {
  const around = sign.closest("[data-key]");
  const asked = around ? [around] : sign.closest("dialog") ? [] : commands();
  const command = asked.find((each) => each.dataset.key.split(" ").includes(key));
  return (isLetter(key) && own[command?.dataset.command]) || key;
}

function hint(root) {
  for (const each of root.querySelectorAll("kbd:not([data-of])")) {
    const key = each.textContent;
    if (!isTyped(key)) continue;
    each.dataset.of = key;
    each.textContent = pressed(chosen(each, key));
    /* Two letters of a command are one where somebody chose one. */
    const before = each.previousElementSibling;
    if (before?.matches("kbd") && before.textContent === each.textContent) each.hidden = true;
    for (const said of [each, each.closest("dt"), each.closest("dt")?.nextElementSibling]) {
      if (said && letters === "off") said.hidden = true;
    }
  }
}

hint(document);
document.addEventListener("htmx:afterSettle", (event) => hint(event.target.parentNode ?? document));

const FIXED = {
  "?": explain,
  "/": () => first()?.focus(),
  j: () => step(rows(), 1),
  k: () => step(rows(), -1),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
  const key = wanted(event);
  if (key === "Escape") return document.querySelector(":popover-open") ? undefined : back();
  if (key === "Enter" && event.ctrlKey) {
    const form = document.activeElement.form ?? document.querySelector("form[data-post]");
    event.preventDefault();
    /* What is written on its main button, else on its first, is what happens. */
    const says = (kind) => form.querySelector(`[type=submit]${kind}`);
    return form?.requestSubmit(says(".main") ?? says(""));
  }
  if (event.altKey && (key === "ArrowUp" || key === "ArrowDown")) {
    event.preventDefault();
    return shift(key === "ArrowUp" ? "up" : "down");
  }
  if (ARROWS[key] && !typing(document.activeElement) && walksIn()) {
    event.preventDefault();
    return step(rows(), ARROWS[key]);
  }
  if (event.ctrlKey || event.metaKey) {
    const held = event.ctrlKey && target(`Ctrl+${key}`);
    if (held) event.preventDefault();
    return held ? press(held) : undefined;
  }
  const typed = /^.$/.test(event.key);
  if (typed && (letters === "off" || (letters === "alt" && !event.altKey))) return undefined;
  const withAlt = event.altKey && !(typed && letters === "alt");
  const anywhere = event.altKey || /^F\d+$/.test(key);
  if (!anywhere && typing(document.activeElement)) return undefined;
  /* Inside a list j and k walk, whatever else they mean on the page. */
  const walks = "jk".includes(key) && walksIn();
  /* Where letters are pressed with Alt, one of a letter without Alt goes before one with it. */
  const held = event.altKey ? target(`Alt+${key}`) : undefined;
  const element = walks ? undefined : withAlt ? held : (target(key) ?? held);
  if (withAlt && !element) return undefined;
  if (!element && !FIXED[key]) return undefined;
  event.preventDefault();
  return element ? press(element) : FIXED[key]();
});

/* What was just drawn or moved is printed as its page opens. */
if (document.querySelector("[data-print-now]")) window.addEventListener("load", () => window.print());

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-help]")) explain();
  if (event.target.closest("[data-print]")) window.print();
  if (event.target.closest("[data-history]") && window.history.length > 1) {
    event.preventDefault(); /* where nothing came before, a link leads to where it says */
    window.history.back();
  }
});

/*
 * Earlier than the browser does it: whoever types at once types into the field; in place of an
 * amount that stands there, not in front of its digits.
 */
const begins = document.querySelector("[autofocus]");
begins?.focus();
if (begins?.matches("input.money")) begins.select();
