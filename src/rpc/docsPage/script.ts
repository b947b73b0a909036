/** What the browser runs, as it is: a request is sent as typed, and its answer shown with every digit. */
export const DOCS_SCRIPT = `"use strict";
for (const form of document.querySelectorAll("form")) {
  const request = form.querySelector("textarea");
  const output = form.querySelector("output");
  const details = form.nextElementSibling;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    output.textContent = "…";
    const started = performance.now();
    try {
      const reply = await fetch("/", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: request.value,
      });
      const text = await reply.text();
      const took = Math.round(performance.now() - started);
      output.textContent = "HTTP " + reply.status + ", " + text.length + " bytes, " + took + " ms";
      details.querySelector("pre").textContent = indented(text);
      details.open = true;
    } catch (error) {
      output.textContent = String(error);
    }
  });
}

// By hand, because JSON.parse would round large numbers.
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
