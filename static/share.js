// Share: opening the dialog saves nothing; Save does, and puts the link in the address bar and on the clipboard.
import { all, announce, find, on, query, readingQuery, sayWhereItIs, state } from "./page.js";
import { fragmentLink, updateAddress } from "./address.js";
import { copy } from "./dialogs.js";

const dialog = find("dialog#share");
const show = (stage) => { for (const box of all("[data-share]", dialog)) box.hidden = box.dataset.share !== stage; };
const complain = (message) => {
  const line = find("[data-share-error]", dialog);
  line.textContent = message;
  line.hidden = message === "";
};

/** What the dialog says for a plan that is saved. */
const showSaved = (url, copied) => {
  find("#share-link").value = `${url}${readingQuery()}`;
  find("#share-step").value = `${url}${query({ graph: null, find: null })}`;
  find("[data-step-field]").hidden = state.step === null && !state.select;
  find("[data-copied]").textContent = copied ? "Copied." : "";
  find("#share-title").textContent = copied ? "Saved" : "Share this plan";
  show("after");
};

const prepare = async () => {
  complain("");
  if (state.origin?.id && state.origin.text === state.text) { showSaved(`${location.origin}${state.origin.path}`, false); return; }
  find("#share-title").textContent = "Share this plan";
  show("before");
  const link = await fragmentLink();
  find("#share-fragment").value = link;
  find("[data-fragment-length]").textContent = `${link.length.toLocaleString("en")} characters${link.length > 2000 ? "; some chat programs cut links at 2,000" : ""}.`;
};

const save = async (button) => {
  button.disabled = true;
  complain("");
  const text = state.text;
  try {
    const response = await fetch(`/api/v1/plans${readingQuery()}`, { method: "POST", body: text, headers: { "content-type": "text/plain;charset=utf-8" } });
    const answer = await response.json();
    if (response.status === 422) throw new Error("Only a text that can be read as a pipeline definition can be saved. The diagnostics under the graphs say what is wrong.");
    if (!response.ok) throw new Error(answer.error.message);
    state.origin = { path: `/p/${answer.id}`, text, id: answer.id };
    const copied = await copy(`${answer.url}${readingQuery()}`);
    showSaved(answer.url, true);
    find("[data-copied]").textContent = copied ? "Copied." : "";
    showOrigin();
    updateAddress({ push: true });
    announce(copied ? "Saved, and the link is copied." : "Saved.");
    find("#share-link").select();
  } catch (error) {
    complain(error instanceof TypeError || error instanceof SyntaxError ? "The server cannot be reached. Nothing was saved." : error.message);
  } finally {
    button.disabled = false;
  }
};

/** Files are there for a plan that is saved as it is shown. */
export const showOrigin = () => {
  const saved = state.origin?.id && state.origin.text === state.text;
  find("[data-export]").hidden = !saved;
  if (saved) for (const link of all("[data-file]")) link.href = `/p/${state.origin.id}${link.dataset.file}${readingQuery()}`;
  sayWhereItIs();
};

export const startShare = () => {
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-open=share]")) prepare();
    const button = event.target.closest("[data-save]");
    if (button) save(button);
  });
  find(".code__input").addEventListener("input", showOrigin);
  on("replaced", showOrigin);
};
