// Counterparts: what is hovered or focused lights up in all graphs and in the source; what is selected stays lit.
//
// `data-el` holds the names that an element answers to; elements with a name in common are counterparts.
import { all, announce, find, on, part, state } from "./page.js";
import { updateAddress } from "./address.js";
import { lineAt, scrollToLine } from "./editor.js";
import { reveal } from "./panes.js";

const names = (element) => element.dataset.el.split(" ");
/** An element's own name: the first. */
const nameOf = (element) => names(element)[0];

let lit = [];
let litBy = null;
const dim = () => { for (const element of lit) element.classList.remove("is-related"); lit = []; litBy = null; };
const light = (element) => {
  if (element === litBy) return;
  dim();
  litBy = element;
  if (!element) return;
  const wanted = new Set(names(element));
  for (const other of all("[data-el]")) {
    if (other === element || other.classList.contains("is-related") || !names(other).some((name) => wanted.has(name))) continue;
    other.classList.add("is-related");
    lit.push(other);
  }
};

/** Counterparts of what is selected: lit until it no longer is. */
let kept = [];
const showSelection = () => {
  for (const element of all(".is-selected")) element.classList.remove("is-selected");
  for (const element of kept) element.classList.remove("is-related");
  kept = [];
  if (!state.selected) return false;
  const everything = all("[data-el]");
  const has = (element) => names(element).includes(state.selected);
  const chosen = everything.find((element) => nameOf(element) === state.selected) ?? everything.find(has);
  if (!chosen) { state.selected = null; return false; }
  const wanted = new Set(names(chosen));
  for (const element of everything) {
    // A vertex that holds what is selected is its counterpart, not itself.
    if (has(element) && (element === chosen || !element.classList.contains("vertex"))) element.classList.add("is-selected");
    else if (!element.classList.contains("is-related") && names(element).some((name) => wanted.has(name))) {
      element.classList.add("is-related");
      kept.push(element);
    }
  }
  return true;
};

/** Selects the element with this name, or nothing. */
const select = (name, label = "") => {
  dim();
  state.selected = name;
  const found = showSelection();
  updateAddress();
  if (!found) { announce("Nothing is selected."); return; }
  for (const pane of all(".pane")) reveal(find(".is-selected", pane));
  const line = find(".code__line.is-selected");
  if (line) scrollToLine([...part("lines").children].indexOf(line) + 1);
  announce(`Selected: ${label}`);
};

/** Clears the selection; gives back whether there was one. */
export const clearSelection = () => {
  if (!state.selected) return false;
  select(null);
  return true;
};

export const startSelection = () => {
  document.addEventListener("pointerover", (event) => {
    const element = event.target.closest?.("[data-el]");
    if (element) light(element);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.target.closest?.("[data-el]") && !event.relatedTarget?.closest?.("[data-el]")) dim();
  });
  // The text area covers the lines: the pointer's height says which it is over.
  const input = find(".code__input");
  input.addEventListener("pointermove", (event) => {
    const line = lineAt(event);
    if (line?.dataset.el) light(line); else dim();
  });
  input.addEventListener("pointerleave", dim);
  document.addEventListener("focusin", (event) => {
    const element = event.target.closest("[data-el]");
    if (element) light(element); else if (litBy) dim();
  });
  document.addEventListener("click", (event) => {
    const drawn = event.target.closest(".pane [data-el]");
    if (drawn && !event.target.closest("[data-copy]")) {
      select(nameOf(drawn), drawn.getAttribute("aria-label"));
      return;
    }
    const line = event.target.closest(".code__gutter")?.parentElement;
    if (line?.dataset.el) select(names(line).find((name) => name.startsWith("n")) ?? nameOf(line), line.textContent.trim());
  });
  document.addEventListener("keydown", (event) => {
    const drawn = event.target.matches?.(".pane [data-el]") ? event.target : null;
    if (drawn && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); select(nameOf(drawn), drawn.getAttribute("aria-label")); }
  });
  on("replaced", (replaced) => { if (replaced.has("panes") || replaced.has("lines")) { lit = []; litBy = null; showSelection(); } });
  showSelection();
};
