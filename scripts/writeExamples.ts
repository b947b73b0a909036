// Writes src/rpc/openapi/examples.ts: for each method a request about the demo chain and its answer.
import { writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import type { Method } from "../src/rpc/method.ts";
import * as methods from "../src/rpc/methods/index.ts";
import {
  type ServedChain,
  withServedChain,
} from "../test/clients/servedChain.ts";

const FILE = new URL("../src/rpc/openapi/examples.ts", import.meta.url)
  .pathname;

/** The most used state tree of the demo chain. */
const V2_TREE = "bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU";

/** Nothing of the demo chain is set aside. */
const MAY_BE_EMPTY = new Set(["getSetAsideTransactions"]);

interface Example {
  readonly request: string;
  readonly response: string;
}

await withServedChain("programs-400", async (served) => {
  const examples: Record<string, Example> = {};
  for (const [name, method] of Object.entries<Method>(methods))
    examples[name] = await exampleOf(served, name, method);
  const text = `// Written by scripts/writeExamples.ts; a test compares it with a served chain.
export const EXAMPLES: Readonly<Record<string, { readonly request: string; readonly response: string } | undefined>> = ${JSON.stringify(examples)};`;
  const options = await resolveConfig(FILE);
  const source = await format(text, { ...options, parser: "typescript" });
  writeFileSync(FILE, source);
});

/** Of the recorded requests with a result, the one with the shortest answer; lists are cut to one item. */
async function exampleOf(
  served: ServedChain,
  name: string,
  { params }: Method,
): Promise<Example> {
  const { properties } = params as { properties?: object };
  const limit = properties && "limit" in properties ? { limit: 1 } : {};
  const found: Example[] = [];
  for (const candidate of questions(served, name)) {
    const asked = { ...shortened(candidate), ...limit };
    const example = await ask(served.url, name, asked);
    if (findsSomething(example.response) || MAY_BE_EMPTY.has(name))
      found.push(example);
  }
  found.sort((a, b) => a.response.length - b.response.length);
  if (!found[0]) throw new Error(`no request to ${name} finds anything`);
  return found[0];
}

async function ask(url: string, method: string, params: object) {
  const body = { jsonrpc: "2.0", id: "test-account", method, params };
  const request = JSON.stringify(body);
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body: request });
  return { request, response: await reply.text() };
}

function questions({ paramsOf }: ServedChain, name: string): object[] {
  const owners = paramsOf("getCompressedTokenAccountsByOwner");
  if (name === "getAccountInterface")
    return owners.map(({ owner }) => ({ address: owner }));
  if (name === "getMultipleAccountInterfaces")
    return owners.map(({ owner }) => ({ addresses: [owner] }));
  if (name === "getQueueElements")
    return paramsOf(name).filter(({ outputQueue }) => outputQueue);
  if (name === "getCompressedTokenHistory" || name === "getAtaInterface")
    return owners.filter(({ owner, mint }) => owner && mint);
  if (name === "getCompressedMintInfo")
    return paramsOf("getCompressedMintTokenHolders").map(({ mint }) => ({
      mint,
    }));
  if (name === "getIndexStatistics") return [{ topMints: 1, points: 2 }];
  if (name === "getQueueLeafIndices") return [{ tree: V2_TREE, limit: 1 }];
  const recorded =
    name === "getCompressedBalance" ? "getCompressedAccountBalance" : name;
  return [...paramsOf(recorded), {}];
}

function shortened(params: object): object {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, 2) : value,
    ]),
  );
}

function findsSomething(response: string): boolean {
  return !/"error":\{|"value":(null|0|\[\])|"result":\{"context":\{"slot":\d+\}\}|"compressedProof":null|"proof":\[\]|"(items|token_balances|openedAccounts)":\[\]|"amount":0\b|"items":\[null/.test(
    response,
  );
}
