// How the text is read: answers for one operator, and the pipeline opened as a definition. What is assumed and of which kind
// the text is are links: see links.js.
import { announce, ask, failure, query, state } from "./page.js";
import { go, updateAddress } from "./address.js";
import { openSource, replaceText } from "./editor.js";

/** A value as `?assume=` takes it: nothing in it ends the answer. */
const escaped = (value) => value.replaceAll("%", "%25").replaceAll(",", "%2C");

/** The answers with one more, which takes the place of an earlier one. */
const withAnswer = (key, value) => {
  const others = (state.assume ?? "").split(",").filter((answer) => answer !== "" && !answer.startsWith(`${key}:`));
  return [...others, `${key}:${escaped(value)}`].join(",");
};

/** Writes the pipeline into the editor as a definition, with what is assumed and tried in it. */
const openAsJson = async () => {
  const { text, as, assume, change } = state;
  try {
    const definition = await ask(`/api/v1/definition${query({ step: null, select: null, find: null })}`, text);
    if (state.text !== text || state.as !== as || state.assume !== assume || state.change !== change) return;
    openSource();
    Object.assign(state, { as: null, assume: null, change: null, step: null, select: null });
    replaceText(definition);
    updateAddress({ push: true });
    announce("The source is a definition now, with what was assumed written into it.");
  } catch (error) {
    failure(error.message);
  }
};

export const startReading = () => {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-open-as-json]")) return;
    event.preventDefault();
    openAsJson();
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-unsaid]")) return;
    event.preventDefault();
    const { property, of, is } = Object.fromEntries(new FormData(event.target));
    go({ assume: withAnswer(`${property}-${of}`, is.trim()), step: null, select: null });
  });
};
