import { h, replace, svg } from "../dom.ts";

const SHOWN_MS = 1500;

/** Copies the result of `text` when pressed, and confirms it on screen and for screen readers. */
export function copyButton(
  what: string,
  text: () => string,
  title = "Copy",
): HTMLButtonElement {
  const label = h("span", { class: "copy-label" }, title);
  const button = h(
    "button",
    { class: "copy", type: "button", "aria-label": `Copy ${what}` },
    icon(),
    label,
  );
  const showMessage = (message: string): void => {
    button.classList.add("done");
    replace(label, message);
    announce(message);
    setTimeout(() => {
      button.classList.remove("done");
      replace(label, title);
    }, SHOWN_MS);
  };
  button.addEventListener("click", () => {
    void copy(text()).then((copied) => {
      showMessage(copied ? "Copied" : "Not allowed");
    });
  });
  return button;
}

/** The same without a label, for rows of a table. */
export function copyIcon(what: string, text: string): HTMLButtonElement {
  const button = copyButton(what, () => text, "");
  button.classList.add("only-icon");
  return button;
}

async function copy(text: string): Promise<boolean> {
  // Absent on pages without TLS, other than those of localhost.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copySelected(text);
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** Copies with the browser's own command, which takes what is selected. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = h("textarea", { class: "for-readers", "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without TLS
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}

/** For screen readers: one polite live region for the whole page. */
function announce(message: string): void {
  replace(document.querySelector("#announcements")!, message);
}

function icon(): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
    svg("rect", { x: 5.5, y: 5.5, width: 8, height: 8, rx: 1.5 }),
    svg("path", { d: "M10.5 3.5v-1h-8v8h1" }),
  );
}
