/* What moves on a page: the clock, guests found while typing, panels that follow the house. */

const clock = document.querySelector("[data-clock]");
if (clock) {
  const ahead = Date.parse(clock.dateTime) - Date.now();
  const face = new Intl.DateTimeFormat("en-GB", {
    timeZone: clock.dataset.zone,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  setInterval(() => {
    clock.textContent = face.format(Date.now() + ahead);
  }, 1000);
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
});

document.addEventListener("focusout", (event) => {
  const box = event.target.closest("[data-guest]");
  if (box && event.relatedTarget && !box.contains(event.relatedTarget)) close(box);
});

/* A hidden tab does not ask; a region somebody stands in is not changed under their hands. */
const follows = (element) => element.matches?.(".live");
const failures = new WeakMap();

document.addEventListener("htmx:beforeRequest", (event) => {
  const panel = event.detail.elt;
  if (follows(panel) && (document.hidden || panel.contains(document.activeElement))) {
    event.preventDefault();
  }
});

const LOCKED = 423;

document.addEventListener("htmx:beforeSwap", (event) => {
  /* Under the lock the page stays as it was typed. */
  if (event.detail.xhr.status === LOCKED) {
    event.detail.shouldSwap = false;
    return;
  }
  /* A whole page instead of a part: the sign-in, because the session is over. */
  if (/^\s*<!doctype/i.test(event.detail.serverResponse)) {
    event.detail.shouldSwap = false;
    window.location.reload();
    return;
  }
  const box = event.detail.target.closest("[data-guest]");
  if (box && !box.contains(document.activeElement)) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const panel = event.detail.elt;
  if (!follows(panel)) return;
  if (event.detail.successful) {
    failures.delete(panel);
    panel.classList.remove("stale");
    return;
  }
  const failed = (failures.get(panel) ?? 0) + 1;
  failures.set(panel, failed);
  if (failed === 1) panel.dataset.asOf = clock?.textContent ?? "";
  if (failed === 3) panel.classList.add("stale");
});
