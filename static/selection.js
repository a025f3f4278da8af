// Counterparts: what is hovered or focused lights up in all graphs and in the source; what is selected stays lit.
//
// `data-el` holds the names that an element answers to; elements with a name in common are counterparts.
import { all, announce, find, on, emit, part, state } from "./page.js";
import { go } from "./address.js";
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
  if (!state.select) return;
  const everything = all(":is(.pane, .code) [data-el]");
  const has = (element) => names(element).includes(state.select);
  // What is in a folded vertex is not drawn.
  const chosen = everything.find((element) => nameOf(element) === state.select) ?? everything.find(has);
  if (!chosen) return;
  const wanted = new Set(names(chosen));
  for (const element of everything) {
    // A vertex that holds what is selected is its counterpart, not itself.
    if (has(element) && (element === chosen || !element.classList.contains("vertex"))) element.classList.add("is-selected");
    else if (!element.classList.contains("is-related") && names(element).some((name) => wanted.has(name))) {
      element.classList.add("is-related");
      kept.push(element);
    }
  }
};

/** Brings what is selected into sight, wherever it is drawn. */
const revealSelection = () => {
  for (const pane of all(".pane")) reveal(find(".is-selected", pane));
  const line = find(".code__line.is-selected");
  if (line) scrollToLine([...part("lines").children].indexOf(line) + 1);
};

/** What was chosen last, to which the focus goes back. */
let opener = null;
const drawnAs = ({ pane, name }) => {
  const candidates = all(pane ? `.pane[data-pane="${pane}"] [data-el]` : ".pane [data-el]");
  const drawn = candidates.find((element) => nameOf(element) === name) ?? candidates.find((element) => names(element).includes(name));
  return drawn?.matches("g.vertex:not([tabindex])") ? find("a, [tabindex]", drawn) : drawn;
};

/** Selects the element with this name, and changes what else is shown. With the keyboard one goes on in the inspector. */
export const select = (name, { from = null, byKeyboard = false, changes = {} } = {}) => {
  dim();
  opener = { pane: from?.closest(".pane")?.dataset.pane, name };
  if (state.select !== name || Object.keys(changes).length > 0) go({ ...changes, select: name });
  emit("selected", { byKeyboard });
};

/** Clears the selection; gives back whether there was one. */
export const clearSelection = () => {
  if (!state.select) return false;
  const name = state.select;
  const inside = part("inspector").contains(document.activeElement);
  dim();
  go({ select: null });
  announce("Nothing is selected.");
  if (inside) (drawnAs(opener ?? { name }) ?? drawnAs({ name }) ?? find("#main")).focus({ preventScroll: true });
  return true;
};

const isPlain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

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
    if (!isPlain(event) || event.defaultPrevented) return;
    const drawn = event.target.closest(".pane [data-el]");
    if (drawn && !event.target.closest("[data-copy]")) {
      event.preventDefault();
      // A key has no pointer that was clicked how often.
      select(nameOf(drawn), { from: drawn, byKeyboard: event.detail === 0 });
      return;
    }
    const near = event.target.closest("[data-select]");
    if (near) {
      event.preventDefault();
      select(near.dataset.select, { byKeyboard: event.detail === 0 });
      return;
    }
    if (event.target.closest("[data-unselect]")) {
      event.preventDefault();
      clearSelection();
      return;
    }
    const line = event.target.closest(".code__gutter")?.parentElement;
    if (line?.dataset.el) select(names(line).find((name) => name.startsWith("n")) ?? nameOf(line));
  });
  // Links answer to Enter; what is drawn does so to the space bar too.
  document.addEventListener("keydown", (event) => {
    const drawn = event.target.closest?.(".pane [data-el]");
    const enters = event.key === " " || (event.key === "Enter" && !event.target.matches("a"));
    if (drawn && enters && !event.target.closest("[data-copy]")) { event.preventDefault(); select(nameOf(drawn), { from: drawn, byKeyboard: true }); }
  });
  on("replaced", (replaced) => { if (replaced.has("panes") || replaced.has("lines")) { lit = []; litBy = null; showSelection(); } });
  on("arrived", (before) => { if (state.select !== before.select) { showSelection(); revealSelection(); } });
  showSelection();
};
