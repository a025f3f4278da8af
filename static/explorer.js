// Starts what makes the page quick. Without it the page is complete and its links lead on; see the modules for each part.
import { followHistory, readAddress, updateAddress } from "./address.js";
import { startDialogs } from "./dialogs.js";
import { setText, startEditor } from "./editor.js";
import { startFind } from "./find.js";
import { startInspector } from "./inspector.js";
import { startKeys } from "./keys.js";
import { startLinks } from "./links.js";
import { emit, part, state } from "./page.js";
import { startPanes } from "./panes.js";
import { startReading } from "./reading.js";
import { startSelection } from "./selection.js";
import { showOrigin, startShare } from "./share.js";
import { startSteps } from "./steps.js";
import { startViews } from "./views.js";
import { startWhatIf } from "./what-if.js";

startEditor();
state.planned = state.text;
if (location.pathname !== "/") state.origin = { path: location.pathname, text: state.text, id: document.body.dataset.saved ?? null };
const restored = readAddress(setText);
startDialogs();
startPanes();
startSteps();
startSelection();
startInspector();
startViews();
startFind();
startShare();
startKeys();
startLinks();
startWhatIf();
startReading();
followHistory(setText);
const fromLink = await restored;
// What the plan does not have cannot be selected; what lies over the page, or in its place, is shown only now.
if (!part("inspector").dataset.name) state.select = null;
emit("arrived", { ...state, find: null, view: fromLink ? null : state.view });
// A text that a form sent, before this script had come, is in the address from now on.
if ("posted" in document.body.dataset) updateAddress();
showOrigin();
document.documentElement.dataset.ready = "";
