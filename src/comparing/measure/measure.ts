import { type KeyChoice, type Keys, resolveKeys } from "../keys.ts";
import { METHOD_NOT_FOUND } from "../judge.ts";
import { planRequests, type Request } from "../requests.ts";
import { openServer, type Server } from "../server.ts";
import { type Latency, summarize } from "./summarize.ts";

export interface MeasureOptions {
  readonly urls: readonly string[];
  /** The keys to query, or how to choose them. */
  readonly keys: Keys | KeyChoice;
  readonly seconds: number;
  /** Requests per second to each server. */
  readonly rate: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (share: number) => void;
}

/** Of one method on one server. */
export interface Measurement extends Latency {
  readonly url: string;
  readonly method: string;
}

/** Name for a request that runs no method: its time is that of the network, TLS and HTTP. */
export const NETWORK = "network";

/** Items per page, as an application shows them. */
const PAGE = 100;

/** Sends one request at a time, alternating between servers and methods, until the time is over. */
export async function measure(options: MeasureOptions): Promise<Measurement[]> {
  const { urls, seconds, signal, onProgress } = options;
  const targets = urls.map((url) => openTarget(url, options));
  const keys = await resolveKeys(targets[0]!.server, options.keys);
  const turns = takeTurns(planRequests(keys));
  const started = performance.now();
  const share = () => (performance.now() - started) / (seconds * 1000);
  for (const request of turns) {
    if (share() >= 1) break;
    onProgress?.(share());
    for (const target of targets) {
      if (request === null) await target.reach();
      else await target.measure(request);
      signal.throwIfAborted();
    }
  }
  return targets.flatMap((target) => target.measured());
}

interface Samples {
  readonly times: number[];
  failures: number;
}

function openTarget(url: string, options: MeasureOptions) {
  let lastMs = 0;
  const onAnswer = (ms: number): void => {
    lastMs = ms;
  };
  const server: Server = openServer(url, { ...options, onAnswer });
  const samples = new Map<string, Samples>();
  const missing = new Set<string>();
  const note = (name: string, answered: boolean): void => {
    const own = samples.get(name) ?? { times: [], failures: 0 };
    samples.set(name, own);
    if (answered) own.times.push(lastMs);
    else own.failures++;
  };
  return {
    server,
    async reach(): Promise<void> {
      note(NETWORK, await server.reach());
    },
    async measure({ method, params, walked }: Request): Promise<void> {
      if (missing.has(method)) return;
      const asked = walked ? { ...params, limit: PAGE } : params;
      const reply = await server.ask(method, asked);
      if (reply.kind === "error" && reply.code === METHOD_NOT_FOUND)
        missing.add(method);
      else note(method, reply.kind !== "none");
    },
    measured: (): Measurement[] =>
      [...samples].map(([method, { times, failures }]) => {
        return { url, method, ...summarize(times, failures) };
      }),
  };
}

/** Endlessly yields one request of each method in turn. Null stands for a request that runs no method. */
function* takeTurns(requests: readonly Request[]): Generator<Request | null> {
  const groups = [...Map.groupBy(requests, ({ method }) => method).values()];
  for (let turn = 0; ; turn++) {
    yield null;
    for (const group of groups) yield group[turn % group.length]!;
  }
}
