// Callers that follow one list each, a hundred on a connection, in a thread of its own.
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { WebSocket } from "ws";

const { port, owners } = workerData as { port: number; owners: string[] };
const PER_CONNECTION = 100;
const method = "getCompressedTokenAccountsByOwner";
/** Slot and arrival of each notification, as Date.now(). */
let seen: [number, number][] = [];
let begun = 0;

for (let at = 0; at < owners.length; at += PER_CONNECTION) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, "open");
  socket.on("message", (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as {
      id?: number;
      params?: {
        result: { context: { slot: number }; value: { added: unknown[] } };
      };
    };
    if (!frame.params) begun++;
    else {
      const { context, value } = frame.params.result;
      if (value.added.length > 0) seen.push([context.slot, Date.now()]);
    }
    if (begun === owners.length) {
      parentPort!.postMessage("ready");
      begun++;
    }
  });
  for (const [id, owner] of owners.slice(at, at + PER_CONNECTION).entries()) {
    const params = { method, params: { owner } };
    const call = { jsonrpc: "2.0", id, method: "listSubscribe", params };
    socket.send(JSON.stringify(call));
  }
}
parentPort!.on("message", () => {
  parentPort!.postMessage(seen);
  seen = [];
});
