// A node in a process of its own, which answers with the blocks of a recording. It holds the answers ready, so that
// almost all of its cost is HTTP.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { openLines } from "../../src/ingest/source/file/lines.ts";
import { answerParent } from "../process.ts";

export interface NodeFigures {
  readonly url: string;
  /** CPU seconds so far. */
  readonly processor: number;
}

const answers = new Map<number, Buffer>();
for await (const { bytes } of await openLines(process.argv[2]!)) {
  const line = JSON.parse(bytes.toString()) as { slot: number; block: unknown };
  answers.set(line.slot, answerOf(inOrderOfKeys(line.block)));
}
const slots = [...answers.keys()];
const tip = slots.at(-1)!;

/** Nodes sort the keys of a block. */
function inOrderOfKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrderOfKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([k, v]) => [k, inOrderOfKeys(v)]));
}

function answerOf(result: unknown): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", result, id: 1 }));
}

function answer(method: string, [from, to]: readonly number[]): Buffer {
  if (method === "getBlock") return answers.get(from!) ?? answerOf(null);
  if (method === "getGenesisHash") return answerOf("Bench11");
  if (method === "getSlot") return answerOf(tip);
  if (method === "getFirstAvailableBlock") return answerOf(slots[0]);
  return answerOf(slots.filter((slot) => slot >= from! && slot <= to!));
}

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method, params } = JSON.parse(body) as {
      readonly method: string;
      readonly params: readonly number[];
    };
    response.end(answer(method, params));
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
const { port } = server.address() as AddressInfo;

answerParent((): NodeFigures => {
  const { user, system } = process.cpuUsage();
  return { url: `http://127.0.0.1:${port}`, processor: (user + system) / 1e6 };
});
