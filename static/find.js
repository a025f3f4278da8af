// Find: the server finds while one types; arrows choose, Enter selects. What is looked for is in the address.
import { all, ask, announce, failure, find, isWelcome, on, part, query, replaceParts, state } from "./page.js";
import { go, updateAddress } from "./address.js";
import { openDialog } from "./dialogs.js";
import { select } from "./selection.js";

const dialog = find("#find");
const input = find(".find__input");
const hits = () => all(".hit", dialog);
const chosen = () => find(".hit[aria-selected=true]", dialog);

const choose = (hit) => {
  for (const other of hits()) other.setAttribute("aria-selected", String(other === hit));
  if (hit) input.setAttribute("aria-activedescendant", hit.id); else input.removeAttribute("aria-activedescendant");
  hit?.scrollIntoView({ block: "nearest" });
};

/** Links become options of a list that the input controls. */
const dress = () => {
  find(".find__results", dialog)?.setAttribute("role", "listbox");
  for (const hit of hits()) { hit.setAttribute("role", "option"); hit.tabIndex = -1; }
  choose(hits()[0] ?? null);
};

/** An address takes 8 kB: of a whole stack trace the ids go first, and as much of its beginning as there is room for. */
const inAnAddress = (text) => {
  const isTooLong = (shown) => new URLSearchParams({ find: shown }).toString().length > 6000;
  if (!isTooLong(text)) return text;
  const ids = [...new Set(text.match(/\b[0-9a-f]{32}\b/gi) ?? [])].slice(0, 50);
  let length = text.length;
  let shown;
  do { length = Math.floor(length / 2); shown = [...ids, text.slice(0, length)].join(" "); } while (length > 0 && isTooLong(shown));
  return shown;
};

let asked = 0;
const search = async () => {
  const mine = asked += 1;
  try {
    const html = await ask(`/explorer/find${query({ find: state.find })}`, state.planned);
    if (mine !== asked) return;
    replaceParts(html);
    dress();
    const understood = find(".find__more", dialog)?.textContent ?? "";
    announce(`${find("[data-count-found]", dialog)?.textContent ?? ""} ${understood}`.trim());
  } catch (error) {
    failure(error.message);
  }
};

/** Shows the dialog as the state has it. */
const show = () => {
  if (state.find === null || isWelcome()) { if (dialog.open) dialog.close(); return; }
  if (!dialog.matches(":modal")) {
    dialog.removeAttribute("open");
    openDialog("find");
  }
  if (input.value !== state.find) input.value = state.find;
  input.select();
  search();
};

export const openFind = () => { if (!isWelcome()) go({ find: "" }); };

let timer = 0;
const enter = (hit) => select(hit.dataset.hit, { byKeyboard: true, changes: { find: null, view: null, reason: null, page: null } });

export const startFind = () => {
  for (const [name, value] of [["role", "combobox"], ["aria-expanded", "true"], ["aria-controls", "find-results"], ["aria-autocomplete", "list"]]) input.setAttribute(name, value);
  input.addEventListener("input", () => {
    state.find = inAnAddress(input.value);
    clearTimeout(timer);
    timer = setTimeout(() => { if (state.find !== null) { updateAddress(); search(); } }, 80);
  });
  // An error message is pasted whole, with its lines.
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.includes("\n")) return;
    event.preventDefault();
    input.setRangeText(text.replace(/\s*\n\s*/g, " "), input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new Event("input"));
  });
  find(".find", dialog).addEventListener("submit", (event) => { event.preventDefault(); if (chosen()) enter(chosen()); });
  dialog.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const list = hits();
    choose(list[(list.indexOf(chosen()) + by + list.length) % list.length] ?? null);
  });
  dialog.addEventListener("click", (event) => {
    const hit = event.target.closest(".hit");
    if (hit && !event.ctrlKey && !event.metaKey) { event.preventDefault(); enter(hit); }
    if (event.target.closest("[data-close]")) event.preventDefault();
  });
  dialog.addEventListener("close", () => { if (state.find !== null) go({ find: null }, { push: false }); });
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open-find]");
    if (opener && !event.ctrlKey && !event.metaKey) { event.preventDefault(); openFind(); }
  });
  on("arrived", (before) => { if (state.find !== before.find) show(); });
};
