// What the page shows, and how its parts are replaced when that changes.
//
// The server renders every part, here and on a first load alike; an answer is a handful of elements with `data-part`,
// each of which takes the place of the one with the same name. The latest answer wins.

export const state = {
  /** The text in the editor. */
  text: "",
  /** The text that the graphs show: the last that could be planned. */
  planned: "",
  /** From 1; null for the finished plan. */
  step: null,
  /** The graph that has the page to itself. */
  graph: null,
  /** The name of the selected element. */
  select: null,
  /** How the text is read, and what is tried on it, as the address writes it. */
  as: null,
  assume: null,
  change: null,
  /** Which page of the plan: null for the explorer. */
  view: null,
  /** The pane that a phone was asked to show. */
  pane: null,
  /** Which steps there are to go through: a filter as the address writes it. */
  steps: null,
  /** What is looked for; null while that is closed. */
  find: null,
  /** Of which kind the listed chain breaks are. */
  reason: null,
  /** Which page of a long list. */
  page: null,
  /** Where the text was loaded from, as long as it is unchanged: `{ path, text, id }`. */
  origin: null,
};

const root = document.documentElement;
export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
export const part = (name) => find(`[data-part="${name}"]`);

/** Says something to people who do not see it. */
export const announce = (text) => { find("[data-live]").textContent = text; };

export const isWelcome = () => root.dataset.view === "welcome";
export const showWelcome = () => { if (find(".welcome")) root.dataset.view = "welcome"; };
export const showExplorer = () => { root.dataset.view = "explorer"; };

const listeners = { replaced: [], stepped: [], selected: [], arrived: [] };
/**
 * Calls back when parts have been replaced (`replaced`), the step has changed (`stepped`), another element is selected
 * (`selected`), or when the page is to show another place of the plan, from the one given (`arrived`).
 */
export const on = (event, listener) => { listeners[event].push(listener); };
export const emit = (event, detail) => { for (const listener of listeners[event]) listener(detail); };

/** What of the state says how the text is read: with other values of these it is another plan. */
export const READING = ["as", "assume", "change"];
/** What of the state is in the address, in this order. */
export const NAMES = [...READING, "view", "step", "graph", "pane", "select", "steps", "find", "reason", "page"];

/** The query of an address that shows what is shown now, but for some changes. */
export const query = (changes = {}) => {
  const parameters = new URLSearchParams();
  for (const name of NAMES) {
    const value = name in changes ? changes[name] : state[name];
    if (value !== null && (value !== "" || name === "find")) parameters.set(name, value);
  }
  const text = parameters.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text ? `?${text}` : "";
};

/** The query of an address that reads the text as it is read now, with what is tried on it, and shows nothing else of it. */
export const readingQuery = () => query(Object.fromEntries(NAMES.filter((name) => !READING.includes(name)).map((name) => [name, null])));

/** What a query says of the state; what makes no sense is as if it were not there. */
export const readQuery = (search) => {
  const parameters = new URLSearchParams(search);
  const read = Object.fromEntries(NAMES.map((name) => [name, parameters.get(name)]));
  const number = (text) => { const value = Number.parseInt(text ?? "", 10); return value >= 1 ? value : null; };
  return { ...read, step: number(read.step), page: number(read.page) };
};

/** Asks the server about a text. Throws an `Error` whose message can be shown. */
export const ask = async (path, text, signal) => {
  let response;
  try {
    response = await fetch(path, { method: "POST", body: text, headers: { "content-type": "text/plain;charset=utf-8" }, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server cannot be reached. Your text is safe: it is in this page’s address.");
  }
  if (response.ok) return response.text();
  if (response.status === 413) throw new Error("This is longer than 1 MB, which is as long as a pipeline may be.");
  if (response.status === 414) throw new Error("More is chosen and tried than an address can hold. Apply what you tried, or open the text as a definition.");
  throw new Error(`The server answered ${response.status}. Try again in a few seconds.`);
};

const KEYS = ["data-answer", "data-try", "data-select", "data-go", "data-step-link", "data-zoom", "data-graph", "data-fold", "data-place", "data-fix", "data-el"];
/** A selector that finds the focused element's successor. */
const focusKey = (element) => {
  if (element.classList.contains("stepper__body") || element.classList.contains("stepper__grip")) return `.${element.classList[0]}`;
  const key = KEYS.find((name) => element.hasAttribute(name));
  if (!key) {
    // A vertex's link is in its group.
    const group = element.closest("g[data-el]");
    return group && element.matches("a") ? `${focusKey(group)} > a` : null;
  }
  const pane = element.closest("[data-pane]:not(body)");
  const own = `[${key}="${CSS.escape(element.getAttribute(key))}"]`;
  return pane ? `[data-pane="${pane.dataset.pane}"] ${own}` : own;
};

/** Focuses the first of these that can be: what had the focus may be gone, and then its surroundings have it. */
const giveFocus = (candidates) => {
  for (const candidate of candidates) {
    candidate?.focus({ preventScroll: true });
    if (candidate && document.activeElement === candidate) return;
  }
};

/** Puts the parts of an answer in their places and gives the focus back. */
export const replaceParts = (html) => {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const replaced = new Set();
  for (const next of all("[data-part]", answer)) {
    if (next.parentElement.closest("[data-part]")) continue;
    const current = part(next.dataset.part);
    if (!current) continue;
    const hadFocus = current.contains(document.activeElement);
    const key = hadFocus ? focusKey(document.activeElement) : null;
    current.replaceWith(document.adoptNode(next));
    if (hadFocus) giveFocus([key && find(key, next), find(".stepper__body", next), find("a[href], button, [tabindex]", next), find("#main")]);
    replaced.add(next.dataset.part);
  }
  return replaced;
};

let asking = null;
/** Plans the editor's text again and shows what comes of it. */
export const replan = async () => {
  asking?.abort();
  const mine = asking = new AbortController();
  const text = state.text;
  try {
    const html = await ask(`/explorer${query({ find: null })}`, text, mine.signal);
    if (mine !== asking) return;
    asking = null;
    const replaced = replaceParts(html);
    if (replaced.has("panes")) state.planned = text;
    failure("");
    emit("replaced", replaced);
  } catch (error) {
    if (error.name !== "AbortError") failure(error.message);
  }
};

/** Says in the editor's last line that something went wrong; an empty message takes it back. */
export const failure = (message) => {
  const line = find("[data-status]");
  line.classList.toggle("status-line--bad", message !== "");
  if (message) { line.textContent = message; announce(message); } else sayWhereItIs();
};

export const sayWhereItIs = () => {
  const saved = state.origin?.id && state.origin.text === state.text;
  find("[data-status]").textContent = saved
    ? "Saved. An edit begins a new plan."
    : "Not stored anywhere: it is in this page’s address.";
};
