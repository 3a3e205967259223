/*
 * A screen of a tournament's room: several views in turn, sounds made here, awake for a night.
 * What it shows and how loud it is, it keeps itself. Sounds are planned from the instants that the
 * clock has, so that a network that is gone for a minute does not silence them.
 */

const main = document.querySelector("[data-board]");
const setup = document.querySelector("dialog.setup");
const armed = document.querySelector(".armed");
const base = main.dataset.board.split("?")[0];
const key = `screen ${base}`;
const MINUTE = 60_000;
/* A sound that is later than this is none: the screen slept. */
const LATE = 2_000;
const USUAL = {
  views: ["clock"],
  every: 20,
  sounds: {
    level: { tone: "gong", volume: 70 },
    minute: { tone: "beep", volume: 60 },
    break: { tone: "bell", volume: 70 },
    hand: { tone: "horn", volume: 70 },
    seat: { tone: "chime", volume: 60 },
  },
};

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(key)) ?? {};
    return { ...USUAL, ...found, sounds: { ...USUAL.sounds, ...found.sounds } };
  } catch {
    return USUAL;
  }
}

let chosen = kept();
const asked = new URLSearchParams(location.search);
if (asked.get("show")) chosen = { ...chosen, views: asked.get("show").split(",") };
if (Number(asked.get("every")) >= 5) chosen = { ...chosen, every: Number(asked.get("every")) };

/* ---- sounds */

/* Frequencies, when each begins, how long it rings, and the shape of its wave. */
const TONES = {
  gong: [[98, 0, 3, "sine"], [147, 0, 2.6, "sine"], [220, 0.02, 2, "triangle"], [311, 0.02, 1.4, "sine"]],
  bell: [[880, 0, 1.6, "sine"], [1760, 0, 1, "sine"], [880, 0.7, 1.8, "sine"], [1760, 0.7, 1.1, "sine"]],
  chime: [[659, 0, 0.9, "sine"], [784, 0.25, 0.9, "sine"], [1047, 0.5, 1.4, "sine"]],
  horn: [[220, 0, 0.9, "sawtooth"], [277, 0, 0.9, "sawtooth"], [330, 0, 0.9, "sawtooth"]],
  beep: [[1000, 0, 0.18, "square"], [1000, 0.3, 0.18, "square"], [1000, 0.6, 0.18, "square"]],
};
let speaker = null;

function speak() {
  speaker ??= new AudioContext();
  return speaker.resume();
}

function sound({ tone, volume }) {
  if (!speaker || speaker.state !== "running" || !TONES[tone] || !volume) return;
  const loud = speaker.createGain();
  loud.gain.value = volume / 100 / TONES[tone].length;
  loud.connect(speaker.destination);
  for (const [pitch, after, lasts, type] of TONES[tone]) {
    const begins = speaker.currentTime + after;
    const voice = speaker.createOscillator();
    const fade = speaker.createGain();
    voice.type = type;
    voice.frequency.value = pitch;
    fade.gain.setValueAtTime(0.0001, begins);
    fade.gain.exponentialRampToValueAtTime(1, begins + 0.02);
    fade.gain.exponentialRampToValueAtTime(0.0001, begins + lasts);
    voice.connect(fade).connect(loud);
    voice.start(begins);
    voice.stop(begins + lasts + 0.05);
  }
}

function play(name) {
  main.dataset.played = name;
  sound(chosen.sounds[name]);
}

/* What was left of which level a moment ago: what lies between is sounded once. */
let before = { until: "", next: "", left: 0 };
main.addEventListener("left", ({ target, detail }) => {
  const { until, next } = target.dataset;
  /* Of the level before, whose end an answer may have brought ahead of the tick; not of one moved. */
  const left = detail.left + Date.parse(before.until) - Date.parse(until);
  const passed = (at) => before.left > at && left <= at && at - left < LATE;
  if (passed(MINUTE) && before.until === until) play("minute");
  if (passed(0) && before.next) play(before.next);
  before = { until, next, left: detail.left };
});

/* What acts change: hand for hand begins, a seat is open for who waits. */
let state = null;
let skipped = 0;
function look() {
  const room = main.querySelector("[data-room]");
  if (!room) return;
  const now = { hand: room.dataset.hand ?? "", seat: room.dataset.seat };
  if (state && now.hand && !state.hand) play("hand");
  if (state && now.seat !== "0" && now.seat !== state.seat) play("seat");
  state = now;
  /* A view without anything in it is passed over, but for where all are empty. */
  skipped = main.querySelector("[data-empty]") ? skipped + 1 : 0;
  if (skipped && skipped < chosen.views.length) turn();
}
new MutationObserver(look).observe(main, { childList: true });
look();

/* ---- without a network: the next levels were told beforehand */

main.addEventListener("over", ({ target }) => {
  const face = target.closest("[data-face]");
  const next = face?.querySelector("template");
  if (!next) return;
  const rest = [...face.querySelectorAll("template")].slice(1);
  face.replaceChildren(next.content.cloneNode(true), ...rest);
});

/* ---- views in turn */

let place = 0;
const address = (view) => `${base}${view}/?part=room`;
function turn() {
  place = (place + 1) % chosen.views.length;
  main.dataset.board = address(chosen.views[place]);
  main.dispatchEvent(new Event("ask"));
}
let turning = 0;
function begin() {
  clearInterval(turning);
  place = -1;
  turn();
  if (chosen.views.length > 1) turning = setInterval(turn, chosen.every * 1_000);
}
if (chosen.views.join() !== "clock") begin();

/* ---- set up */

const boxes = [...setup.querySelectorAll("[name=view]")];
const every = setup.querySelector("[name=every]");
const rows = [...setup.querySelectorAll("[data-sound]")];
const partsOf = (row) => [row.querySelector("select"), row.querySelector("[type=range]")];

function show() {
  for (const box of boxes) box.checked = chosen.views.includes(box.value);
  every.value = chosen.every;
  for (const row of rows) {
    const [tone, volume] = partsOf(row);
    ({ tone: tone.value, volume: volume.value } = chosen.sounds[row.dataset.sound]);
  }
}

function keep() {
  const views = boxes.filter((box) => box.checked).map((box) => box.value);
  const sounds = rows.map((row) => {
    const [tone, volume] = partsOf(row);
    return [row.dataset.sound, { tone: tone.value, volume: Number(volume.value) }];
  });
  chosen = {
    views: views.length ? views : USUAL.views,
    every: Math.max(5, Number(every.value) || USUAL.every),
    sounds: Object.fromEntries(sounds),
  };
  localStorage.setItem(key, JSON.stringify(chosen));
}

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  await navigator.wakeLock.request("screen").catch(() => {});
}

/* A browser makes no sound before somebody touched the page; until then the screen says so. */
function tell() {
  armed.hidden = speaker?.state === "running" || rows.every((row) => chosen.sounds[row.dataset.sound].tone === "off");
}

async function start() {
  if (setup.open) {
    keep();
    begin();
    setup.close();
  }
  await speak();
  tell();
  await document.documentElement.requestFullscreen?.().catch(() => {});
  await stayAwake();
}

for (const button of document.querySelectorAll("[data-start]")) button.addEventListener("click", start);
document.querySelector(".gear").addEventListener("click", () => {
  show();
  setup.showModal();
});
setup.addEventListener("change", keep);
setup.addEventListener("close", () => {
  keep();
  begin();
  tell();
});
for (const row of rows) {
  row.querySelector("[data-try]").addEventListener("click", async () => {
    keep();
    await speak();
    sound(chosen.sounds[row.dataset.sound]);
    tell();
  });
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
tell();
/* Against burning in: the picture moves a little each minute. */
setInterval(() => main.classList.toggle("shifted"), MINUTE);
