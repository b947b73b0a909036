import type { ObservedCall, Observer } from "../rpc/observer.ts";

/** The part of a logger that is used here. */
export interface SlowLog {
  say(text: string, facts?: object): void;
}

export interface SlowLogOptions {
  readonly log: SlowLog;
  /** Calls that take longer are logged with their parameters. */
  readonly slowMs: number;
  /** Log every call, without parameters. */
  readonly all: boolean;
}

/** Maximum characters of logged parameters. */
const MAX_PARAMS = 2_000;

/** Writes a line for slow calls, or for every call. */
export function callLog({ log, slowMs, all }: SlowLogOptions) {
  return (call: ObservedCall, code: number): void => {
    const milliseconds = performance.now() - call.started;
    const slow = milliseconds >= slowMs;
    if (!slow && !all) return;
    const { requestId, method, items, scanned } = call;
    const status = code === 0 ? "ok" : "error";
    const facts = {
      ...{ requestId, method, status, code, milliseconds, items, scanned },
    };
    const outcome = code === 0 ? status : `${status} ${code}`;
    const summary = `${method}, ${outcome}, ${milliseconds.toFixed(1)} ms`;
    if (!slow) log.say(`called   ${summary}`, facts);
    else
      log.say(`slow     ${summary}`, {
        ...facts,
        params: (JSON.stringify(call.params) as string | undefined)?.slice(
          0,
          MAX_PARAMS,
        ),
      });
  };
}

/** Notifies both observers, the metrics first. */
export function alsoLogging(
  counts: Observer,
  logCall: (call: ObservedCall, code: number) => void,
): Observer {
  return {
    began: () => {
      counts.began();
    },
    ended: (call, code) => {
      counts.ended(call, code);
      logCall(call, code);
    },
    batch: (size) => {
      counts.batch(size);
    },
  };
}
