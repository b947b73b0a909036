// Compares answers with another server's, started by shadowThread.ts.
import { inspect } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { createShadow } from "../../comparing/shadow/shadow.ts";
import { lowerThreadPriority } from "../threadPriority.ts";
import { reportCall } from "./reportCall.ts";
import type {
  ShadowCommand,
  ShadowMessage,
  ShadowSettings,
} from "./messages.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 * 2 ** 20;
/** About three seconds. */
const ROUNDS = 6;
const LOW_PRIORITY = 10;

const port = parentPort!;
const send = (message: ShadowMessage): void => {
  port.postMessage(message);
};

lowerThreadPriority(LOW_PRIORITY);

const asked = new Map<number, (text: string) => void>();
let lastCall = 0;

const shadow = createShadow({
  ...(workerData as ShadowSettings),
  timeoutMs: TIMEOUT_MS,
  maxBytes: MAX_BYTES,
  rounds: ROUNDS,
  signal: new AbortController().signal,
  askThis: (body) =>
    new Promise((resolve) => {
      const callId = ++lastCall;
      asked.set(callId, resolve);
      send({ kind: "ask", callId, body });
    }),
});

port.on("message", (command: ShadowCommand) => {
  if (command.kind === "answer") {
    asked.get(command.callId)?.(command.text);
    asked.delete(command.callId);
    return;
  }
  shadow(command.exchange).then(
    ({ calls, leftOut }) => {
      send({ kind: "compared", calls: calls.map(reportCall), leftOut });
    },
    (error: unknown) => {
      send({ kind: "failed", why: inspect(error) });
    },
  );
});
