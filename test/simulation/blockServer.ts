// A node in a separate process, so that its cost does not count as the indexer's. It makes and serializes blocks before
// they are requested. measureTip.ts starts it with a folder, in which it also stores the chain as a recording.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { chainLines } from "../../bench/indexing/chains.ts";

export interface Started {
  readonly url: string;
}
/** From the measuring process: confirm this many blocks. */
export interface Confirm {
  readonly confirmed: number;
}
/** The response: the newest slot, and the requests so far by method. */
export interface NodeStatus {
  readonly tip: number;
  readonly calls: Readonly<Record<string, number>>;
}

const [count, file] = process.argv.slice(2);
const TRANSFERS_PER_BLOCK = 5;
const slots: number[] = [];
const texts = new Map<number, string>();
const recording = createWriteStream(file!);
const lines = chainLines({
  blocks: Number(count),
  transfersPerBlock: TRANSFERS_PER_BLOCK,
  others: false,
});
for (const line of lines) {
  const { slot, block } = JSON.parse(line) as { slot: number; block: unknown };
  slots.push(slot);
  texts.set(slot, JSON.stringify(block));
  recording.write(`${line}\n`);
}
await finished(recording.end());

let confirmed = 0;
const calls: Record<string, number> = {};
const tip = (): number => slots[confirmed - 1] ?? 0;

function answer(method: string, [from, to]: readonly unknown[]): string {
  if (method === "getGenesisHash") return '"Burst11"';
  if (method === "getSlot") return String(tip());
  if (method === "getFirstAvailableBlock") return String(slots[0]);
  if (method === "getBlock") return texts.get(Number(from)) ?? "null";
  if (method !== "getBlocks") return "[]";
  const last = Math.min(Number(to), tip());
  return JSON.stringify(slots.filter((s) => s >= Number(from) && s <= last));
}

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method, params } = JSON.parse(body) as {
      method: string;
      params: readonly unknown[];
    };
    calls[method] = (calls[method] ?? 0) + 1;
    const result = answer(method, params);
    response.end(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
  });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send!({ url: `http://127.0.0.1:${port}` } satisfies Started);
});
process.on("message", (message: Confirm) => {
  confirmed = message.confirmed;
  process.send!({ tip: tip(), calls } satisfies NodeStatus);
});
process.on("disconnect", () => process.exit(0));
