// The page at /docs: every method with its parameters, result fields and an example that can be sent. It is readable
// without scripts.
import { describeBound } from "../answerBound.ts";
import { parseRawNumbers } from "../../codecs/rawNumberJson.ts";
import { Type } from "typebox";
import { COMMON_SCHEMAS } from "../commonParams.ts";
import { ERRORS } from "../errors.ts";
import { EXAMPLES } from "../openapi/examples.ts";
import type { Method, Methods } from "../method.ts";
import { fieldTable, parameterTable, shapeSections } from "./fields.ts";
import { escape } from "./html.ts";
import { promiseOf } from "./promises.ts";
import { type Family, type Subject, subjectsOf } from "./subjects.ts";
import { wholeListLine, wholeListSections } from "./wholeLists.ts";

export function renderDocsPage(methods: Methods, version: string): string {
  const subjects = subjectsOf(methods);
  const errors = Object.values(ERRORS).map(
    ({ code, when }) => `<tr><td><code>${code}</code><td>${escape(when)}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tachyon methods</title>
<link rel="stylesheet" href="/docs.css">
<script src="/docs.js"></script>
<header>
<h1>Tachyon <small>${escape(version)}</small></h1>
<p><a href="/">Explorer</a> <a href="/openapi.json">OpenAPI</a></p>
<label for="key">API key <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="if this server requires one"></label>
<button type="button" id="theme" aria-label="Dark theme">◐</button>
</header>
<nav aria-label="Methods">
${subjects.map(links).join("\n")}
<h2>More</h2><ul><li><a href="#follow">Follow a list</a><li><a href="#export">Export a list</a><li><a href="#shapes">Shapes</a><li><a href="#errors">Errors</a></ul>
</nav>
<main>
<section id="calls">
<p>JSON-RPC 2.0 over HTTP: <code>POST</code> to any path. Requests below can be changed and sent to this server. Parameters may be given by
position, in the order of the table. Every method also takes two parameters by name:</p>
${parameterTable(Type.Object(COMMON_SCHEMAS))}
</section>
${subjects.map(subjectSection).join("\n")}
${wholeListSections()}
<section id="shapes">
<h2>Shapes</h2>
${shapeSections()}
</section>
<section id="errors">
<h2>Errors</h2>
<div class="scroll"><table><thead><tr><th scope="col">code<th scope="col">when</thead><tbody>
${errors.join("\n")}
</tbody></table></div>
</section>
</main>
</html>
`;
}

function links({ title, families }: Subject): string {
  const items = families.map(({ name, v2 }) => {
    const other = v2 ? ` <a href="#${v2.name}">V2</a>` : "";
    return `<li><a href="#${name}">${name}</a>${other}`;
  });
  return `<h2>${title}</h2><ul>${items.join("\n")}</ul>`;
}

function subjectSection({ title, families }: Subject): string {
  return `<section><h2>${title}</h2>
${families.map(familySection).join("\n")}
</section>`;
}

function familySection(family: Family): string {
  const { name, method, v2 } = family;
  const promise = promiseOf(name);
  const intro =
    (promise ? `<p class="promise">${escape(promise)}</p>` : "") +
    wholeListLine(family);
  if (!v2)
    return `<div class="family">${version(name, method)}${intro}
${parameterTable(method.params)}
${tryIt(name, method)}</div>`;
  return `<div class="family">
<div class="versions"><div>${version(name, method)}</div><div>${version(v2.name, v2.method)}</div></div>
<p class="choice">${escape(choiceOf(method, v2.method))}</p>${intro}
${parameterTable(method.params)}
<div class="versions"><div>${tryIt(name, method)}</div><div>${tryIt(v2.name, v2.method)}</div></div>
</div>`;
}

/** Which of the two to use: V2 of accounts adds the tree, V2 of balances renames the list. */
function choiceOf(v1: Method, v2: Method): string {
  const showsTree = (method: Method) =>
    JSON.stringify(method.result).includes("merkleContext");
  return !showsTree(v1) && showsTree(v2)
    ? "V1 or V2: use V2 in new programs. It adds merkleContext, the account's position in its tree, which is needed to spend accounts in V2 trees. V1 is for older clients."
    : "V1 or V2: use V2 in new programs. Its list has the same name as all other lists. V1 is for older clients.";
}

function version(name: string, { summary, cost, bound }: Method): string {
  return `<h3 id="${name}"><a href="#${name}">${name}</a></h3>
<p>${escape(summary)} Costs ${escape(cost)}. ${describeBound(bound)}</p>`;
}

function tryIt(name: string, { result }: Method): string {
  const { request = "", response = "" } = EXAMPLES[name] ?? {};
  const typed = indented(request);
  return `<details><summary>Fields of the result of ${name}</summary>${fieldTable(result)}</details>
<form>
<label for="${name}-request">Request to ${name}</label>
<textarea id="${name}-request" rows="${typed.split("\n").length + 1}" spellcheck="false">${escape(typed)}</textarea>
<button>Send</button> <output></output>
</form>
<details class="answer"><summary>Answer</summary><pre tabindex="0">${escape(indented(response))}</pre></details>`;
}

/** Preserves every digit of large numbers. */
function indented(json: string): string {
  return json === "" ? "" : JSON.stringify(parseRawNumbers(json), null, 2);
}
