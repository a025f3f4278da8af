// The keys that the help lists. While somebody types, all keys are theirs.
import { closeMenus, isDialogOpen, openDialog } from "./dialogs.js";
import { isWelcome } from "./page.js";
import { focusPane, toggleAlone, zoomCurrent } from "./panes.js";
import { openFind } from "./find.js";
import { toInspector } from "./inspector.js";
import { clearSelection } from "./selection.js";
import { move, moveBreak, movePhase, moveToFinished, moveToFirst } from "./steps.js";
import { isExplorer, toExplorer } from "./views.js";

const EXPLORER = {
  ArrowLeft: (event) => event.shiftKey ? movePhase(-1) : move(-1, event.repeat),
  ArrowRight: (event) => event.shiftKey ? movePhase(1) : move(1, event.repeat),
  Home: moveToFirst,
  End: moveToFinished,
  j: () => moveBreak(1),
  k: () => moveBreak(-1),
  1: () => focusPane(1),
  2: () => focusPane(2),
  3: () => focusPane(3),
  m: toggleAlone,
  i: toInspector,
  "+": () => zoomCurrent("in"),
  "-": () => zoomCurrent("out"),
  "−": () => zoomCurrent("out"),
  0: () => zoomCurrent("fit"),
};

const isTyping = (element) => element.closest("textarea, input, select, [contenteditable]") !== null;

export const startKeys = () => {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      // The browser closes a dialog itself.
      if (isDialogOpen() || closeMenus()) return;
      if (isTyping(event.target)) event.target.blur();
      else if (!isExplorer()) toExplorer();
      else if (!clearSelection()) moveToFinished();
      return;
    }
    if (isTyping(event.target) || isDialogOpen()) return;
    if (event.key === "?") { event.preventDefault(); openDialog("help"); return; }
    if (event.key === "/") { event.preventDefault(); openFind(); return; }
    const act = isWelcome() || !isExplorer() ? null : EXPLORER[event.key];
    if (act) { event.preventDefault(); act(event); }
  });
};
