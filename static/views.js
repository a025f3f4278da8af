// The pages of a plan: the explorer, and what stands in its place: chain breaks, steps as a list.
import { all, announce, ask, failure, find, on, emit, part, query, replaceParts, replan, state } from "./page.js";
import { go } from "./address.js";

export const isExplorer = () => document.body.dataset.shows === undefined;
export const toExplorer = () => go({ view: null, reason: null, page: null });

let asked = 0;
const showListing = async () => {
  const mine = asked += 1;
  try {
    const html = await ask(`/explorer/listing${query({ find: null })}`, state.planned);
    if (mine !== asked) return;
    replaceParts(html);
    emit("replaced", new Set(["listing"]));
    const listing = part("listing");
    if (!listing.dataset.view) return;
    document.body.dataset.shows = listing.dataset.view;
    const title = find(".page__title", listing);
    document.title = `${title.textContent} · ${part("name").textContent} · planscope`;
    // A filter keeps the focus, another page begins at its title.
    if (!listing.contains(document.activeElement)) title.focus({ preventScroll: true });
    announce(title.textContent);
  } catch (error) {
    failure(error.message);
  }
};

const showExplorer = async () => {
  asked += 1;
  delete document.body.dataset.shows;
  // A page that began with a list has no graphs yet.
  if (find(".pane__empty") && !part("steps")) await replan(); else emit("stepped");
  document.title = `${part("name").textContent} · planscope`;
  find("#main").focus({ preventScroll: true });
};

const mark = () => {
  for (const link of all("[data-part=views] [data-view]")) {
    if (link.dataset.view === (state.view ?? "explorer")) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
};

export const startViews = () => {
  on("arrived", (before) => {
    const changed = state.text !== before.text || ["view", "reason", "page", "steps", "change", "as", "assume"].some((name) => state[name] !== before[name]);
    if (changed && state.view) showListing();
    if (state.view !== before.view && !state.view) showExplorer();
    mark();
  });
  on("replaced", (replaced) => { if (replaced.has("views")) mark(); });
};
