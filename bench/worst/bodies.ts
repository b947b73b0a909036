// Bodies that take long to read, and batches.
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { programs } from "./keys.ts";

const large = encodeBase58(programs.large);
const call = (method: string, params: unknown) =>
  ({ jsonrpc: "2.0", id: "test-account", method, params }) as const;
const batchOf = (count: number, method: string, params: unknown) =>
  JSON.stringify(Array(count).fill(call(method, params)));
/** A number that must be returned with every digit. */
const withOddId = (params: string) =>
  `{"jsonrpc":"2.0","id":1.50,"method":"getIndexerHealth","params":${params}}`;
const times = (count: number, text: string) =>
  `[${Array<string>(count).fill(text).join(",")}]`;

const PAGE_UNITS = 21;

// prettier-ignore
export const bodies = [
  { method: "batch", what: "100 healths", body: batchOf(100, "getIndexerHealth", {}), units: 100 },
  { method: "batch", what: "100 of 1000 of 10 KiB, V1", body: batchOf(100, "getCompressedAccountsByOwner", { owner: large }), units: 100 * PAGE_UNITS },
  { method: "batch", what: "100 of 1000 of 10 KiB, V2", body: batchOf(100, "getCompressedAccountsByOwnerV2", { owner: large }), units: 100 * PAGE_UNITS },
  { method: "batch", what: "100 of 100 of 10 KiB", body: batchOf(100, "getCompressedAccountsByOwner", { owner: large, limit: 100 }), units: 300 },
  { method: "body", what: "49,900 numbers", body: withOddId(times(49_900, "1.5")), units: 1 },
  { method: "body", what: "24,900 objects", body: withOddId(times(24_900, '{"a":1}')), units: 1 },
  { method: "body", what: "49,900 strings, plain id", body: withOddId(times(49_900, '"abcdefghijklm"')).replace("1.50", "1"), units: 1 },
  { method: "body", what: "1 MB in one string", body: withOddId(`["${"a".repeat(1_000_000)}"]`), units: 1 },
];
