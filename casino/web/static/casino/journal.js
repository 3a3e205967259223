/* A document of the general journal: its lines by keyboard, what is missing said while one types. */

const HUNDRED = 100;
const NUMBER = /^(\d{1,12})(?:[.,](\d{1,2}))?$/;
const form = document.querySelector("form[data-journal]");

function read(text) {
  const match = NUMBER.exec(text.replace(/[\s\u00a0]/g, ""));
  return match ? Number(match[1]) * HUNDRED + Number((match[2] ?? "").padEnd(2, "0")) : 0;
}

function written(cents) {
  const units = String(Math.floor(cents / HUNDRED)).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  return `${units},${String(cents % HUNDRED).padStart(2, "0")}`;
}

const sum = (side) => [...form.querySelectorAll(`[name^=${side}_]`)].reduce((all, each) => all + read(each.value), 0);

function addUp() {
  const [debit, credit] = [sum("debit"), sum("credit")];
  form.querySelector("[data-debit]").textContent = written(debit);
  form.querySelector("[data-credit]").textContent = written(credit);
  const out = form.querySelector("[data-difference]");
  const side = debit < credit ? "missingDebit" : "missingCredit";
  const balanced = debit ? out.dataset.balanced : "";
  out.textContent = debit === credit ? balanced : `${out.dataset[side]} ${written(Math.abs(debit - credit))}`;
  out.classList.toggle("bad", debit !== credit);
}

function addLine(row) {
  const next = row.cloneNode(true);
  const number = row.parentElement.rows.length;
  next.cells[0].textContent = number + 1;
  for (const field of next.querySelectorAll("input")) {
    field.name = field.name.replace(/\d+$/, number);
    field.id = `id_${field.name}`;
    field.value = "";
    field.removeAttribute("aria-invalid");
  }
  for (const label of next.querySelectorAll("label")) label.htmlFor = label.htmlFor.replace(/\d+$/, number);
  for (const error of next.querySelectorAll(".error")) error.remove();
  row.after(next);
  return next;
}

function follow(field) {
  const row = field.closest("tr");
  const most = Number(form.dataset.journal);
  const next = row.nextElementSibling ?? (row.parentElement.rows.length < most && addLine(row));
  if (next) next.querySelector("input").focus();
}

/* Enter: the next line. = in an amount: what is missing on that side. */
function press(event) {
  const field = event.target;
  if (!field.closest("tbody") || event.ctrlKey) return;
  if (event.key === "Enter") {
    event.preventDefault();
    follow(field);
  } else if (event.key === "=" && /^(debit|credit)_/.test(field.name)) {
    event.preventDefault();
    field.value = "";
    const [mine, other] = field.name.startsWith("debit") ? [sum("debit"), sum("credit")] : [sum("credit"), sum("debit")];
    if (other > mine) field.value = written(other - mine);
    addUp();
  }
}

if (form) {
  form.addEventListener("input", addUp);
  form.addEventListener("keydown", press);
  addUp();
}
