// Ten thousand callers that follow a list each and hardly ever hear of a change.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { WebSocket } from "ws";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { follow, reaches } from "../cli/liveService.ts";
import { onLinux } from "../cli/tachyon.ts";
import { startSimulatedNode } from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import { waitFor } from "../waitFor.ts";
import { memoryOf } from "./load.ts";

const LATEST = { method: "getLatestCompressionSignatures" };
const AT_ONCE = 200;

/** How many sockets this machine allows, up to ten thousand. */
function mostSockets(): number {
  const most = execFileSync("sh", ["-c", "ulimit -Hn"]).toString().trim();
  const allowed = most === "unlimited" ? Infinity : Number(most);
  return Math.min(10_000, allowed - 500);
}

const nobody = (number: number) => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, number);
  return { owner: encodeBase58(bytes) };
};

interface Caller {
  readonly socket: WebSocket;
  /** The slots of its notifications. */
  readonly slots: number[];
}

async function subscribe(url: string, list: object): Promise<Caller> {
  const socket = new WebSocket(url.replace(/^http/, "ws"));
  const slots: number[] = [];
  socket.on("message", (data: Buffer) => {
    const { params } = JSON.parse(data.toString()) as {
      params?: { result: { context: { slot: number } } };
    };
    if (params) slots.push(params.result.context.slot);
  });
  await once(socket, "open");
  const call = { jsonrpc: "2.0", id: 1, method: "listSubscribe", params: list };
  socket.send(JSON.stringify(call));
  return { socket, slots };
}

test(
  "ten thousand idle subscribers stay connected while requests are answered and a change is sent",
  onLinux,
  async (t) => {
    const world = new World(7);
    world.grow(5);
    const node = await startSimulatedNode({ blocks: () => world.chain });
    t.after(() => node.close());
    const service = await follow(t, node, ["--max-connections", "12000"]);
    await reaches(service, world.tip.slot);
    const url = await service.url();
    const before = memoryOf(service.pid);
    const one = await subscribe(url, LATEST);
    const idle: Caller[] = [];
    for (const count = mostSockets(); idle.length < count;)
      idle.push(
        ...(await Promise.all(
          Array.from({ length: AT_ONCE }, (_, i) => {
            const params = nobody(idle.length + i);
            const method = "getCompressedTokenAccountsByOwner";
            return subscribe(url, { method, params });
          }),
        )),
      );
    await waitFor(
      "all to be told where they begin",
      () => idle.filter(({ slots }) => slots.length === 0).length,
      (missing) => missing === 0,
      { unless: service.gone },
    );
    t.diagnostic(
      `${idle.length} subscribers: memory ${before} to ${memoryOf(service.pid)} MB`,
    );
    world.grow(3);
    const { slot } = world.tip;
    await reaches(service, slot);
    await waitFor("the change", () => one.slots.at(-1) === slot);
    const started = performance.now();
    await waitFor(
      "all to be told the newest block",
      () => idle.filter(({ slots }) => slots.at(-1) !== slot).length,
      (missing) => missing === 0,
      { unless: service.gone },
    );
    const seconds = (performance.now() - started) / 1000;
    t.diagnostic(`all know the newest block after ${seconds.toFixed(1)} s`);
    await reaches(service, slot);
    for (const { socket } of idle) {
      assert.equal(socket.readyState, WebSocket.OPEN);
      socket.terminate();
    }
    one.socket.terminate();
  },
);
