/* Beside what is typed: what it comes to, and what is left of what it has to come to. */

const HUNDRED = 100;
const NUMBER = /^(\d{1,12})(?:[.,](\d{1,2}))?$/;

/* Hundredths, or whole chips; what is no number counts nothing until it is one. */
function read(text, whole) {
  const match = NUMBER.exec(text.replace(/[\s\u00a0]/g, ""));
  if (!match || (whole && match[2])) return 0;
  return whole ? Number(match[1]) : Number(match[1]) * HUNDRED + Number((match[2] ?? "").padEnd(2, "0"));
}

function written(number, whole) {
  const sign = number < 0 ? "\u2212" : "";
  const units = String(whole ? Math.abs(number) : Math.floor(Math.abs(number) / HUNDRED));
  const grouped = units.replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  const rest = whole ? "" : `,${String(Math.abs(number) % HUNDRED).padStart(2, "0")}`;
  return `${sign}${grouped}${rest}`;
}

function add(output) {
  const { sumOf, total, sum, left } = output.dataset;
  const [whole, several] = ["whole" in output.dataset, "several" in output.dataset];
  const fields = [...document.querySelectorAll(sumOf)];
  const typed = fields.flatMap((field) => (several ? field.value.trim().split(/\s+/) : [field.value]));
  const found = typed.reduce((so_far, text) => so_far + read(text, whole), 0);
  const rest = Number(total) - found;
  output.textContent = `${sum} ${written(found, whole)} · ${left} ${written(rest, whole)}`;
  output.classList.toggle("bad", rest !== 0 && typed.some(Boolean));
}

const all = () => document.querySelectorAll("output[data-sum-of]").forEach(add);
document.addEventListener("input", all);
all();
