// The panes: zoom, pan, fit, one alone, and on a phone one at a time.
import { all, find, on, part, replan, state } from "./page.js";
import { go, updateAddress } from "./address.js";

const SMALLEST = 0.2;
const LARGEST = 4;
const bodyOf = (pane) => find(".pane__body", pane);
const graphOf = (body) => find(".graph", body);

/** The drawing's own width, at scale 1. */
const ownWidth = (graph) => graph.viewBox.baseVal.width;
const scaleOf = (body) => graphOf(body).getBoundingClientRect().width / ownWidth(graphOf(body));

const showLevel = (body) => {
  const level = find("[data-zoom-level]", body.closest(".pane"));
  if (level && graphOf(body)) level.textContent = `${Math.round(scaleOf(body) * 100)}%`;
};

/** Sets a pane's scale; what is at the given point of its frame stays there. */
const zoom = (body, scale, x = body.clientWidth / 2, y = body.clientHeight / 2) => {
  const graph = graphOf(body);
  if (!graph) return;
  const before = scaleOf(body);
  const next = Math.min(Math.max(scale, SMALLEST), LARGEST);
  const origin = graph.getBoundingClientRect();
  const frame = body.getBoundingClientRect();
  const [left, top] = [frame.left + x - origin.left, frame.top + y - origin.top];
  graph.style.width = `${ownWidth(graph) * next}px`;
  graph.style.height = "auto";
  body.classList.add("is-zoomed");
  const ratio = next / before;
  const moved = graph.getBoundingClientRect();
  body.scrollLeft += moved.left + left * ratio - (frame.left + x);
  body.scrollTop += moved.top + top * ratio - (frame.top + y);
  showLevel(body);
};

/** The whole drawing in its pane, but not larger than it is readable. */
const fit = (body) => {
  const graph = graphOf(body);
  if (!graph) return;
  const { width, height } = graph.viewBox.baseVal;
  const room = { width: body.clientWidth - 16, height: body.clientHeight - 16 };
  zoom(body, Math.min(room.width / width, room.height / height, 1.25));
};

/** Scrolls a pane so that something in it is in sight; not if it is already. */
export const reveal = (element) => {
  const body = element?.closest(".pane__body");
  if (!body || body.offsetParent === null) return;
  const box = element.getBoundingClientRect();
  const frame = body.getBoundingClientRect();
  const margin = 12;
  const off = (start, end, from, to) => start < from + margin ? start - from - margin : end > to - margin ? Math.min(end - to + margin, start - from - margin) : 0;
  const top = off(box.top, box.bottom, frame.top, frame.bottom);
  const left = off(box.left, box.right, frame.left, frame.right);
  if (top || left) body.scrollBy({ top, left, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
};

/** The pane that keys are about: the one with the focus or under the pointer, else the first that is visible. */
let pointed = null;
const current = () => document.activeElement?.closest?.(".pane") ?? (pointed?.isConnected ? pointed : null) ?? all(".pane").find((pane) => pane.offsetParent !== null);

/** Shows one graph alone, or with null all three. */
export const showGraph = (graph) => go({ graph });
export const toggleAlone = () => showGraph(state.graph ? null : current()?.dataset.pane ?? "stream-graph");

export const zoomCurrent = (how) => {
  const pane = current();
  if (pane && bodyOf(pane)) apply(bodyOf(pane), how);
};
const apply = (body, how) => {
  if (!graphOf(body)) return;
  if (how === "fit") fit(body); else zoom(body, scaleOf(body) * (how === "in" ? 1.25 : 0.8));
};

export const focusPane = (number) => {
  const name = ["transformations", "stream-graph", "job-graph"][number - 1];
  if (state.graph) { if (state.graph !== name) showGraph(name); return; }
  showTab(name);
  find(`.pane[data-pane="${name}"] .pane__body`)?.focus();
};

/** Somebody chooses a pane on a phone: a graph that is alone gives way to it. */
const choosePane = (name) => {
  showTab(name);
  state.pane = name;
  if (state.graph) showGraph(name === "source" ? null : name); else updateAddress();
};

/** On a phone: one pane at a time. */
const showTab = (name) => {
  document.body.dataset.pane = name;
  for (const tab of all("[data-pane-tab]")) {
    if (tab.dataset.paneTab === name) tab.setAttribute("aria-current", "true"); else tab.removeAttribute("aria-current");
  }
};

const pan = () => {
  document.addEventListener("pointerdown", (event) => {
    const body = event.target.closest(".pane__body");
    if (!body || event.button !== 0 || event.pointerType === "touch" || event.target.closest("[data-el], a, button, [role=button]")) return;
    const start = { x: event.clientX, y: event.clientY, left: body.scrollLeft, top: body.scrollTop };
    // Not on the scroll bars.
    if (event.clientX - body.getBoundingClientRect().left > body.clientWidth) return;
    const follow = (next) => {
      body.classList.add("is-panning");
      body.scrollTo(start.left + start.x - next.clientX, start.top + start.y - next.clientY);
    };
    const end = () => {
      removeEventListener("pointermove", follow);
      body.classList.remove("is-panning");
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end, { once: true });
    addEventListener("pointercancel", end, { once: true });
  });
};

/** Where each pane was, so that a new drawing of nearly the same plan stands where the old one did. */
let places = new Map();
const remember = () => {
  places = new Map(all(".pane").map((pane) => {
    const body = bodyOf(pane);
    const scale = body.classList.contains("is-zoomed") && graphOf(body) ? scaleOf(body) : null;
    return [`${state.graph} ${pane.dataset.pane}`, { left: body.scrollLeft, top: body.scrollTop, scale }];
  }));
};
const restore = () => {
  for (const pane of all(".pane")) {
    const place = places.get(`${state.graph} ${pane.dataset.pane}`);
    const body = bodyOf(pane);
    if (place) {
      if (place.scale) zoom(body, place.scale);
      body.scrollTo(place.left, place.top);
    } else if (state.graph && graphOf(body) && ownWidth(graphOf(body)) > body.clientWidth) {
      zoom(body, Math.max(0.6, (body.clientWidth - 16) / ownWidth(graphOf(body))));
    }
    showLevel(body);
  }
};

export const startPanes = () => {
  document.addEventListener("scroll", remember, { capture: true, passive: true });
  on("replaced", (replaced) => { if (replaced.has("panes")) { restore(); remember(); } });
  on("arrived", (before) => {
    if (state.graph !== before.graph) replan();
    if (state.pane !== before.pane) showTab(state.pane ?? state.graph ?? "stream-graph");
  });
  document.addEventListener("wheel", (event) => {
    const body = event.target.closest(".pane__body");
    if (!body || !event.ctrlKey || !graphOf(body)) return;
    event.preventDefault();
    const frame = body.getBoundingClientRect();
    zoom(body, scaleOf(body) * Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
    remember();
  }, { passive: false });
  document.addEventListener("pointerover", (event) => { pointed = event.target.closest?.(".pane") ?? pointed; });
  document.addEventListener("dblclick", (event) => {
    const body = event.target.closest(".pane__body");
    if (body && !event.target.closest("[data-el]")) { fit(body); remember(); }
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) { apply(bodyOf(button.closest(".pane")), button.dataset.zoom); remember(); }
    const graph = event.target.closest("[data-graph]");
    if (graph && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) { event.preventDefault(); showGraph(graph.dataset.graph || null); }
    const tab = event.target.closest("[data-pane-tab]");
    if (tab) {
      event.preventDefault();
      choosePane(tab.dataset.paneTab);
    }
  });
  pan();
  restore();
  if (part("panes") && state.graph) showTab(state.graph);
};
