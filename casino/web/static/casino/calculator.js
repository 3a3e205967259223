/* A calculator's form comes anew with other fields: what is typed meanwhile stays as it is typed. */

/* A name is one field's. Buttons share theirs: each keeps the row of its own value. */
const FIELDS = "input[name]:not([type=hidden]), select[name]";
const fieldsOf = (form) => [...form.querySelectorAll(FIELDS)];
const isTick = (field) => field.type === "checkbox";
const valueOf = (field) => (isTick(field) ? field.checked : field.value);

/* By name: what was sent with each request, and what differs from it when its answer comes. */
const sent = new WeakMap();
let typed = new Map();

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (elt.form?.id !== "question") return;
  sent.set(xhr, new Map(fieldsOf(elt.form).map((field) => [field.name, valueOf(field)])));
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  const known = sent.get(xhr);
  if (!known) return;
  const changed = fieldsOf(target).filter((field) => known.get(field.name) !== valueOf(field));
  typed = new Map(changed.map((field) => [field.name, valueOf(field)]));
});

document.addEventListener("htmx:afterSwap", () => {
  for (const field of fieldsOf(document.getElementById("question"))) {
    if (!typed.has(field.name)) continue;
    if (isTick(field)) field.checked = typed.get(field.name);
    else field.value = typed.get(field.name);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

/* What was chosen meanwhile asks for other fields itself. */
document.addEventListener("htmx:afterSettle", () => {
  const form = document.getElementById("question");
  const asks = fieldsOf(form).find((field) => typed.has(field.name) && field.matches("[hx-post]"));
  typed = new Map();
  if (asks) window.htmx.trigger(asks, "change");
});
