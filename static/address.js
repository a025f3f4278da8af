// The address: which plan, which step. An unsaved text is in the fragment, which browsers do not send to the server.
//
// `#v1=` is followed by the text, deflated (raw) and in base64url.
import { READING, emit, find, isWelcome, query, readQuery, readingQuery, replan, showExplorer, showWelcome, state } from "./page.js";

const PREFIX = "#v1=";
/** As much text as the server takes; a link that unpacks to more is not one of ours. */
const LONGEST = 1 << 20;

const gather = async (stream, longest) => {
  const chunks = [];
  let length = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > longest) { reader.cancel(); throw new RangeError("too long"); }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
};

export const pack = async (text) => {
  const bytes = await gather(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

/** Says what is wrong with a fragment that has no text; null if it is not one that should. */
const complaint = (hash) => {
  const version = /^#v(\d+)=/.exec(hash)?.[1];
  if (version === undefined) return null;
  return version === "1"
    ? "This link is damaged or incomplete: there is no pipeline in it. Ask for it again, or paste the pipeline."
    : "This link was made by a newer planscope, and cannot be read here.";
};
const notice = find("[data-link-notice]");
const say = (message) => {
  notice.hidden = message === null;
  find("span", notice).textContent = message ?? "";
};

/** The text in a fragment; null if there is none or it is damaged. */
export const unpack = async (hash) => {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const binary = atob(hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    // No link is made for an empty text.
    return new TextDecoder("utf-8", { fatal: true }).decode(await gather(stream, LONGEST)) || null;
  } catch {
    return null;
  }
};

const isAsLoaded = () => state.origin !== null && state.origin.text === state.text;

/** A link to the current text that stores nothing. */
export const fragmentLink = async () => `${location.origin}/${readingQuery()}${await pack(state.text)}`;

/** The address for what is shown now. Its text is packed only when it is written. */
const place = () => isAsLoaded()
  ? { path: `${state.origin.path}${query()}`, text: "" }
  : { path: `/${query()}`, text: state.text };

/** One after the other, so that no entry of the history is passed over while another's text is packed. */
let written = Promise.resolve();
const write = ({ path, text }, push) => {
  written = written.then(async () => {
    const address = `${path}${text === "" ? "" : await pack(text)}`;
    if (isWelcome() || address === location.pathname + location.search + location.hash) return;
    if (push) history.pushState(null, "", address); else history.replaceState(null, "", address);
  });
  return written;
};

let timer = 0;
/** What is to take the current entry's place soon. */
let pending = null;
const flush = () => {
  clearTimeout(timer);
  if (pending) write(pending, false);
  pending = null;
};
const forget = () => { clearTimeout(timer); pending = null; };

/** Writes the address: at once as a new entry of the history, or soon in place of the current one. */
export const updateAddress = ({ push = false } = {}) => {
  say(null);
  if (push) {
    flush();
    return write(place(), true);
  }
  clearTimeout(timer);
  pending = place();
  // Browsers limit how often; a held arrow key must not run into that.
  timer = setTimeout(flush, 150);
};

/** Plans again, which shows everything of the plan anew; what lies over it is still as it was before. */
const arriveAtAnotherPlan = async (before) => {
  await replan();
  Object.assign(before, { step: state.step, graph: state.graph, steps: state.steps, select: state.select });
};

/** Changes what is shown, as a link does: some of the state's names that are in the address. */
export const go = async (changes, { push = true } = {}) => {
  const before = { ...state };
  Object.assign(state, changes);
  updateAddress({ push });
  if (READING.some((name) => state[name] !== before[name])) await arriveAtAnotherPlan(before);
  emit("arrived", before);
};

/** On load: the text may be in the fragment. Gives back whether it was. */
export const readAddress = async (setText) => {
  Object.assign(state, readQuery(location.search));
  const text = await unpack(location.hash);
  say(text === null ? complaint(location.hash) : null);
  if (text === null) {
    if (!notice.hidden) showWelcome();
    return false;
  }
  showExplorer();
  setText(text);
  await replan();
  return true;
};

/** Back and forward. */
export const followHistory = (setText) => {
  addEventListener("popstate", async () => {
    forget();
    const before = { ...state };
    const text = await unpack(location.hash);
    const wrong = text === null ? complaint(location.hash) : null;
    say(wrong);
    if (wrong) return;
    const asLoaded = location.pathname === state.origin?.path && text === null;
    if (text === null && !asLoaded) {
      // Another saved plan, example, or the first visit. A mere `#L3` is followed by the browser.
      if (location.hash === "" || location.pathname !== "/") location.reload();
      return;
    }
    Object.assign(state, readQuery(location.search));
    const next = text ?? state.origin.text;
    if (next !== state.text || READING.some((name) => state[name] !== before[name])) {
      showExplorer();
      if (next !== state.text) setText(next);
      await arriveAtAnotherPlan(before);
    }
    emit("arrived", before);
  });
};
