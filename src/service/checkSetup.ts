import { openServer } from "../comparing/server.ts";
import { ProverServer } from "../prover/proverServer.ts";
import { readKeyFile } from "../serve/access/keyFile.ts";
import type { ServeFlags } from "../settings/serveFlags.ts";
import { UsageError } from "../settings/usageError.ts";
import { checkNode, type CheckedChain, checkRecording } from "./checkSource.ts";
import { checkStore } from "./checkStore.ts";
import { explain } from "./explain.ts";
import { assertSourceFlags } from "./indexing/openSource.ts";
import {
  assertMeaningful,
  assertPortFree,
  assertTlsUsable,
} from "./preflight.ts";

export interface CheckResult {
  readonly ok: boolean;
  /** What was checked. */
  readonly name: string;
  /** What was found, or the problem. */
  readonly text: string;
}

/** Tests everything that a service with these flags needs, and yields a result for each. Starts and writes nothing. */
export async function* checkSetup(
  flags: ServeFlags,
  signal: AbortSignal,
): AsyncGenerator<CheckResult> {
  yield attempt("flags", () => {
    assertMeaningful(flags);
    if (needsSource(flags)) assertSourceFlags(flags);
    return "valid together";
  });
  const chains: CheckedChain[] = [];
  yield* checkSource(flags, chains, signal);
  yield attempt("store", () => checkStore(flags, chains[0] ?? null, signal));
  for (const url of flags["prover-url"] ?? [])
    yield attempt("prover", () => checkProver(url, flags));
  if (flags["disable-api"]) return;
  const shadow = flags["shadow-url"];
  if (shadow) yield attempt("shadow", () => checkShadow(shadow, signal));
  yield* checkListening(flags);
}

/** A service that only answers uses the source only for the name of its store. */
function needsSource(flags: ServeFlags): boolean {
  return !flags["disable-indexing"] || flags["db-url"] === null;
}

/** Adds the chains of the source to `chains`. */
async function* checkSource(
  flags: ServeFlags,
  chains: CheckedChain[],
  signal: AbortSignal,
): AsyncGenerator<CheckResult> {
  const urls = flags["rpc-url"];
  for (const url of urls ?? [])
    yield attempt("node", () => checkNode(url, flags, chains, signal));
  if (urls || !needsSource(flags)) return;
  yield attempt("source", () => checkRecording(flags, chains, signal));
}

async function checkProver(url: URL, flags: ServeFlags): Promise<string> {
  const apiKey = flags["prover-api-key"];
  await new ProverServer({ url, apiKey, timeoutMs: 5_000 }).look();
  return `${url.origin} answers`;
}

async function checkShadow(url: URL, signal: AbortSignal): Promise<string> {
  const options = { rate: 1, timeoutMs: 5_000, signal };
  const reply = await openServer(url.href, options).ask("getIndexerSlot", {});
  if (reply.kind === "answer")
    return `${url.origin} answers, newest slot ${reply.slot}`;
  throw new UsageError(`${url.origin}: ${reply.message}`);
}

async function* checkListening(flags: ServeFlags): AsyncGenerator<CheckResult> {
  const keyFile = flags["api-keys"];
  if (keyFile)
    yield attempt("keys", () => {
      const { length } = readKeyFile(keyFile).keys;
      return `${keyFile} has ${length} ${length === 1 ? "key" : "keys"}`;
    });
  if (flags["tls-cert"] ?? flags["tls-key"])
    yield attempt("TLS", () => {
      assertTlsUsable(flags);
      return "certificate and key can be used";
    });
  yield attempt("port", async () => {
    await assertPortFree(flags);
    return flags.port === 0
      ? `${flags.host} has free ports`
      : `${flags.port} on ${flags.host} is free`;
  });
}

/** The result of the check, or the message of its failure. */
export async function attempt(
  name: string,
  check: () => string | Promise<string>,
): Promise<CheckResult> {
  try {
    return { ok: true, name, text: await check() };
  } catch (error) {
    const text = explain(error) ?? (error as Error).message;
    return { ok: false, name, text };
  }
}
