/* What is left of a level: by the server's instants, never by this computer's own clock. */

const seen = new WeakSet();
const TICK = 200;
const AGAIN = 1_000;
/* How far the server is ahead of this page's counter: of all answers the fastest says it best. */
let ahead = -Infinity;
let told = 0;

const two = (number) => String(number).padStart(2, "0");

function face(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const end = `:${two(seconds % 60)}`;
  return hours ? `${hours}:${two(minutes)}${end}` : `${minutes}${end}`;
}

function count(element) {
  if (!seen.has(element)) {
    seen.add(element);
    ahead = Math.max(ahead, Date.parse(element.dataset.now) - performance.now());
  }
  const left = Date.parse(element.dataset.until) - performance.now() - ahead;
  element.textContent = face(Math.max(0, Math.ceil(left / 1000)));
  element.dispatchEvent(new CustomEvent("left", { bubbles: true, detail: { left } }));
  if (left <= 0 && performance.now() - told > AGAIN) {
    told = performance.now();
    element.dispatchEvent(new Event("over", { bubbles: true }));
  }
}

setInterval(() => document.querySelectorAll("[data-until]").forEach(count), TICK);
