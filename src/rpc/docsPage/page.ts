// The page at /docs: every method with its parameters and an example that can be sent. Readable without script.
import { parseExactJson } from "../../codecs/exactJson.ts";
import { ERRORS } from "../errors.ts";
import { EXAMPLES } from "../examples.ts";
import type { Method, Methods } from "../method.ts";

export function renderDocsPage(methods: Methods, version: string): string {
  const entries = Object.entries(methods);
  const links = entries.map(([name]) => `<li><a href="#${name}">${name}</a>`);
  const sections = entries.map(([name, method]) => section(name, method));
  const errors = Object.values(ERRORS).map(
    ({ code, when }) => `<tr><td><code>${code}</code><td>${escape(when)}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tachyon methods</title>
<link rel="stylesheet" href="/docs.css">
<script src="/docs.js" defer></script>
<header>
<h1>Tachyon <small>${escape(version)}</small></h1>
<p>JSON-RPC 2.0 over HTTP: <code>POST</code> to any path. Machines read <a href="/openapi.json">openapi.json</a>.
Requests below can be changed and sent to this server.</p>
</header>
<nav aria-label="Methods"><ul>
${links.join("\n")}
</ul></nav>
<main>
${sections.join("\n")}
<section id="errors">
<h2>Errors</h2>
<table><thead><tr><th>code<th>when</thead><tbody>
${errors.join("\n")}
</tbody></table>
</section>
</main>
</html>
`;
}

function section(name: string, { summary, params }: Method): string {
  const { request = "", response = "" } = EXAMPLES[name] ?? {};
  const typed = indented(request);
  return `<section id="${name}">
<h2><a href="#${name}">${name}</a></h2>
<p>${escape(summary)}</p>
${parameters(params)}
<form>
<label for="${name}-request">Request</label>
<textarea id="${name}-request" rows="${typed.split("\n").length + 1}" spellcheck="false">${escape(typed)}</textarea>
<button>Send</button> <output></output>
</form>
<details><summary>Answer</summary><pre>${escape(indented(response))}</pre></details>
</section>`;
}

interface ParamsSchema {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
}
interface Described {
  readonly description?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly type?: string;
}

function parameters({ properties = {}, required = [] }: ParamsSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const need = required.includes(name) ? "required" : "optional";
    return `<tr><td><code>${name}</code><td>${need}<td>${escape(describe(schema))}`;
  });
  if (rows.length === 0) return "<p>Takes no parameters.</p>";
  return `<table><thead><tr><th>parameter<th><th>what it is</thead><tbody>
${rows.join("\n")}
</tbody></table>`;
}

function describe(schema: Described): string {
  const [first] = schema.anyOf ?? [];
  if (first) {
    const fallback =
      schema.default === undefined
        ? ""
        : `, ${JSON.stringify(schema.default)} when left out`;
    return describe(first) + fallback;
  }
  if (schema.items) return `a list of: ${describe(schema.items)}`;
  return schema.description ?? `an ${schema.type ?? "object"}`;
}

/** Keeps every digit of large numbers. */
function indented(json: string): string {
  return json === "" ? "" : JSON.stringify(parseExactJson(json), null, 2);
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
