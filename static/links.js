// Links of the page hold the place for which they were rendered. What a link changes is applied to where the page is now.
import { NAMES, query, readQuery } from "./page.js";
import { go } from "./address.js";

const changes = new WeakMap();
/** What a link changes: where it leads to, compared with the place for which its part was rendered. */
const changesOf = (link) => {
  if (!changes.has(link)) {
    const from = readQuery(link.closest("[data-query]").dataset.query);
    const to = readQuery(link.getAttribute("href"));
    changes.set(link, Object.fromEntries(NAMES.filter((name) => to[name] !== from[name]).map((name) => [name, to[name]])));
  }
  return changes.get(link);
};
const within = (event) => event.target.closest?.("[data-query] a[href^='?']");

export const startLinks = () => {
  document.addEventListener("click", (event) => {
    const link = within(event);
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(changesOf(link));
  });
  // A link that is opened elsewhere leads to the same place with the text that is shown.
  const refresh = (event) => {
    const link = within(event);
    if (link) link.setAttribute("href", `${query(changesOf(link)) || "?"}${location.hash}`);
  };
  document.addEventListener("pointerdown", refresh);
  document.addEventListener("focusin", refresh);
};
