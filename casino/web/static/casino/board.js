/* The screen in the room: asks every few seconds, and says since when it has got nothing new. */

const EVERY = 2_000;
const OLD = 30_000;
const board = document.querySelector("[data-board]");
const old = document.querySelector(".old");
const time = () => board.querySelector("time");
let newest = time().dateTime;
let came = performance.now();

let shown = board.dataset.board;

async function ask() {
  const address = board.dataset.board;
  const answer = await fetch(address, { signal: AbortSignal.timeout(EVERY) });
  if (!answer.ok || address !== board.dataset.board) return;
  const text = await answer.text();
  /* A whole page instead of a part: the club has moved, and only a page is led to where it is. */
  if (/^\s*<!doctype/i.test(text)) return window.location.reload();
  const next = new DOMParser().parseFromString(text, "text/html").body;
  /* Only data that is newer counts as new: a proxy may well answer with what it kept. */
  const came_at = next.querySelector("time")?.dateTime;
  /* Another view may be of the same second. */
  if (!(came_at > newest || (address !== shown && came_at === newest))) return;
  shown = address;
  board.replaceChildren(...next.childNodes);
  newest = time().dateTime;
  came = performance.now();
  tell();
}

function tell() {
  old.hidden = performance.now() - came <= OLD;
  old.querySelector("time").textContent = time().textContent;
  board.classList.toggle("stale", !old.hidden);
}

setInterval(() => ask().catch(() => {}), EVERY);
/* A level of a tournament ended: the next one is not waited for. */
for (const sign of ["over", "ask"]) board.addEventListener(sign, () => ask().catch(() => {}));
setInterval(tell, 1_000);
