// What is tried on the pipeline: a try is a place to go to, and what it comes to is said; applying it edits the source.
import { all, announce, ask, failure, find, on, part, readQuery, readingQuery, state } from "./page.js";
import { go, updateAddress } from "./address.js";
import { openSource, replaceText } from "./editor.js";

/** Says what the tried changes come to, to people who do not see it. */
const sayEffect = () => {
  const effects = all("[data-effect]", part("what-if")).map((effect) => effect.textContent.trim());
  announce(effects.length > 0 ? effects.join(" ") : "The plan of the source, without changes.");
};

/** Writes what is tried into the source; the source is then what it is, and nothing is tried any more. */
const apply = async () => {
  const { text, change } = state;
  try {
    const changed = await ask(`/api/v1/apply${readingQuery()}`, text);
    if (state.text !== text || state.change !== change) return;
    openSource();
    Object.assign(state, { as: null, assume: null, change: null });
    replaceText(changed);
    updateAddress({ push: true });
    announce("The changes are written into the source.");
  } catch (error) {
    failure(error.message);
  }
};

export const startWhatIf = () => {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-apply]");
    if (button) { event.preventDefault(); apply(); return; }
    // A page that a form sent has buttons that send it again, where others have links.
    const again = event.target.closest("[data-part] button[formaction^='/?']");
    if (again) { event.preventDefault(); const { as, assume, change, step } = readQuery(again.getAttribute("formaction").slice(1)); go({ as, assume, change, step }); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.matches("a.switch")) { event.preventDefault(); event.target.click(); }
    const menu = event.key === "Escape" && event.target.closest(".what-if .menu[open]");
    if (menu) { event.stopPropagation(); menu.open = false; find("summary", menu).focus(); }
  }, { capture: true });
  let told = state.change;
  on("replaced", (replaced) => {
    if (!replaced.has("what-if") || told === state.change) return;
    told = state.change;
    sayEffect();
  });
};
