import { type KeyChoice, type Keys, namedKeys, resolveKeys } from "../keys.ts";
import { createPace } from "../pace.ts";
import { openServer } from "../server.ts";
import { accountChecks } from "./dataChecks.ts";
import { digitChecks } from "./digits.ts";
import { batchChecks, envelopeChecks } from "./envelope.ts";
import { orderChecks, pagingChecks, shapeChecks } from "./lists.ts";
import { limitChecks, parameterChecks } from "./parameters.ts";
import { type Check, ContractError, NothingToCheck, Probe } from "./probe.ts";
import { proofChecks } from "./proofs.ts";
import { corsChecks, transportChecks } from "./transport.ts";

export const SECTIONS: Readonly<Record<string, readonly Check[]>> = {
  envelope: envelopeChecks,
  batches: batchChecks,
  transport: transportChecks,
  CORS: corsChecks,
  parameters: parameterChecks,
  limits: limitChecks,
  fields: shapeChecks,
  order: orderChecks,
  paging: pagingChecks,
  digits: digitChecks,
  accounts: accountChecks,
  proofs: proofChecks,
};

export interface CheckResult {
  readonly section: string;
  readonly title: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reason: string | null;
  /** The request and answer of a failed check. */
  readonly request: string | null;
  readonly answer: string | null;
}

export interface ConformanceOptions {
  readonly url: string;
  /** The keys to query, or how to choose them. */
  readonly keys: Keys | KeyChoice;
  readonly rate: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, of: number, failed: number) => void;
}

/** Checks one server, with any data, against the contract. */
export async function checkConformance(
  options: ConformanceOptions,
): Promise<CheckResult[]> {
  const { url, rate, signal, timeoutMs, onProgress } = options;
  const server = openServer(url, options);
  const keys = await keysOf(options);
  const pace = createPace(rate, signal);
  const probe = new Probe({ server, keys, pace, timeoutMs, signal });
  const all = Object.entries(SECTIONS).flatMap(([section, checks]) =>
    checks.map((check) => ({ section, check })),
  );
  const results: CheckResult[] = [];
  for (const { section, check } of all) {
    const failed = results.filter(({ outcome }) => outcome === "failed");
    onProgress?.(results.length, all.length, failed.length);
    results.push(await run(section, check, probe, signal));
  }
  return results;

  /** Checks that need data are skipped without it. */
  async function keysOf(from: ConformanceOptions): Promise<Keys> {
    return resolveKeys(server, from.keys).catch(() => namedKeys(""));
  }
}

/** Enough to see the fault without printing a page of a thousand items. */
const LONGEST_ANSWER = 600;

async function run(
  section: string,
  check: Check,
  probe: Probe,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { title } = check;
  const result = (
    outcome: CheckResult["outcome"],
    reason: string | null = null,
  ) => ({ section, title, outcome, reason, request: null, answer: null });
  try {
    await check.run(probe);
    return result("passed");
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof NothingToCheck)
      return result("skipped", cause.message);
    const { request, answer } = probe.last;
    const shown = answer.slice(0, LONGEST_ANSWER);
    const reason =
      cause instanceof ContractError ? cause.message : String(cause);
    return { ...result("failed", reason), request, answer: shown };
  }
}
