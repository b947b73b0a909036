/** `j` and `k` move between the rows of the first table, `r` folds the request, `h` goes home. */
export function listenForKeys(): void {
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if ((event.target as Element).closest("input, textarea, select")) return;
    if (key === "j") moveRow(1);
    else if (key === "k") moveRow(-1);
    else if (key === "h") location.hash = "#/";
    else if (key === "r")
      document.querySelector<HTMLElement>(".request summary")?.click();
  });
}

/** Focuses the first link of the next row, which Enter then opens. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll("tbody tr:not(.skeleton)")];
  const current = document.activeElement?.closest("tr") ?? null;
  const at = current ? rows.indexOf(current) + step : 0;
  rows[at]?.querySelector<HTMLElement>("a")?.focus();
}
