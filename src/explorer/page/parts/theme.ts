import { h, svg } from "../dom.ts";
import { readStored, store } from "../stored.ts";

const NAME = "tachyon.theme";

/** The system's preference, until the user chooses a theme. */
export function themeSwitch(): HTMLButtonElement {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = readStored(NAME);
  const dark = (): boolean =>
    (chosen ?? (prefersDark.matches ? "dark" : "light")) === "dark";
  const button = h(
    "button",
    { type: "button", class: "theme", "aria-label": "Dark theme" },
    svg(
      "svg",
      { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" },
      svg("circle", { cx: 10, cy: 10, r: 6.5 }),
      svg("path", { d: "M10 3.5a6.5 6.5 0 0 1 0 13z", class: "filled" }),
    ),
  );
  const show = (): void => {
    document.documentElement.dataset["theme"] = dark() ? "dark" : "light";
    button.setAttribute("aria-pressed", String(dark()));
  };
  button.addEventListener("click", () => {
    chosen = dark() ? "light" : "dark";
    store(NAME, chosen);
    show();
  });
  prefersDark.addEventListener("change", show);
  show();
  return button;
}
