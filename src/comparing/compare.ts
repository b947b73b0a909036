import { askBoth } from "./askBoth.ts";
import { checkWalk } from "./checkWalk.ts";
import { createTally, type MethodCount, type Tally } from "./tally.ts";
import { type Finding, type Located, meaningOf } from "./findings.ts";
import {
  type KeyChoice,
  type Keys,
  LARGEST_PAGE,
  resolveKeys,
} from "./keys.ts";
import type { ReplyPair } from "./sameSlot.ts";
import { planRequests, type Request } from "./requests.ts";
import { openServer, type Server } from "./server.ts";

export interface CompareOptions {
  readonly urls: readonly [string, string];
  /** The keys to query, or how to choose them. */
  readonly keys: Keys | KeyChoice;
  /** Requests per second to each server. */
  readonly rate: number;
  readonly timeoutMs: number;
  /** Maximum number of pages read of a list. */
  readonly maxPages: number;
  /** Maximum attempts to get answers about the same slot. */
  readonly rounds: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, of: number, findings: number) => void;
}

export interface Comparison {
  readonly a: string;
  readonly b: string;
  /** The seed that chose the keys, or null if they were given. */
  readonly seed: number | null;
  readonly methods: readonly MethodCount[];
  readonly findings: readonly Located[];
  /** Why the comparison ended early, or null. */
  readonly stopped: string | null;
}

/** After this many consecutive requests without an answer, a server counts as lost. */
const MAX_UNANSWERED = 3;
const AT_START: Request = {
  method: "getIndexerSlot",
  params: {},
  walked: false,
};

type Two = readonly [Server, Server];

/** Sends two servers the same requests and collects the differences. */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const [a, b] = options.urls;
  const servers = [openServer(a, options), openServer(b, options)] as const;
  const tally = createTally();
  const stopped = await askAll(servers, tally, options);
  const seed = "seed" in options.keys ? options.keys.seed : null;
  return { a, b, seed, ...tally.result(), stopped };
}

/** Resolves with the reason why it ended early, or null. */
async function askAll(
  servers: Two,
  tally: Tally,
  options: CompareOptions,
): Promise<string | null> {
  const start = await compareOne(AT_START, servers, options);
  tally.add(AT_START, start);
  if (start.some((finding) => meaningOf(finding) !== "difference"))
    return start[0]!.detail || "the servers are at different slots";
  const keys = await resolveKeys(servers[0], options.keys);
  const requests = planRequests(keys);
  const notServed = new Set<string>();
  let unanswered = 0;
  for (const [done, request] of requests.entries()) {
    options.onProgress?.(done, requests.length, tally.count());
    if (notServed.has(request.method)) continue;
    const findings = await compareOne(request, servers, options);
    tally.add(request, findings);
    if (findings.some(({ name }) => name === "notServed"))
      notServed.add(request.method);
    const silent = findings.find(isUnanswered);
    unanswered = silent ? unanswered + 1 : 0;
    if (silent && unanswered === MAX_UNANSWERED)
      return `${silent.server!} no longer answers: ${silent.detail}`;
  }
  return null;
}

function isUnanswered(finding: Finding): boolean {
  return meaningOf(finding) === "unanswered";
}

async function compareOne(
  request: Request,
  servers: Two,
  options: CompareOptions,
): Promise<Finding[]> {
  const { method, params, walked } = request;
  const { maxPages, rounds, signal } = options;
  const ask = (server: Server) =>
    walked
      ? server.walk(method, params, LARGEST_PAGE, maxPages)
      : server.ask(method, params);
  const question = { method, servers, ask, rounds, signal };
  const { findings, replies } = await askBoth(question);
  if (!replies) return [...findings];
  return [
    ...findings,
    ...(await checkWalks(request, servers, replies, options)),
  ];
}

async function checkWalks(
  request: Request,
  servers: Two,
  { a, b }: ReplyPair,
  { maxPages }: CompareOptions,
): Promise<Finding[]> {
  if (!request.walked) return [];
  const letters = ["A", "B"] as const;
  const checks = [a, b].map(async (whole, i) => {
    if (whole.kind !== "answer") return [];
    const [server, letter] = [servers[i]!, letters[i]!];
    return checkWalk({ server, letter, request, maxPages, whole });
  });
  return (await Promise.all(checks)).flat();
}
