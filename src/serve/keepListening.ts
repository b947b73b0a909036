import { once } from "node:events";
import type { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The port closed and could not be opened again. */
export class PortLost extends Error {
  override readonly name = "PortLost";
}

export interface PortLog {
  say(text: string): void;
  error(facts: object, text: string): void;
}

export interface KeptPort {
  /** Rejects when the port cannot be opened again; never resolves. */
  readonly lost: Promise<never>;
  /** Stops watching: the port may close from now on. */
  readonly stopWatching: () => void;
}

export interface KeepOptions {
  readonly host: string;
  readonly port: number;
  readonly firstPauseMs?: number;
}

/** Six attempts over about six seconds. If all fail, another process has the port or the system lacks resources. */
const TRIES = 6;
const REPORT_EVERY_MS = 10_000;

/** Opens a listening port again if it closes unexpectedly, and reports if that fails. */
export function keepListening(
  server: Server,
  where: KeepOptions,
  log: PortLog,
): KeptPort {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => undefined); // the promise may be awaited later or never
  const stopWatching = (): void => void server.off("close", onClose);
  const onClose = (): void => {
    log.error({ port: where.port }, "the port has closed, opening it again");
    listenAgain(server, where).then(
      () => {
        log.say("the port is open again");
      },
      (error: unknown) => {
        stopWatching();
        reject(error);
      },
    );
  };
  server.on("close", onClose).on("error", reportErrors(server, log));
  return { lost, stopWatching };
}

/** A connection that cannot be accepted, for example for lack of file descriptors, affects only its caller. */
function reportErrors(server: Server, log: PortLog): (error: Error) => void {
  let reportedAt = -Infinity;
  return (err) => {
    if (!server.listening || performance.now() - reportedAt < REPORT_EVERY_MS)
      return;
    reportedAt = performance.now();
    log.error({ err }, "connections cannot be accepted");
  };
}

async function listenAgain(server: Server, where: KeepOptions): Promise<void> {
  const { host, port, firstPauseMs = 100 } = where;
  let cause: unknown;
  for (let i = 0; i < TRIES; i++) {
    await sleep(firstPauseMs * 2 ** i);
    try {
      server.listen({ host, port });
      await once(server, "listening");
      return;
    } catch (error) {
      cause = error;
    }
  }
  const why = (cause as Error).message;
  const what = `port ${port} on ${host} was lost and cannot be opened again`;
  throw new PortLost(`${what}: ${why}`, { cause });
}
