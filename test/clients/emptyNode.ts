// A Solana node without accounts: data that clients combine from node and index then comes from the index only.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const context = { slot: 1020, apiVersion: "2.0.0" };
const ANSWERS: Readonly<Record<string, unknown>> = {
  getAccountInfo: { context, value: null },
  getBalance: { context, value: 0 },
  getSignaturesForAddress: [],
};

export async function withEmptyNode(
  work: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    void Array.fromAsync(request).then((chunks) => {
      const { id, method } = JSON.parse(
        Buffer.concat(chunks as Buffer[]).toString(),
      ) as { id: string; method: string };
      const error = { code: -32602, message: "could not find account" };
      const answer =
        method in ANSWERS ? { result: ANSWERS[method] } : { error };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  try {
    await work(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
