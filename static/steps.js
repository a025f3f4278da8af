// Stepping. The graphs are marked at once, from data that came with them; the explanation is the server's, fetched ahead.
import { all, announce, ask, failure, find, on, emit, part, query, replaceParts, state } from "./page.js";
import { updateAddress } from "./address.js";
import { scrollToLine } from "./editor.js";
import { reveal } from "./panes.js";

let steps = [];
/** For each kind of element that is counted: the steps that make one, in order. */
let births = {};
let elements = new Map();
let marked = [];

/** The numbers of the steps that the filter lets through; the server's filter, of which this is the same. */
const PHASES = ["translate", "hash", "chain", "connect", "place"];
const numbers = () => {
  const words = (state.steps ?? "").split(",").filter((word) => word !== "");
  const phases = words.filter((word) => PHASES.includes(word));
  const about = words.findLast((word) => /^[tnxevj][\dA-Z.-]+$/.test(word));
  const passes = (step) => (phases.length === 0 || phases.includes(step.phase))
    && (!words.includes("breaks") || step.chains === false)
    && (!words.includes("changing") || !step.idle)
    && (!about || step.decides === about || step.touches.includes(about));
  return steps.map((step, at) => passes(step) ? at + 1 : 0).filter((number) => number > 0);
};

/** Reads what came with the graphs. */
const load = () => {
  const data = JSON.parse(part("data").textContent);
  steps = data?.steps ?? [];
  // Without a plan the last graphs stay, and what is counted in them.
  if (data) births = data.births;
  elements = new Map();
  for (const element of all(".pane [data-el]")) {
    for (const name of element.dataset.el.split(" ")) {
      if (!elements.has(name)) elements.set(name, []);
      elements.get(name).push(element);
    }
  }
};

const mark = (element, ...classes) => {
  element.classList.add(...classes);
  marked.push([element, classes]);
};

/** Which elements a graph is made of, by the first letter of their names; other names are those of counterparts. */
const OWN = { "transformations": "t", "stream-graph": "nex", "job-graph": "vj" };
const isOwn = (element, name) => OWN[element.closest(".pane").dataset.pane].includes(name[0]);

const isMarked = (element) => ["is-current", "is-touched", "is-related"].some((name) => element.classList.contains(name));

/** Marks what the current step decides and reads; everything that does not exist yet is a ghost. */
const markGraphs = () => {
  for (const element of all(":is(.is-current, .is-touched)", find(".panes"))) element.classList.remove("is-current", "is-current--ok", "is-current--no", "is-current--made", "is-touched");
  for (const [element, classes] of marked) element.classList.remove(...classes);
  marked = [];
  const { step } = state;
  for (const element of all(".pane [data-born]")) {
    element.classList.toggle("is-ghost", step !== null && Number(element.dataset.born) > step);
  }
  for (const count of all("[data-count]")) {
    const born = births[count.dataset.count];
    if (!born) continue;
    const shown = step === null ? born.length : born.filter((birth) => birth <= step).length;
    count.textContent = shown < born.length ? `${shown} of ${born.length}` : `${born.length}`;
  }
  const now = step === null ? null : steps[step - 1];
  for (const line of all(".code__line.is-current")) line.classList.remove("is-current", "is-current--ok", "is-current--no", "is-current--made");
  if (!now) return;
  const verdict = now.chains === true ? ["is-current--ok"] : now.chains === false ? ["is-current--no"] : ["is-current--made"];
  const about = new Set();
  const markOwn = (name, classes) => {
    about.add(name);
    for (const element of elements.get(name) ?? []) {
      if (!isOwn(element, name) || element.classList.contains("is-current")) continue;
      mark(element, ...classes);
      for (const other of element.dataset.el.split(" ")) about.add(other);
    }
  };
  if (now.decides) markOwn(now.decides, ["is-current", ...verdict]);
  for (const name of now.touches) markOwn(name, ["is-touched"]);
  for (const name of about) {
    for (const element of elements.get(name) ?? []) {
      // That a vertex holds an operator does not make it the operator's counterpart.
      if (!isMarked(element) && !(name[0] === "n" && element.classList.contains("vertex"))) mark(element, "is-related");
    }
  }
  for (const line of all(".code__line[data-call]")) {
    if (Number(line.dataset.call) === now.call) line.classList.add("is-current", ...verdict);
  }
  for (const pane of all(".pane")) {
    reveal(find(".is-current", pane) ?? find(".is-touched, .is-related", pane));
  }
  if (now.line) scrollToLine(now.line);
};

const explanations = new Map();
const fetchExplanation = (step) => {
  const key = query({ step, find: null });
  if (!explanations.has(key)) {
    const asked = ask(`/explorer/step${key}`, state.planned);
    asked.catch(() => explanations.delete(key));
    explanations.set(key, asked);
  }
  return explanations.get(key);
};

let wanted;
let busy = false;
/** Shows the explanation of the latest step asked for, however many were passed on the way. */
const explain = async () => {
  if (busy) return;
  busy = true;
  try {
    while (wanted !== undefined) {
      const step = wanted;
      const html = await fetchExplanation(step);
      if (step !== wanted) continue;
      wanted = undefined;
      if (!part("steps")) break;
      replaceParts(html);
      emit("replaced", new Set(["steps"]));
      announce(`${find(".stepper__where b").textContent}. ${[...all(".verdict, [data-announce]", part("steps"))].map((text) => text.textContent).join(". ")}`);
    }
  } catch (error) {
    wanted = undefined;
    failure(error.message);
  } finally {
    busy = false;
  }
  // The neighbours, so that the next step is there before it is asked for.
  const { step } = state;
  const shown = numbers();
  for (const near of step === null ? [shown[0], shown.at(-1)] : [shown.find((number) => number > step), shown.findLast((number) => number < step)]) {
    if (near) fetchExplanation(near).catch(() => {});
  }
};

const show = ({ address = true, push = false } = {}) => {
  const at = state.step === null ? "" : ` · step ${state.step} of ${steps.length}`;
  document.title = `${part("name").textContent}${at} · planscope`;
  markGraphs();
  wanted = state.step;
  explain();
  if (address) updateAddress({ push });
  emit("stepped");
};

/** Goes to a step, or with null to the finished plan. */
export const goTo = (step, { push = false } = {}) => {
  if (steps.length === 0 || !part("steps")) return;
  const next = step === null ? null : Math.min(Math.max(step, 1), steps.length);
  if (next === state.step) return;
  state.step = next;
  show({ push });
};

/** One step on or back, among those that the filter lets through. After the last comes the finished plan, after that the first, unless a key is held. */
export const move = (by, held = false) => {
  const { step } = state;
  const shown = numbers();
  if (shown.length === 0) { announce("No step passes the filter."); return; }
  if (step === null) { if (by < 0 || !held) goTo(by < 0 ? shown.at(-1) : shown[0]); return; }
  const next = by > 0 ? shown.find((number) => number > step) ?? null : shown.findLast((number) => number < step);
  if (next !== undefined) goTo(next);
};

/** To the first and last place that the filter leaves. */
export const moveToFirst = () => { const [first] = numbers(); if (first) goTo(first, { push: true }); };
export const moveToFinished = () => goTo(null, { push: true });

/** To the first step of the next phase, or of this or the one before. */
export const movePhase = (by) => {
  const shown = numbers();
  if (shown.length === 0) return;
  const firsts = shown.filter((number, at) => at === 0 || steps[shown[at - 1] - 1].phase !== steps[number - 1].phase);
  const now = state.step ?? steps.length + 1;
  goTo(by > 0 ? firsts.find((first) => first > now) ?? null : firsts.findLast((first) => first < now) ?? firsts[0], { push: true });
};

/** To the next or previous edge that does not chain. */
export const moveBreak = (by) => {
  const breaks = steps.map((step, at) => step.chains === false ? at + 1 : 0).filter((step) => step > 0);
  if (breaks.length === 0) { announce("Every edge chains."); return; }
  const now = state.step ?? (by > 0 ? 0 : steps.length + 1);
  const next = by > 0 ? breaks.find((step) => step > now) : breaks.findLast((step) => step < now);
  if (next) goTo(next, { push: true }); else announce(by > 0 ? "No broken chain after this step." : "No broken chain before this step.");
};

const GOES = { first: moveToFirst, prev: () => move(-1), next: () => move(1), last: moveToFinished };

/** The stepper's fold and height outlive the stepper itself. */
const below = find(".below");
const isPhone = () => matchMedia("(max-width: 719px)").matches;
const showFold = () => {
  const button = find("[data-fold]", below);
  button?.setAttribute("aria-expanded", String(isPhone() ? below.classList.contains("is-open") : !below.classList.contains("is-folded")));
  find(".stepper__grip", below)?.setAttribute("aria-valuenow", String(Math.round(find(".stepper__body", below)?.offsetHeight ?? 0)));
};
const setHeight = (height) => {
  const value = Math.max(0, Math.min(height, innerHeight * 0.6));
  below.classList.toggle("is-folded", value < 48);
  if (value >= 48) below.style.setProperty("--stepper-h", `${value}px`);
  showFold();
};
const grip = () => {
  below.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".stepper__grip")) return;
    const start = event.clientY;
    const height = find(".stepper__body", below).offsetHeight;
    below.setPointerCapture(event.pointerId);
    const follow = (next) => setHeight(height + start - next.clientY);
    below.addEventListener("pointermove", follow);
    below.addEventListener("lostpointercapture", () => below.removeEventListener("pointermove", follow), { once: true });
  });
  below.addEventListener("dblclick", (event) => {
    if (!event.target.closest(".stepper__grip")) return;
    below.style.removeProperty("--stepper-h");
    below.classList.remove("is-folded");
    showFold();
  });
  below.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 24, ArrowDown: -24 }[event.key];
    if (!by || !event.target.closest(".stepper__grip")) return;
    event.preventDefault();
    setHeight((find(".stepper__body", below).offsetHeight) + by);
  });
};

export const startSteps = () => {
  load();
  grip();
  showFold();
  on("replaced", (replaced) => {
    if (replaced.has("data")) {
      load();
      explanations.clear();
      wanted = undefined;
      // While the text has errors the step stays, and with it what it marks in the last good graphs.
      const shown = part("steps")?.dataset.step;
      if (shown !== undefined) state.step = shown === "" ? null : Number(shown);
    }
    if (replaced.has("panes") || replaced.has("lines")) markGraphs();
    if (replaced.has("steps") || replaced.has("below")) showFold();
  });
  on("arrived", (before) => { if (state.step !== before.step || state.steps !== before.steps) show({ address: false }); });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const go = event.target.closest("[data-go]");
    if (go) { event.preventDefault(); GOES[go.dataset.go](); return; }
    const link = event.target.closest("[data-step-link]");
    if (link) { event.preventDefault(); goTo(Number(link.dataset.stepLink), { push: true }); return; }
    const scrub = event.target.closest("[data-scrub]");
    if (scrub) {
      const box = scrub.getBoundingClientRect();
      const shown = numbers();
      const at = Math.ceil(((event.clientX - box.left) / box.width) * shown.length);
      if (shown.length > 0) goTo(shown[Math.min(Math.max(at, 1), shown.length) - 1]);
      return;
    }
    if (event.target.closest("[data-fold]")) {
      below.classList.toggle(isPhone() ? "is-open" : "is-folded");
      showFold();
    }
  });
};
