// Dialogs, menus, theme, and copying.
import { all, announce, find } from "./page.js";

export const openDialog = (name) => {
  for (const menu of all("details.menu[open]")) menu.open = false;
  const dialog = find(`dialog#${name}`);
  if (!dialog.open) dialog.showModal();
};

export const isDialogOpen = () => find("dialog[open]") !== null;

/** Copies a text; gives back whether that worked. */
export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  announce("Copied");
  return true;
};

const copyFrom = async (button) => {
  const input = find(`#${button.dataset.copyFrom}`);
  input.select();
  const label = button.textContent;
  button.textContent = (await copy(input.value)) ? "Copied" : "Press Ctrl C";
  setTimeout(() => { button.textContent = label; }, 1600);
};

/** Closes open menus; gives back whether there was one. */
export const closeMenus = (except = null) => {
  const open = all("details.menu[open]").filter((menu) => menu !== except);
  for (const menu of open) {
    menu.open = false;
    if (menu.contains(document.activeElement)) find("summary", menu).focus();
  }
  return open.length > 0;
};

const switchTheme = () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("planscope-theme", root.dataset.theme); } catch { /* storage is blocked: for this page only */ }
};

export const startDialogs = () => {
  document.addEventListener("click", (event) => {
    closeMenus(event.target.closest("details.menu"));
    const opener = event.target.closest("[data-open]");
    if (opener) openDialog(opener.dataset.open);
    if (event.target.closest("[data-theme-toggle]")) switchTheme();
    const copier = event.target.closest("[data-copy-from]");
    if (copier) copyFrom(copier);
    const id = event.target.closest("[data-copy]");
    if (id) copy(id.dataset.copy);
    const dialog = event.target.closest("dialog");
    // A click beside the dialog lands on the dialog itself.
    if (dialog && (event.target === dialog || event.target.closest("[data-close]"))) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    const id = event.target.closest?.("[data-copy]");
    if (id && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); copy(id.dataset.copy); }
  });
};
