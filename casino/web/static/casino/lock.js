/*
 * The lock of the till: the page stays under it as it was typed, and the PIN opens it again. Until
 * the server has heard of it, it is told again and again, and the browser keeps whose it is: a page
 * that is loaded meanwhile comes locked.
 *
 * A session has one lock, and may have several pages: who works in one of them is there, and all
 * lock and open together.
 */

const lock = document.getElementById("lock");
const IDLE_MS = 15 * 60 * 1000;
const AGAIN_MS = 2000;
const UNTOLD = "locked";
const [SEEN, OPENED] = ["seen", "opened"];

/* When somebody was last seen at any page of the browser. */
const latest = () => Number(localStorage.getItem(SEEN)) || 0;
const see = () => localStorage.setItem(SEEN, String(Date.now()));

const send = (form, more) =>
  fetch(form.action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ ...Object.fromEntries(new FormData(form)), ...more }),
  });

function cover() {
  if (lock.open) return;
  lock.showModal();
  document.body.classList.add("locked");
  lock.querySelector("[name=pin]").focus();
}

function uncover() {
  document.body.classList.remove("locked");
  lock.close();
}

function close() {
  if (lock.open) return;
  cover();
  localStorage.setItem(UNTOLD, lock.dataset.user);
  tell();
}

async function tell() {
  if (localStorage.getItem(UNTOLD) !== lock.dataset.user) return;
  const answer = await send(document.getElementById("lock-now"), {}).catch(() => null);
  if (answer?.ok) localStorage.removeItem(UNTOLD);
  else setTimeout(tell, AGAIN_MS);
}

async function open(event) {
  event.preventDefault();
  const [said, field] = [lock.querySelector("output"), lock.querySelector("[name=pin]")];
  const answer = await send(event.target, {}).catch(() => null);
  field.value = "";
  if (answer?.status === 204) {
    said.textContent = "";
    localStorage.removeItem(UNTOLD);
    see();
    localStorage.setItem(OPENED, `${lock.dataset.user} ${Date.now()}`);
    uncover();
  } else if (answer?.status === 422) {
    said.textContent = (await answer.json()).message;
  } else if (answer) {
    window.location.assign("/sign-in/");
  } else {
    said.textContent = document.body.dataset.silent;
  }
}

if (lock) {
  document.getElementById("lock-now").addEventListener("submit", (event) => {
    event.preventDefault();
    close();
  });
  /* Escape would close any dialog; this one only the PIN closes. */
  lock.addEventListener("keydown", (event) => {
    if (event.key === "Escape") event.preventDefault();
  });
  lock.addEventListener("close", () => {
    if (document.body.classList.contains("locked")) lock.showModal();
  });
  lock.querySelector("form").addEventListener("submit", open);
  for (const sign of ["keydown", "click"]) {
    document.addEventListener(sign, () => {
      if (!lock.open) see();
    });
  }
  see();
  window.addEventListener("storage", ({ key, newValue }) => {
    const [user] = (newValue ?? "").split(" ");
    if (user !== lock.dataset.user) return;
    if (key === UNTOLD) cover();
    if (key === OPENED) uncover();
  });
  if (localStorage.getItem(UNTOLD) === lock.dataset.user) close();
  setInterval(() => {
    if (Date.now() - latest() > IDLE_MS) close();
  }, 10_000);
}
