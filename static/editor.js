// The editor: a text area over the coloured lines that the server rendered. Both have the same metrics and scroll as one.
//
// While somebody types, changed lines are shown plain at once, so that the text never lags; the server's lines follow.
import { find, isWelcome, on, part, replan, showExplorer, state } from "./page.js";
import { updateAddress } from "./address.js";

const PAUSE = 250;
const input = find(".code__input");
const sheet = find(".code__sheet");

/** A text as the server's lines show it: what cannot be seen, or changes directions, as a replacement character. */
const visible = (text) => text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, "\ufffd");

const plainLine = (text) => {
  const line = document.createElement("li");
  line.className = "code__line";
  const gutter = document.createElement("span");
  gutter.className = "code__gutter";
  const mark = document.createElement("span");
  mark.className = "code__mark";
  gutter.append(mark);
  const shown = document.createElement("span");
  shown.className = "code__text";
  shown.textContent = text;
  line.append(gutter, shown);
  return line;
};

/** Shows the lines of a text, keeping those that are unchanged at the beginning and the end. */
const showPlain = (text) => {
  const list = part("lines");
  const lines = visible(text).split("\n");
  const old = [...list.children];
  const same = (line, at) => line.lastElementChild.textContent === lines[at];
  let head = 0;
  while (head < Math.min(old.length, lines.length) && same(old[head], head)) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, lines.length) - head && same(old[old.length - 1 - tail], lines.length - 1 - tail)) tail += 1;
  for (const line of old.slice(head, old.length - tail)) line.remove();
  const before = list.children[head] ?? null;
  const fresh = document.createDocumentFragment();
  for (const line of lines.slice(head, lines.length - tail)) fresh.append(plainLine(line));
  list.insertBefore(fresh, before);
  fit(lines.length);
};

const fit = (lines) => sheet.classList.toggle("code__sheet--many", lines > 999);

let timer = 0;
const changed = () => {
  state.text = input.value;
  showPlain(state.text);
  clearTimeout(timer);
  timer = setTimeout(() => { replan(); updateAddress(); }, PAUSE);
};

/** Replaces the whole text. */
export const setText = (text) => {
  clearTimeout(timer);
  input.value = text;
  state.text = input.value;
  showPlain(state.text);
};

/** Puts a text in the place of the present one, as an edit that can be undone, of no more than what is other. */
export const replaceText = (text) => {
  const old = input.value;
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old[head] === text[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  goToOffset(head, old.length - tail);
  const middle = text.slice(head, text.length - tail);
  if (!document.execCommand(middle ? "insertText" : "delete", false, middle)) input.setRangeText(middle);
  changed();
};

/** Shows the plan of a text that was pasted on the first visit. */
export const open = async (text) => {
  showExplorer();
  setText(text);
  Object.assign(state, { step: null, as: null, assume: null, change: null });
  await updateAddress({ push: true });
  await replan();
  find("#main").focus();
};

/** Brings a place in the text into sight, with the caret there. */
const goToOffset = (start, end = start) => {
  input.focus();
  input.setSelectionRange(start, end);
  const line = state.text.slice(0, start).split("\n").length;
  scrollToLine(line);
};

export const scrollToLine = (line) => {
  const target = part("lines").children[line - 1];
  const box = find(".code");
  if (!target || box.offsetParent === null) return;
  const top = target.offsetTop - box.scrollTop;
  if (top < 0 || top > box.clientHeight - 40) box.scrollTop = target.offsetTop - box.clientHeight / 3;
};

/** The line under the pointer. */
export const lineAt = (event) => {
  const first = part("lines").firstElementChild;
  if (!first) return null;
  const at = Math.floor((event.clientY - first.getBoundingClientRect().top) / first.offsetHeight);
  return part("lines").children[at] ?? null;
};

const welcome = () => {
  const form = find(".paste");
  if (!form) return;
  const area = find(".paste__area");
  form.addEventListener("submit", (event) => { event.preventDefault(); open(area.value); });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); form.requestSubmit(); }
  });
};

/** A file dropped on the page is its text. */
const drops = () => {
  const has = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const mark = (on) => find(".paste")?.classList.toggle("is-target", on && isWelcome());
  addEventListener("dragover", (event) => { if (has(event)) { event.preventDefault(); mark(true); } });
  addEventListener("dragleave", () => mark(false));
  addEventListener("drop", async (event) => {
    if (!has(event)) return;
    event.preventDefault();
    mark(false);
    const file = event.dataTransfer.files[0];
    if (file) open(await file.text());
  });
};

export const startEditor = () => {
  state.text = input.value;
  part("lines").setAttribute("aria-hidden", "true");
  fit(part("lines").children.length);
  input.addEventListener("input", changed);
  // Whoever leaves it wants to see where lines begin; a window that is left keeps its place.
  input.addEventListener("blur", () => { if (document.activeElement !== input) find(".code").scrollLeft = 0; });
  find(".code").addEventListener("submit", (event) => event.preventDefault());
  on("replaced", (replaced) => {
    if (!replaced.has("lines")) return;
    part("lines").setAttribute("aria-hidden", "true");
    // Somebody typed on since: keep what they see true.
    if (input.value !== state.text || part("lines").children.length !== state.text.split("\n").length) showPlain(input.value);
    fit(part("lines").children.length);
  });
  document.addEventListener("click", (event) => {
    const place = event.target.closest("[data-place]");
    if (place) { event.preventDefault(); openSource(); goToOffset(Number(place.dataset.place)); }
    const line = event.target.closest("[data-line]");
    if (line) { event.preventDefault(); openSource(); scrollToLine(Number(line.dataset.line)); }
    const fix = event.target.closest("[data-fix]");
    if (fix) {
      goToOffset(Number(fix.dataset.start), Number(fix.dataset.end));
      // The only way to change a text area that can be undone.
      if (!document.execCommand("insertText", false, fix.dataset.fix)) {
        input.setRangeText(fix.dataset.fix);
        changed();
      }
    }
    if (event.target.closest("[data-source-toggle]")) { event.preventDefault(); toggleSource(); }
  });
  on("arrived", (before) => { if (state.pane !== before.pane) workspace.classList.toggle("is-source-open", state.pane === "source"); });
  welcome();
  drops();
};

const workspace = find(".workspace");
/** Opens or folds the source; that it is open is in the address. */
const setSource = (open) => {
  workspace.classList.toggle("is-source-open", open);
  if (open === (state.pane === "source")) return;
  state.pane = open ? "source" : null;
  updateAddress();
};
const toggleSource = () => {
  const open = !workspace.classList.contains("is-source-open");
  setSource(open);
  try { localStorage.setItem("planscope-source", open ? "open" : "rail"); } catch { /* for this page only */ }
  if (open) input.focus();
};

/** Makes the source visible where it is folded or another tab. */
export const openSource = () => {
  if (matchMedia("(max-width: 719px)").matches) find("[data-pane-tab=source]").click();
  else if (find(".rail").offsetParent !== null) setSource(true);
};

try { if (localStorage.getItem("planscope-source") === "open") workspace.classList.add("is-source-open"); } catch { /* folded */ }

