// Runs before the first paint, so that nothing flashes: the chosen theme, and whether the address carries a pipeline.
{
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("planscope-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* storage is blocked: follow the system */ }
  if (root.dataset.view === "welcome" && location.hash.startsWith("#v1=")) root.dataset.view = "explorer";
}
