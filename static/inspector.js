// The inspector: the server says what there is to know of the selected element, and the page shows the latest answer.
import { all, announce, ask, failure, find, on, emit, part, query, replaceParts, state } from "./page.js";
import { updateAddress } from "./address.js";
import { select } from "./selection.js";

const title = () => find(".inspector__title");

let asked = 0;
let toFocus = false;
const fetchInspector = async () => {
  const mine = asked += 1;
  try {
    const html = await ask(`/explorer/inspector${query({ find: null })}`, state.planned);
    if (mine !== asked) return;
    replaceParts(html);
    emit("replaced", new Set(["inspector"]));
    if (!title()) return;
    announce(`Selected: ${find(".inspector__sub").textContent}`);
    if (toFocus) title().focus();
  } catch (error) {
    failure(error.message);
  } finally {
    if (mine === asked) toFocus = false;
  }
};

const close = () => {
  asked += 1;
  const nothing = document.createElement("div");
  nothing.dataset.part = "inspector";
  nothing.hidden = true;
  part("inspector").replaceWith(nothing);
};

/** Says which of the steps is the present one, and whether the element exists by then. */
const showStep = () => {
  const inspector = part("inspector");
  if (!inspector.dataset.name) return;
  for (const link of all(".trail [data-step-link]", inspector)) {
    if (Number(link.dataset.stepLink) === state.step) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
  }
  const made = Number(inspector.dataset.made ?? 0);
  find(".inspector__ghost", inspector).hidden = state.step === null || made <= state.step;
};

/** Into the inspector of what is selected, or of what has the focus; and back out of it. */
export const toInspector = () => {
  const inspector = part("inspector");
  const drawn = document.activeElement?.closest?.(".pane [data-el]");
  if (inspector.contains(document.activeElement)) find("#main").focus();
  else if (drawn && drawn.dataset.el.split(" ")[0] !== state.select) select(drawn.dataset.el.split(" ")[0], { from: drawn, byKeyboard: true });
  else if (title()) title().focus();
  else announce("Nothing is selected.");
};

export const startInspector = () => {
  on("arrived", (before) => {
    if (state.select === before.select) return;
    if (state.select) fetchInspector(); else close();
  });
  on("selected", ({ byKeyboard }) => {
    if (!byKeyboard) return;
    // What is there already has the name; else the focus follows when it has come.
    if (part("inspector").dataset.name === state.select) title().focus(); else toFocus = true;
  });
  on("stepped", showStep);
  on("replaced", (replaced) => {
    if (!replaced.has("inspector")) return;
    if (state.select && !part("inspector").dataset.name) {
      // The plan has no such element.
      state.select = null;
      updateAddress();
    }
    showStep();
  });
};
