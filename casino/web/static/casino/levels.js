/* Levels as rows in place of lines in a box: what is typed in a row is written back to its line. */

const COLUMNS = ["small", "big", "ante", "minutes"];
const box = document.querySelector("textarea[data-levels-of]");
const words = box?.dataset;
const table = document.createElement("table");
const body = document.createElement("tbody");
const undo = document.createElement("button");
const former = [];

function read(text) {
  return text
    .split(/\n/)
    .map((line) => line.toLowerCase().replaceAll("/", " ").trim().split(/\s+/))
    .filter((cells) => cells[0])
    .map((cells) => (cells[0] === "break" ? { pause: true, cells: ["", "", "", cells[1] ?? ""] } : { pause: false, cells }));
}

/* A number may be typed in groups; in its line a space would end it. */
const digits = (field) => field.value.trim().replace(/(\d)\s+(?=\d)/g, "$1");
const cellsOf = (row) => [...row.querySelectorAll("input")].map(digits);

function lineOf(row) {
  const cells = cellsOf(row);
  if (row.dataset.pause) return cells.join("") && `break ${cells[0]}`;
  return cells.some(Boolean) ? cells.map((each) => each || "0").join(" ") : "";
}

/* Numbers of lines and levels; then the box says the same as the rows. */
function write() {
  let level = 0;
  [...body.rows].forEach((row, index) => {
    if (!row.dataset.pause) level += 1;
    const name = row.dataset.pause ? words.break : `${words.level} ${level}`;
    row.cells[0].textContent = String(index + 1);
    row.cells[1].textContent = name;
    for (const field of row.querySelectorAll("input")) field.setAttribute("aria-label", `${name}: ${words[field.dataset.column]}`);
  });
  box.value = [...body.rows].map(lineOf).filter(Boolean).join("\n");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

function press(text, says, done) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small";
  button.textContent = text;
  button.title = says;
  button.setAttribute("aria-label", says);
  button.addEventListener("click", done);
  return button;
}

function add(after, { pause, cells }) {
  const row = document.createElement("tr");
  if (pause) row.dataset.pause = "yes";
  row.append(document.createElement("td"), document.createElement("th"));
  COLUMNS.forEach((column, index) => {
    const cell = document.createElement("td");
    row.append(cell);
    if (pause && column !== "minutes") return;
    const field = document.createElement("input");
    field.inputMode = "numeric";
    field.autocomplete = "off";
    field.dataset.column = column;
    field.value = cells[index] ?? "";
    cell.append(field);
  });
  const tools = document.createElement("td");
  tools.className = "buttons";
  tools.append(
    press("+", words.add, () => begin(row, false)),
    press("‖", words.pause, () => begin(row, true)),
    press("×", words.remove, () => remove(row)),
  );
  row.append(tools);
  if (after) after.after(row);
  else body.append(row);
  return row;
}

/* Taken back, it stands where it stood; what was typed since stays. */
function remove(row) {
  const [before, after] = [row.previousElementSibling, row.nextElementSibling];
  row.remove();
  const blank = body.rows.length ? null : add(null, { pause: false, cells: [] });
  remember(() => {
    if (after?.isConnected) after.before(row);
    else if (before?.isConnected) before.after(row);
    else body.append(row);
    if (blank && !lineOf(blank)) blank.remove();
    row.querySelector("input").focus();
  });
  write();
}

/* A level begins with the minutes of the one before; typing goes on in its first field. */
function begin(after, pause) {
  const minutes = pause ? "15" : (cellsOf(after).at(-1) ?? "");
  const row = add(after, { pause, cells: ["", "", pause ? "" : "0", minutes] });
  keep();
  write();
  row.querySelector("input").focus();
}

function remember(back, { all = false } = {}) {
  former.push({ back, all });
  undo.hidden = false;
}

/* Somebody goes on with these levels: none others are brought back in their place. */
function keep() {
  former.splice(0, former.map(({ all }) => all).lastIndexOf(true) + 1);
  undo.hidden = !former.length;
}

function show(text) {
  body.replaceChildren();
  const rows = read(text);
  for (const row of rows.length ? rows : [{ pause: false, cells: [] }]) add(null, row);
}

function move(field, down) {
  const row = field.closest("tr");
  const to = down ? row.nextElementSibling : row.previousElementSibling;
  if (!to) return down && begin(row, false);
  (to.querySelector(`[data-column=${field.dataset.column}]`) ?? to.querySelector("input")).focus();
}

if (box) {
  const head = document.createElement("tr");
  for (const text of ["", "", words.small, words.big, words.ante, words.minutes, ""]) {
    const cell = document.createElement(text ? "th" : "td");
    cell.textContent = text;
    head.append(cell);
  }
  table.className = "levels";
  table.createTHead().append(head);
  table.append(body);
  undo.type = "button";
  undo.className = "button small";
  undo.textContent = words.undo;
  undo.hidden = true;
  undo.addEventListener("click", () => {
    former.pop().back();
    undo.hidden = !former.length;
    write();
  });
  show(box.value);
  box.after(table, undo);
  box.closest(".field").classList.add("wide");
  write();
  if (box.autofocus) body.querySelector("input").focus();
  box.hidden = true;

  /* Who enters a cell, by key, mouse or finger, types in place of what stands there or is suggested. */
  let entered = null;
  const select = ({ target, type }) => {
    if (type === "focusin") entered = target;
    if (target === entered && target.matches("input")) target.select();
    if (type === "click") entered = null;
  };
  body.addEventListener("focusin", select);
  body.addEventListener("click", select);
  body.addEventListener("input", (event) => {
    entered = null;
    event.stopPropagation();
    keep();
    write();
  });
  body.addEventListener("change", (event) => {
    const row = event.target.closest("tr");
    const big = row.querySelector("[data-column=big]");
    const small = event.target.dataset.column === "small" && Number(digits(event.target));
    if (small && !big.value) {
      big.value = String(2 * small);
      write();
    }
  });
  body.addEventListener("keydown", (event) => {
    const down = { Enter: true, ArrowDown: true, ArrowUp: false }[event.key];
    if (down === undefined || event.ctrlKey || !event.target.matches("input")) return;
    event.preventDefault();
    move(event.target, down);
  });
  /* Levels that somebody chose: of a pace, of a template. */
  document.addEventListener("click", (event) => {
    const chosen = event.target.closest("button[data-levels]");
    if (!chosen) return;
    const rows = [...body.rows];
    remember(() => body.replaceChildren(...rows), { all: true });
    show(chosen.dataset.levels);
    write();
  });
}
