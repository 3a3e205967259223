/* Typing money, counting denominations, and a form that is sent once however often it is pressed. */

const NO_BREAK = "\u00a0";

function format(cents) {
  const units = Math.trunc(Math.abs(cents) / 100).toString().replace(/\B(?=(\d{3})+$)/g, NO_BREAK);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "\u2212" : ""}${units},${rest}`;
}

/* Only what the server reads the same way; anything else stays as typed and is explained there. */
function parse(text) {
  const product = /^(\d{1,6})\*(\d{1,6})$/.exec(text.trim());
  if (product) return product[1] * product[2] * 100;
  const found = /^(\d{1,3}(?: \d{3})+|\d{1,10})(?:[.,](\d{1,2}))?$/.exec(
    text.replace(/[\u00a0\u202f]/g, " ").trim(),
  );
  if (!found) return null;
  return Number(found[1].replaceAll(" ", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/* How many: digits, or bundles times the notes of each; null for what is neither. */
function quantity(field) {
  const text = field.value.trim();
  if (!text) return 0;
  const product = /^(\d{1,6})\*(\d{1,6})$/.exec(text);
  if (product) return product[1] * product[2];
  const plain = text.replace(/^(\d{1,3})[ \u00a0\u202f](?:(\d{3})[ \u00a0\u202f])?(\d{3})$/, "$1$2$3");
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
}

/* What the page writes is whole: the next digit of the keypad begins anew. */
function write(field, text) {
  field.value = text;
  delete field.dataset.typing;
}

function tidy(field) {
  const cents = parse(field.value);
  if (cents !== null) write(field, format(cents));
}

function press(field, key) {
  const before = key !== "C" && field.dataset.typing ? field.value.replace(/[\u00a0 ]/g, "") : "";
  const isMarked = document.activeElement === field && field.selectionStart < field.selectionEnd;
  const typed = isMarked ? "" : before;
  field.value = { C: "", ",": `${typed || "0"},` }[key] ?? typed + key;
  field.dataset.typing = "1";
}

/* What cannot be read stays as it is: a note more would stand in its place. */
function addTo(amount, cents) {
  const typed = amount.value.trim() ? parse(amount.value) : 0;
  if (typed !== null) write(amount, format(typed + cents));
}

/*
 * The change of what was taken, or what of the amount is missing: of that only the page knows. Says
 * whether the form may be sent.
 */
function showChange(form) {
  const [taken, out] = [form.querySelector("[data-taken]"), form.querySelector("[data-change]")];
  if (!taken) return true;
  const [given, amount] = [parse(taken.value), parse(form.elements.cents.value)];
  const said = form.querySelector("[data-missing]");
  const unread = given === null && Boolean(taken.value.trim());
  const rest = given === null || amount === null ? null : given - amount;
  const missing = rest < 0 ? said.dataset.missing.replace("{amount}", format(-rest)) : "";
  said.textContent = unread ? said.dataset.unread : missing;
  out.textContent = rest === null || rest < 0 ? "" : format(rest);
  taken.setAttribute("aria-invalid", Boolean(said.textContent));
  return !said.textContent;
}

/* Cash is not taken for more than was counted: who sells looks at the field again. */
function lacksCash(form) {
  if (showChange(form)) return false;
  const taken = form.querySelector("[data-taken]");
  taken.focus();
  taken.select();
  return true;
}

/* What to hand over: the fewest notes or chips, the largest first; chips with the discs that stand by. */
function showDenominations(form) {
  const out = form.querySelector("[data-denominations]");
  if (!out) return;
  const discs = out.nextElementSibling?.children ?? [];
  let rest = parse(form.elements.cents.value) ?? 0;
  const denominations = out.dataset.denominations.split(" ").map(Number).flatMap((cents, index) => {
    const many = Math.floor(rest / cents);
    rest -= many * cents;
    const denomination = document.createElement("span");
    denomination.append(`${many}${NO_BREAK}×${NO_BREAK}`, discs[index]?.cloneNode() ?? "", format(cents));
    return many ? [denomination] : [];
  });
  out.replaceChildren(...denominations);
}

/* Counted chips are the amount, once every field of them is read. */
function give(sheet) {
  const amount = sheet.closest("form").elements[sheet.dataset.gives];
  let total = 0;
  for (const field of sheet.querySelectorAll("[data-cents]")) {
    const many = quantity(field);
    field.setAttribute("aria-invalid", many === null);
    total = many === null ? NaN : total + field.dataset.cents * many;
  }
  write(amount, total ? format(total) : "");
  amount.dispatchEvent(new Event("input", { bubbles: true }));
}

function showSums(form) {
  showChange(form);
  showDenominations(form);
}

function addUp(sheet) {
  for (const table of sheet.querySelectorAll("[data-tender]")) {
    let total = 0;
    for (const field of table.querySelectorAll("[data-cents]")) {
      const many = quantity(field);
      const cents = Number(field.dataset.cents) * (many ?? 0);
      const line = field.closest("tr").querySelector("output");
      line.textContent = many === null ? sheet.dataset.unread : cents ? format(cents) : "";
      line.classList.toggle("bad", many === null);
      total += cents;
    }
    sheet.querySelector(`[data-total=${table.dataset.tender}]`).textContent = format(total);
  }
}

/* Beside each denomination what the place held when it was counted last, and how that differs. */
function compare(sheet) {
  const places = JSON.parse(document.getElementById("before").textContent);
  const place = places[sheet.closest("form").elements[sheet.dataset.compares].value] ?? {};
  for (const field of sheet.querySelectorAll("[data-cents]")) {
    const row = field.closest("tr");
    const before = place[field.closest("[data-tender]").dataset.tender]?.[field.dataset.cents] ?? 0;
    const many = quantity(field);
    row.querySelector("[data-before]").textContent = before || "";
    row.querySelector("[data-differs]").textContent = signed(field.value && many !== null ? many - before : 0);
  }
}

function signed(number) {
  if (!number) return "";
  return `${number > 0 ? "+" : "\u2212"}${NO_BREAK}${Math.abs(number)}`;
}

/* A count is shown once more before it is handed in: its sums and its largest lines. */
function confirms(form) {
  const sheet = form.querySelector("[data-confirm]");
  if (!sheet || sheet.open) return false;
  const fields = [...form.querySelectorAll("[data-cents]")];
  if (fields.some((field) => quantity(field) === null)) return false;
  for (const sum of sheet.querySelectorAll("[data-sum]")) {
    sum.textContent = form.querySelector(`[data-total=${sum.dataset.sum}]`).textContent;
  }
  const lines = fields.map((field) => [quantity(field), Number(field.dataset.cents)])
    .filter(([many]) => many).sort((one, other) => other[0] * other[1] - one[0] * one[1]);
  sheet.querySelector("[data-largest]").replaceChildren(...lines.slice(0, 3).map(([many, cents]) => (
    Object.assign(document.createElement("li"), {
      textContent: [many, "\u00d7", format(cents), "=", format(many * cents)].join(NO_BREAK),
    }))));
  sheet.showModal();
  sheet.querySelector("[data-yes]").focus();
  return true;
}

function nextField(field) {
  const fields = [...field.form.elements].filter((each) => each.tabIndex >= 0
    && each.checkVisibility() && each.type !== "hidden");
  const next = fields[fields.indexOf(field) + 1];
  next?.focus();
  next?.select?.();
}

document.addEventListener("input", (event) => {
  if (event.isTrusted && event.target.matches("input.money")) event.target.dataset.typing = "1";
  const sheet = event.target.closest("[data-sheet]");
  if (sheet?.dataset.gives) give(sheet);
  else if (sheet) addUp(sheet);
  const compared = event.target.form?.querySelector("[data-compares]");
  if (compared) compare(compared);
  if (event.target.form) showSums(event.target.form);
});

/* One choice suggests another, until somebody makes that one. */
document.addEventListener("change", (event) => {
  const field = event.target;
  field.dataset.chosen = "1";
  const other = field.dataset.suggests && field.form.elements[field.dataset.suggests];
  if (!other || other.dataset.chosen) return;
  other.value = JSON.parse(field.dataset.suggestions)[field.value];
});

const KEYPAD = "button[data-press], button[data-add]";

/* A key of the keypad takes no focus: the amount is tidied once it is left. */
document.addEventListener("mousedown", (event) => {
  if (event.target.closest(KEYPAD)) event.preventDefault();
});

document.addEventListener("focusout", (event) => {
  if (event.target.matches("input.money")) tidy(event.target);
});

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches("input") || event.defaultPrevented || event.ctrlKey) return;
  const counting = field.matches("[data-cents]");
  /* What is only asked is asked at once: a scanner ends with Enter. */
  const steps = field.matches("[data-step]") && field.form?.method !== "get";
  if (event.key === "Enter" && (counting || steps)) {
    event.preventDefault();
    nextField(field);
  }
  if (counting && event.key === "+") {
    event.preventDefault();
    nextField(field);
  }
  if (event.key === "Enter" && field.matches("input.money")) tidy(field);
});

/* The denominations that a drawer was not left with, where it holds one all the same. */
function more(button) {
  const rows = [...button.form.querySelectorAll("[data-rare]")];
  for (const row of rows) row.hidden = false;
  button.remove();
  rows[0].querySelector("input").focus();
}

document.addEventListener("click", (event) => {
  const rare = event.target.closest("[data-more]");
  if (rare) return more(rare);
  event.target.closest("[data-no]")?.closest("dialog").close();
  const key = event.target.closest(KEYPAD);
  if (!key) return undefined;
  const amount = key.form.elements.cents;
  if (key.dataset.add) addTo(amount, Number(key.dataset.add));
  else press(amount, key.dataset.press);
  showSums(key.form);
  return amount.focus();
});

/* Whose page it is: what is sent when the session is over is kept for nobody else. */
document.addEventListener("formdata", (event) => {
  const { user } = document.body.dataset;
  if (event.target.method === "post" && user) event.formData.set("typed_by", user);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || answered.delete(form)) return undefined;
  if (form.dataset.sent || lacksCash(form) || confirms(form)) return event.preventDefault();
  for (const field of form.querySelectorAll("input.money")) tidy(field);
  form.dataset.sent = "1";
  for (const button of form.querySelectorAll("[type=submit]")) {
    button.setAttribute("aria-busy", "true");
  }
  setTimeout(letGo, STOPPED, form);
  const isPrinted = form.matches("[data-print-here]");
  if (event.defaultPrevented || !form.elements.key || isPrinted) return undefined;
  event.preventDefault();
  return ahead(form, event.submitter);
});

/*
 * Nothing typed goes to a server that is away: the browser would show a page of its own in the
 * form's place, and what was typed would be gone. So the server is asked first whether it is there.
 */
const answered = new Set();
const PATIENCE = 5_000;
const AWAY = [502, 503, 504];

async function ahead(form, submitter) {
  /* What is typed while it asks would be sent, although nobody pressed for it. */
  for (const field of form.elements) {
    if (field.readOnly === false) [field.readOnly, field.dataset.held] = [true, "1"];
  }
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
  form.querySelector("[data-away]")?.remove();
  if (answer && !AWAY.includes(answer.status)) {
    answered.add(form);
    return form.requestSubmit(submitter);
  }
  letGo(form);
  form.querySelector("[data-confirm]")?.close();
  const said = Object.assign(document.createElement("p"), {
    className: "note bad", role: "alert", textContent: document.body.dataset.unsent,
  });
  said.dataset.away = "1";
  return form.prepend(said);
}

/*
 * The page is still here: what was sent was stopped, or answered with a file. Its key makes of a
 * second sending a repeat.
 */
const STOPPED = 10_000;
function letGo(form) {
  delete form.dataset.sent;
  for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
  for (const field of form.querySelectorAll("[data-held]")) {
    field.readOnly = false;
    delete field.dataset.held;
  }
}

/*
 * A slip is printed from the till itself: counted as printed, fetched, and put on paper alone. With
 * the next key that comes along it may be printed again, as a copy.
 */
async function printHere(form) {
  const sent = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body: sent }).catch(() => null);
  const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const slip = page?.querySelector(".slip");
  if (!slip) return window.location.assign(form.action.replace(/print\/$/, ""));
  const paper = Object.assign(document.createElement("div"), { id: "paper" });
  paper.append(document.adoptNode(slip));
  document.getElementById("paper")?.remove();
  document.body.append(paper);
  document.body.classList.add("printing");
  window.print();
  document.body.classList.remove("printing");
  form.elements.key.value = page.querySelector(".tools [name=key]").value;
  letGo(form);
  return document.querySelector("[autofocus]")?.focus();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-print-here]") || event.defaultPrevented) return;
  event.preventDefault();
  printHere(event.target);
});

/* The browser's "back" shows the page as it was left: its forms may be sent again then. */
window.addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-sent]").forEach(letGo);
  for (const sheet of document.querySelectorAll("[data-sheet]:not([data-gives])")) addUp(sheet);
  for (const sheet of document.querySelectorAll("[data-compares]")) compare(sheet);
  for (const out of document.querySelectorAll("[data-denominations]")) showSums(out.closest("form"));
});
