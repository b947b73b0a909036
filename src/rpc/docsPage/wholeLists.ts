// Following and downloading lists, which are not calls over POST.
import { EXAMPLES } from "../openapi/examples.ts";
import { WHOLE_LISTS } from "../mainMethods.ts";
import type { Family } from "./subjects.ts";
import { escape } from "./html.ts";

/** The query that names a list, by method. */
const KEYS: Readonly<Record<(typeof WHOLE_LISTS)[number], string>> = {
  getCompressedTokenAccountsByOwner: "?owner=…",
  getCompressedTokenAccountsByDelegate: "?delegate=…",
  getCompressedAccountsByOwner: "?owner=…",
  getCompressedMintTokenHolders: "?mint=…",
  getCompressionSignaturesForTokenOwner: "?owner=…",
  getCompressionSignaturesForAddress: "?address=…",
  getCompressionSignaturesForOwner: "?owner=…",
  getLatestCompressionSignatures: "",
  getCompressedTokenHistory: "?owner=…&mint=…",
};

/** Says that a list can be followed and exported; empty for other methods. */
export function wholeListLine({ name, v2 }: Family): string {
  const key = (KEYS as Readonly<Record<string, string>>)[name];
  if (key === undefined) return "";
  const path = escape(name + key);
  return `<p class="promise">${v2 ? "The V1 list" : "This list"} can be <a href="#follow">followed</a>, over a WebSocket or with
<code>GET /stream/${path}</code>, and <a href="#export">exported</a> with <code>GET /export/${path}</code>.</p>`;
}

const EXAMPLE = "getCompressedMintTokenHolders";

export function wholeListSections(): string {
  const { mint } = exampleParams();
  const frame = `{"jsonrpc":"2.0","id":1,"method":"listSubscribe","params":{"method":"${EXAMPLE}","params":{"mint":"${mint}"}}}`;
  const query = `${EXAMPLE}?mint=${mint}`;
  const lists = WHOLE_LISTS.map(
    (name) => `<a href="#${name}"><code>${name}</code></a>`,
  );
  return `<section id="follow">
<h2>Follow a list</h2>
<p>The server sends, block by block, the items that a list lost and gained. Take the list at the first context (with <code>atSlot</code> and
<code>blockhash</code>); then, for each notification, take the items of <code>removed</code> out and put those of <code>added</code> in. The result
is the list at the notification's context. These lists can be followed: ${lists.join(", ")}.</p>
<h3>WebSocket</h3>
<p>Connect to this server's port, on any path, with the API key as for POST, and send:</p>
${pre("frame to subscribe", frame)}
<p><code>params</code> are those of the method without <code>cursor</code>, <code>limit</code> and <code>atSlot</code>. The answer is a number. An empty
notification follows at once, and then one for each change:</p>
${pre("answer and notifications", NOTIFICATIONS)}
<p><code>undone</code>: a fork undid blocks, and the notification leads back to the list at the context. <code>more</code>: further parts of the same change follow. After 10
seconds without a change an empty notification comes. <code>listUnsubscribe</code> with <code>{"subscription":1}</code> ends it. After a
disconnect, subscribe with <code>from</code>, the last context without <code>more</code>, beside <code>method</code> and <code>params</code>: everything since
follows, and nothing twice.</p>
${table(["close code", "meaning"], CLOSES)}
${table(["error", "meaning"], FAILURES)}
<p>A notification costs 1 unit and 1 for every 50 items, an empty one is free.</p>
<h3>Server-sent events</h3>
<p>The same notifications over HTTP. <code>$SERVER</code> stands for this server's address:</p>
${pre("command to follow", `curl -N "$SERVER/stream/${query}"`)}
<p>The <code>id</code> of an event is <code>slot:blockhash</code>. <code>?from=slot:blockhash</code> or the header <code>Last-Event-ID</code>, which browsers send
by themselves, continues from there. <code>filters</code> and <code>dataSlice</code> are JSON in the query. Errors are HTTP 400, 401, 403, 410 (read
the list again), 429 and 503 with <code>{"error":{"code":…,"message":…}}</code>.</p>
<p>The guide is <code>docs/guides/live-lists.md</code> in Tachyon's source.</p>
</section>
<section id="export">
<h2>Export a list</h2>
<p>The whole list as a file, as it was after one block, of any length. <code>format</code> is <code>csv</code>, <code>ndjson</code> or <code>parquet</code>;
<code>atSlot</code> reads it at an earlier slot. The same lists can be exported, with the same errors; the server decides who may.</p>
${pre("command to export", `curl -OJf "$SERVER/export/${query}&format=csv"`)}
</section>`;
}

const NOTIFICATIONS = `{"jsonrpc":"2.0","id":1,"result":1}
{"jsonrpc":"2.0","method":"listNotification","params":{"subscription":1,"result":{"context":{"slot":1234,"blockhash":"…"},"value":{"removed":[],"added":[],"undone":false,"more":false}}}}
{"jsonrpc":"2.0","method":"listNotification","params":{"subscription":1,"result":{"context":{"slot":1235,"blockhash":"…"},"value":{"removed":[{"owner":"8cV…","balance":7}],"added":[{"owner":"8cV…","balance":5}],"undone":false,"more":false}}}}`;

const CLOSES = [
  ["1001", "the server stops: connect again with from"],
  ["1003, 1009", "a binary frame; a frame that is too large"],
  ["1008", "the API key is no longer valid"],
  ["1011", "the server cannot read the changes now: connect again with from"],
  ["1012", "the change cannot be described: connect again; -32011 may follow"],
  ["1013", "changes arrive faster than they are read: connect again with from"],
] as const;

const FAILURES = [
  [
    "-32011",
    "the block of from was never the newest one here, or is older than what is kept, or older blocks were filled in since: read the list again",
  ],
  ["-32016", "the block is above the newest one of this server: try again"],
  [
    "-32005",
    "too many subscriptions on the connection, or too many different filters of one owner, or the server cannot answer now",
  ],
  ["-32602", "a parameter is wrong; the message names it"],
] as const;

function exampleParams(): { readonly mint: string } {
  const { request } = EXAMPLES[EXAMPLE]!;
  return (JSON.parse(request) as { params: { mint: string } }).params;
}

/** Long lines wrap, so that they can be read on a phone. */
function pre(label: string, text: string): string {
  return `<pre class="wrap" tabindex="0" role="region" aria-label="${label}">${escape(text)}</pre>`;
}

function table(
  heads: readonly string[],
  rows: readonly (readonly [string, string])[],
): string {
  const head = heads.map((text) => `<th scope="col">${text}`).join("");
  const lines = rows.map(
    ([code, text]) => `<tr><td><code>${code}</code><td>${escape(text)}`,
  );
  return `<div class="scroll"><table><thead><tr>${head}</thead><tbody>
${lines.join("\n")}
</tbody></table></div>`;
}
