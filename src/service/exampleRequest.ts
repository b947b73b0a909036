import { encodeBase58 } from "../codecs/base58.ts";
import type { Reader } from "../store/reader.ts";
import { tokensByOwner } from "../store/schema/tables.ts";

/** A request that can be pasted into a shell and finds something, or null while the store holds no tokens. */
export async function exampleRequest(
  reader: Reader,
  base: string,
): Promise<string | null> {
  const [row] = await reader.all(
    `select key from ${tokensByOwner.name} limit 1`,
    [],
  );
  if (!row) return null;
  const method = "getCompressedTokenAccountsByOwner";
  const params = { owner: encodeBase58(row[0] as Uint8Array), limit: 3 };
  const body = JSON.stringify({ jsonrpc: "2.0", id: "1", method, params });
  return `curl -s ${base}/${method} -H 'content-type: application/json' -d '${body}'`;
}
