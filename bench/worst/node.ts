// A node and a prover whose answers are as large as possible.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { MAX_ON_CHAIN_BYTES } from "../../src/rpc/interfaces/askChain.ts";
import { recordedProof } from "../../test/prover/recordedProof.ts";
import { uncompressed } from "../../test/prover/simulatedProver.ts";
import { recordedLines } from "../../test/replay/chain.ts";
import { walletOf } from "./keys.ts";

/** An account of the largest size on chain. */
export const HUGE_KEY = walletOf(3_000_000);
const HUGE_BYTES = 10 * 2 ** 20;
/** The largest account that a call returns. */
export const LARGEST_KEY = walletOf(3_000_001);
/** Accounts of one call, about as large together. */
export const LARGE_KEYS = Array.from({ length: 100 }, (_, i) =>
  walletOf(4_000_000 + i),
);
const LARGE_BYTES = 20_000;

const sizes = new Map([
  [encodeBase58(HUGE_KEY), HUGE_BYTES],
  [encodeBase58(LARGEST_KEY), MAX_ON_CHAIN_BYTES],
  ...LARGE_KEYS.map((key) => [encodeBase58(key), LARGE_BYTES] as const),
]);

interface Slice {
  readonly offset: number;
  readonly length: number;
}
type AccountsParams = readonly [
  keys: string[],
  options: { readonly dataSlice?: Slice },
];

export async function startLargeNode() {
  const transaction = recordedTransaction();
  const proof = uncompressed(bytesOf(recordedProof()));
  const answer = (method: string, params: unknown): unknown => {
    if (method === "getMultipleAccounts")
      return accountsOf(...(params as AccountsParams));
    return method === "getTransaction" ? transaction : "Worst1111";
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === "/prove") return response.end(proof);
      if (body === "") return response.end('{"status":"ok"}');
      const { id, method, params } = JSON.parse(body) as {
        id: unknown;
        method: string;
        params: unknown;
      };
      const result = answer(method, params);
      return response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function accountsOf([...keys]: string[], { dataSlice }: { dataSlice?: Slice }) {
  const value = keys.map((key) => {
    const space = sizes.get(key);
    if (space === undefined) return null;
    const length = Math.min(space, dataSlice?.length ?? space);
    const data = Buffer.alloc(length, 7).toString("base64");
    return {
      lamports: 1_000_000,
      owner: encodeBase58(walletOf(5_000_000)),
      data: [data, "base64"],
      executable: false,
      rentEpoch: 0,
      space,
    };
  });
  return { context: { slot: 1 }, value };
}

function bytesOf({ a, b, c }: ReturnType<typeof recordedProof>) {
  return {
    a: Uint8Array.from(a),
    b: Uint8Array.from(b),
    c: Uint8Array.from(c),
  };
}

function recordedTransaction(): object {
  const [line] = recordedLines("chains/four_cpi_events.jsonl.gz");
  const { slot, block } = JSON.parse(line!) as {
    slot: number;
    block: { transactions: object[]; blockTime: number };
  };
  return { slot, ...block.transactions[0]!, blockTime: block.blockTime };
}
