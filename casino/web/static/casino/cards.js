/* Fields of cards: what is typed (AhKh) is drawn beside it, and a deck of 52 can be clicked. */

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
/* What a card of a suit is called: "{rank} of spades", in the reader's language. */
const { spades, hearts, diamonds, clubs } = document.body.dataset;
const NAMES = { s: spades, h: hearts, d: diamonds, c: clubs };
const RANKS = "AKQJT98765432";
const SIGNS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
const face = (card) => `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`;
const fields = () => [...document.querySelectorAll("input[data-cards]")];
const most = (field) => Number(field.dataset.cards) || 52;

/* As the server reads them; what is no card is left to it. */
function cardsOf(field) {
  const text = field.value.replace(/[♠♥♦♣]/g, (sign) => SIGNS[sign]).replace(/10/g, "T");
  const pairs = text.replace(/[\s,;]+/g, "").match(/.{2}/g) ?? [];
  return pairs
    .map((pair) => pair[0].toUpperCase() + pair[1].toLowerCase())
    .filter((card) => RANKS.includes(card[0]) && card[1] in SUITS);
}

function draw(field) {
  const faces = field.parentElement.querySelector(".faces");
  faces.replaceChildren(
    ...cardsOf(field).map((card) =>
      element("span", { className: `card ${card[1].toUpperCase()}`, textContent: face(card) })),
  );
}

/* One deck for the page; it stands below the field that it fills. */
const deck = element("div", { className: "deck" });
deck.setAttribute("role", "group");
let filled = null;

for (const [suit, sign] of Object.entries(SUITS)) {
  const row = element("div", { className: `suit ${suit.toUpperCase()}` });
  for (const rank of RANKS) {
    const button = element("button", {
      type: "button", tabIndex: -1, textContent: `${rank === "T" ? "10" : rank}${sign}`,
    });
    button.dataset.card = rank + suit;
    button.setAttribute("aria-label", NAMES[suit].replace("{rank}", rank === "T" ? "10" : rank));
    row.append(button);
  }
  deck.append(row);
}
const buttons = [...deck.querySelectorAll("button")];

function show() {
  const chosen = cardsOf(filled);
  const elsewhere = new Set(fields().filter((each) => each !== filled).flatMap(cardsOf));
  const full = chosen.length >= most(filled);
  for (const button of buttons) {
    const { card } = button.dataset;
    button.setAttribute("aria-pressed", chosen.includes(card));
    button.classList.toggle("used", elsewhere.has(card));
    button.setAttribute("aria-disabled", !chosen.includes(card) && (full || elsewhere.has(card)));
  }
}

function open(field) {
  if (filled === field) return close();
  close();
  filled = field;
  deck.setAttribute("aria-label", document.body.dataset.deckHelp);
  field.closest(".field").append(deck);
  opener(field).setAttribute("aria-expanded", "true");
  show();
  return focus(buttons.find((button) => button.getAttribute("aria-disabled") === "false"));
}

function close() {
  if (!filled) return;
  opener(filled).setAttribute("aria-expanded", "false");
  deck.remove();
  filled = null;
}

const opener = (field) => field.parentElement.querySelector("[data-deck]");

function focus(button) {
  for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
  button?.focus();
}

function take(button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  const field = filled;
  const { card } = button.dataset;
  const chosen = cardsOf(field);
  const rest = chosen.filter((each) => each !== card);
  field.value = (rest.length < chosen.length ? rest : [...chosen, card]).join("");
  draw(field);
  if (rest.length === chosen.length && chosen.length + 1 >= most(field)) {
    close();
    field.focus();
  } else {
    show();
    focus(button);
  }
}

function move(key) {
  const at = buttons.indexOf(document.activeElement);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[key];
  const to = at + step;
  if (buttons[to]) focus(buttons[to]);
}

deck.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) take(button);
});

deck.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.key === "Tab") return;
  event.stopPropagation();
  if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    move(event.key);
  }
  if (event.key === "Escape") {
    event.preventDefault();
    const field = filled;
    close();
    field.focus();
  }
});

document.addEventListener("input", (event) => {
  if (!event.target.matches("input[data-cards]")) return;
  draw(event.target);
  if (filled) show();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" || !event.target.matches("input[data-cards]")) return;
  event.preventDefault();
  open(event.target);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-deck]");
  if (button) open(button.parentElement.querySelector("input"));
  else if (filled && !event.target.closest(".deck")) close();
});

function prepare() {
  if (filled && !filled.isConnected) filled = null;
  for (const field of fields().filter((each) => !opener(each))) {
    const button = element("button", { type: "button", className: "button small", textContent: `♠ ${document.body.dataset.deckName}` });
    button.dataset.deck = "";
    button.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-label", `${document.body.dataset.pick}: ${field.ariaLabel ?? field.labels[0]?.textContent ?? ""}`);
    field.after(button, element("span", { className: "faces" }));
    draw(field);
  }
}

document.addEventListener("htmx:load", prepare);
prepare();
