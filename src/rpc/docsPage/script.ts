/**
 * The page's script. It sends a request as typed and shows the answer with every digit. Theme and key are stored
 * where the explorer stores them; the key lasts for the browser tab.
 */
export const DOCS_SCRIPT = `"use strict";
const THEME = "tachyon.theme";
const KEY = "tachyon.key";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const dark = () =>
  (localStorage.getItem(THEME) ?? (prefersDark.matches ? "dark" : "light")) === "dark";
const root = document.documentElement;
// Before the page is drawn, so that it does not flash in the other theme.
root.dataset.theme = dark() ? "dark" : "light";

addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector("#theme");
  const show = () => {
    root.dataset.theme = dark() ? "dark" : "light";
    button.setAttribute("aria-pressed", String(dark()));
  };
  button.addEventListener("click", () => {
    localStorage.setItem(THEME, dark() ? "light" : "dark");
    show();
  });
  prefersDark.addEventListener("change", show);
  show();
  const key = document.querySelector("#key");
  key.value = sessionStorage.getItem(KEY) ?? "";
  key.addEventListener("input", () => sessionStorage.setItem(KEY, key.value.trim()));
  for (const form of document.querySelectorAll("form"))
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form);
    });
});

async function send(form) {
  const output = form.querySelector("output");
  const details = form.nextElementSibling;
  const key = sessionStorage.getItem(KEY);
  output.textContent = "…";
  const started = performance.now();
  try {
    const reply = await fetch("/", {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { "x-api-key": key }) },
      body: form.querySelector("textarea").value,
    });
    const text = await reply.text();
    const took = Math.round(performance.now() - started);
    output.textContent = "HTTP " + reply.status + ", " + text.length + " bytes, " + took + " ms";
    details.querySelector("pre").textContent = indented(text);
    details.open = true;
  } catch (error) {
    output.textContent = String(error);
  }
}

// Without JSON.parse, which would round large numbers.
function indented(json) {
  let depth = 0;
  const line = () => "\\n" + "  ".repeat(depth);
  return json.replace(/"(?:[^"\\\\]|\\\\.)*"|[{}[\\],:]/g, (token, at) => {
    if (token === ":") return ": ";
    if (token === ",") return "," + line();
    if (token === "{" || token === "[") {
      if (/^.\\s*[}\\]]/.test(json.slice(at, at + 8))) return token;
      depth++;
      return token + line();
    }
    if (token === "}" || token === "]") {
      if (/[{[]\\s*$/.test(json.slice(Math.max(0, at - 8), at))) return token;
      depth--;
      return line() + token;
    }
    return token;
  });
}
`;
