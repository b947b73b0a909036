// Example requests in the documents, answered from the demo chain. The script rewrites them, and a test compares them
// with the answers of the service.
import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { askStore, type Ask } from "../test/model/lists.ts";
import { recordedUpdates } from "../test/replay/chain.ts";
import { withStore } from "../test/store/withStore.ts";

/** The documents with examples: the README shows two methods, the guide all of them. */
const DOCUMENTS: Readonly<Record<string, readonly string[] | null>> = {
  "README.md": [
    "getCompressedTokenAccountsByOwner",
    "getCompressedMintTokenHolders",
  ],
  "docs/guides/examples.md": null,
};
const START = "<!-- examples: written by scripts/documentExamples.ts -->\n";
const END = "<!-- end of examples -->";
const CTOKEN = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m";
const MINT = "48f2CFMQY2Pvte9aKMWTxC82tFquptog2VP3r5ZxFTvK";

interface Example {
  readonly method: string;
  readonly question: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const examples: readonly Example[] = [
  {
    method: "getCompressedTokenAccountsByOwner",
    question: "Which compressed tokens does this key own?",
    params: { owner: "2xCvPBzzKzpMkxmjZLsRqm33mtpZM7AMrd9oCu4Nqi6Q", limit: 1 },
  },
  {
    method: "getCompressedTokenAccountsByDelegate",
    question: "Which tokens may this key spend for others?",
    params: {
      delegate: "5CprKvm3FjMxqzHSktLSn4VTFuvqKyBji2YqpXKw625a",
      mint: MINT,
      limit: 1,
    },
  },
  {
    method: "getCompressedAccountsByOwner",
    question:
      "Which accounts does this program own whose data starts with this mint? Show 8 bytes of each.",
    params: {
      owner: CTOKEN,
      filters: [{ memcmp: { offset: 0, bytes: MINT } }],
      dataSlice: { offset: 64, length: 8 },
      limit: 1,
    },
  },
  {
    method: "getCompressionSignaturesForTokenOwner",
    question: "Which transactions moved this key's tokens?",
    params: { owner: "2xCvPBzzKzpMkxmjZLsRqm33mtpZM7AMrd9oCu4Nqi6Q", limit: 1 },
  },
  {
    method: "getCompressionSignaturesForAddress",
    question: "Which transactions touched the account with this address?",
    params: { address: "12F7zcqXvyB3FnFK9gMmXCu6QsVpUigMtxMQ2Knd5csK" },
  },
  {
    method: "getCompressionSignaturesForOwner",
    question: "Which transactions touched accounts of this owner?",
    params: { owner: CTOKEN, limit: 1 },
  },
  {
    method: "getLatestCompressionSignatures",
    question: "What happened last?",
    params: { limit: 1 },
  },
  {
    method: "getCompressedMintTokenHolders",
    question: "Who holds most of this mint?",
    params: { mint: MINT, limit: 2 },
  },
];

export const exampleMethods = examples.map(({ method }) => method);

async function renderExample(example: Example, ask: Ask): Promise<string> {
  const { method, question, params } = example;
  const body = { jsonrpc: "2.0", id: "test-account", method, params };
  const answer = await ask(JSON.stringify(body));
  return `**${question}**

\`\`\`sh
curl -s http://127.0.0.1:8784/${method} -H 'content-type: application/json' -d '
  ${JSON.stringify(body)}'
\`\`\`

\`\`\`json
${(await format(answer, { parser: "json" })).trimEnd()}
\`\`\`
`;
}

/** The expected documents, by path. */
export async function renderDocuments(): Promise<ReadonlyMap<URL, string>> {
  const updates = await recordedUpdates("programs-400");
  return withStore(async ({ writer, reader }) => {
    await writer.apply(updates);
    const ask = askStore(reader);
    const documents = new Map<URL, string>();
    for (const [path, methods] of Object.entries(DOCUMENTS)) {
      const file = new URL(`../${path}`, import.meta.url);
      documents.set(file, await renderDocument(file, methods, ask));
    }
    return documents;
  });
}

async function renderDocument(
  file: URL,
  methods: readonly string[] | null,
  ask: Ask,
): Promise<string> {
  const parts: string[] = [];
  for (const example of examples)
    if (methods?.includes(example.method) ?? true)
      parts.push(await renderExample(example, ask));
  const text = readFileSync(file, "utf8");
  const start = text.indexOf(START) + START.length;
  return `${text.slice(0, start)}\n${parts.join("\n")}\n${text.slice(text.indexOf(END))}`;
}

if (import.meta.main)
  for (const [file, text] of await renderDocuments()) writeFileSync(file, text);
