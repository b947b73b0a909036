import { asText } from "../codecs/json.ts";
import { clusterOf } from "../ingest/clusters.ts";
import { AnotherChain } from "../ingest/source/node/failover.ts";
import {
  createJsonRpc,
  NodeUnreachable,
} from "../ingest/source/node/jsonRpc.ts";
import type { ServeFlags } from "../settings/serveFlags.ts";
import { openSource } from "./indexing/openSource.ts";
import { openReporter } from "./reporter.ts";

/** The chain of a source. */
export interface CheckedChain {
  /** Default name of the store's file. */
  readonly name: string;
  /** Identifies the chain in a store. */
  readonly chain: string;
}

const TIMEOUT_MS = 10_000;

/** Asks a node for its chain and its newest slot. All nodes must follow the chain of the first one that answers. */
export async function checkNode(
  url: URL,
  { commitment }: ServeFlags,
  chains: CheckedChain[],
  signal: AbortSignal,
): Promise<string> {
  const rpc = createJsonRpc(url, { timeoutMs: TIMEOUT_MS });
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    try {
      return await rpc.call(method, params, signal);
    } catch (cause) {
      const why = (cause as Error).message;
      throw new NodeUnreachable(`${rpc.origin}: ${why}`, cause);
    }
  };
  const genesis = asText(await ask("getGenesisHash", []), "genesis hash");
  const found = {
    name: clusterOf(genesis).name,
    chain: `genesis:${genesis}`,
  };
  const first = chains[0] ?? found;
  if (first.chain !== found.chain)
    throw new AnotherChain(
      `${rpc.origin} follows another chain (${found.chain}) than the first node (${first.chain})`,
    );
  const level = { commitment: commitment ?? "confirmed" };
  const slot = await ask("getSlot", [level]);
  chains.push(found);
  return `${rpc.origin}: ${found.name}, newest slot ${String(slot)}`;
}

/** Reads the beginning of a recording, or of the bundled one. */
export async function checkRecording(
  flags: ServeFlags,
  chains: CheckedChain[],
  signal: AbortSignal,
): Promise<string> {
  const reporter = openReporter(flags["log-format"]);
  const { name, title, source } = await openSource(flags, reporter, signal);
  chains.push({ name, chain: source.chain });
  return title;
}
