/* What moves on a page: the clock, guests found while typing, panels that follow the house. */

const clock = document.querySelector("[data-clock]");
for (const each of document.querySelectorAll("[data-clock]")) {
  const ahead = Date.parse(each.dateTime) - Date.now();
  const face = new Intl.DateTimeFormat("en-GB", {
    timeZone: each.dataset.zone,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const show = () => {
    each.textContent = face.format(Date.now() + ahead);
  };
  if (!each.textContent) show();
  setInterval(show, 1000);
}

const foundIn = (box) => [...box.querySelectorAll(".found button")];
const close = (box) => box.querySelector(".found").replaceChildren();

document.addEventListener("keydown", (event) => {
  const box = event.target.closest("[data-guest]");
  if (!box) return;
  const list = foundIn(box);
  const now = list.indexOf(document.activeElement);
  const to = { ArrowDown: now + 1, ArrowUp: now - 1 }[event.key];
  /* With Ctrl it posts what was typed, whether or not the list has come. */
  const enter = event.key === "Enter" && !event.ctrlKey;
  if (to !== undefined) {
    event.preventDefault();
    (list[to] ?? box.querySelector("input")).focus();
  } else if (enter && event.target.value?.startsWith(`${location.origin}/`)) {
    /* A scanned paper: its code is the address of its page. */
    event.preventDefault();
    location.assign(event.target.value);
  } else if (enter && event.target.matches("input") && list.length) {
    /* Only what was found for exactly this text; else the server asks which one was meant. */
    if (list[0].dataset.q !== event.target.value.trim()) return;
    event.preventDefault();
    list[0].click();
  } else if (event.key === "Escape" && list.length) {
    event.preventDefault();
    box.querySelector("input").focus();
    close(box);
  }
});

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-guest] .found button");
  if (!chosen) return;
  const box = chosen.closest("[data-guest]");
  const field = box.querySelector("input");
  field.value = chosen.value;
  close(box);
  field.dispatchEvent(new Event("change", { bubbles: true }));
  (field.form.querySelector("input.money") ?? field).focus();
  const others = [...field.form.querySelectorAll("input, select")].filter((each) => each.checkVisibility());
  if (field.form.method === "get" && others.at(-1) === field) field.form.requestSubmit();
});

document.addEventListener("focusout", (event) => {
  const box = event.target.closest("[data-guest]");
  if (box && event.relatedTarget && !box.contains(event.relatedTarget)) close(box);
});

/*
 * One question every two seconds, whether anything happened in the house; then the panels ask for
 * themselves. A hidden tab does not ask; a region somebody stands in is not changed under their
 * hands, but as soon as they leave it.
 */
const EVERY = 2_000;
const PATIENCE = 5_000;
/* What changes by time alone is asked for so often. */
const TIRED = 30_000;
const OLD = 3 * EVERY;
const LOST = 10_000;
const LOCKED = 423;
let ended = false;

function isTyped(field) {
  if (/^(checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked;
  if (!field.matches("select")) return field.value !== field.defaultValue;
  const options = [...field.options];
  if (field.multiple) return options.some((each) => each.selected !== each.defaultSelected);
  /* Where the page chose none, the first one stands there. */
  const given = options.findLastIndex((each) => each.defaultSelected);
  return field.selectedIndex !== Math.max(given, Math.min(0, options.length - 1));
}

/* A form that was refused holds what was typed as its own. */
function isRefused() {
  const [{ responseStatus } = {}] = performance.getEntriesByType("navigation");
  return responseStatus >= 400 && document.querySelector("main form[method=post]") !== null;
}

/*
 * The session is over: to the sign-in, unless something is typed that would be lost. What is sent
 * then leads there too, and stands there again afterwards.
 */
function over() {
  const fields = document.querySelectorAll("form[method=post] :is(input[id], textarea, select)");
  /* An answer to a session that is over would take away the cookie of the one that comes. */
  ended = true;
  const again = document.querySelector("[data-again]");
  if (!again && !isRefused() && ![...fields].some(isTyped)) window.location.reload();
}

document.addEventListener("htmx:beforeSwap", (event) => {
  /* Under the lock the page stays as it was typed. */
  if (event.detail.xhr.status === LOCKED) {
    event.detail.shouldSwap = false;
    return;
  }
  /* A whole page instead of a part: the sign-in, because the session is over. */
  if (/^\s*<!doctype/i.test(event.detail.serverResponse)) {
    event.detail.shouldSwap = false;
    over();
    return;
  }
  const box = event.detail.target.closest("[data-guest]");
  if (box && !box.contains(document.activeElement)) event.detail.shouldSwap = false;
});

const { news, stale } = document.body.dataset;
const age = document.querySelector("[data-age]");
const follows = (element) => element.matches?.(".live");
const place = (panel) => panel.getAttribute("hx-get").split("?")[0];
/* By the panel's address: the version that it shows, and when that came. */
const shown = new Map();
const began = clock?.textContent;
let version = "";
let heard = performance.now();
let turned = heard;
let asking = false;
/* A session in which somebody types is no idle one: told with what is asked anyway, once a minute. */
const TOLD_AGAIN = 60_000;
let [typed, told] = [false, heard];

for (const sign of ["keydown", "click"]) {
  document.addEventListener(sign, () => {
    typed = true;
  });
}

/* A panel that hears no answer asks again; while it waits it does not. */
document.addEventListener("htmx:configRequest", (event) => {
  if (follows(event.detail.elt)) event.detail.timeout = LOST;
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const panel = event.detail.elt;
  if (!follows(panel)) return;
  if (document.hidden || panel.contains(document.activeElement)) event.preventDefault();
  else panel.asksFor = version;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const panel = event.detail.elt;
  if (!follows(panel) || !event.detail.successful) return;
  shown.set(place(panel), { version: panel.asksFor, at: performance.now(), face: clock.textContent });
});

async function ask() {
  const signal = AbortSignal.timeout(PATIENCE);
  const headers = { "HX-Request": "true" };
  const tells = typed && performance.now() - told > TOLD_AGAIN;
  const answer = await fetch(`${news}?v=${version}${tells ? "&typing=1" : ""}`, { headers, signal });
  if (!answer.ok) return;
  if (tells) [typed, told] = [false, performance.now()];
  if (answer.status !== 204) {
    const text = await answer.text();
    if (/^\s*<!doctype/i.test(text)) return over();
    const counts = new DOMParser().parseFromString(text, "text/html");
    for (const count of counts.querySelectorAll("[data-count]")) {
      const here = document.querySelectorAll(`[data-count=${count.dataset.count}]`);
      for (const each of here) each.replaceWith(count.cloneNode(true));
    }
    version = answer.headers.get("X-Version");
    turned = performance.now();
  }
  heard = performance.now();
  for (const panel of document.querySelectorAll(".live")) {
    const last = shown.get(place(panel));
    const due = last?.version !== version || heard - last.at > TIRED;
    if (due) window.htmx.trigger(panel, "news");
  }
}

/* How old is what stands here; a panel that did not get what is new says so by itself. */
function tell() {
  const now = performance.now();
  const late = now - heard > OLD;
  if (!late) age.querySelector("time").textContent = clock.textContent;
  age.hidden = false;
  age.classList.toggle("bad", late);
  for (const panel of document.querySelectorAll(".live")) {
    const last = shown.get(place(panel));
    const behind = late || (last?.version !== version && now - turned > OLD);
    panel.classList.toggle("stale", behind);
    if (behind) panel.dataset.asOf = `${stale} ${last?.face ?? began}`;
  }
}

if (news) {
  const turn = async () => {
    if (document.hidden || asking) return;
    asking = true;
    if (!ended) await ask().catch(() => {});
    asking = false;
    tell();
  };
  setInterval(turn, EVERY);
  document.addEventListener("visibilitychange", turn);
}
