import { basename, join } from "node:path";
import type { Slot } from "../../domain/values.ts";
import { clusterOf } from "../../ingest/clusters.ts";
import { openFileSource } from "../../ingest/source/file/source.ts";
import { openFileAccounts } from "../../ingest/source/file/fileAccounts.ts";
import { GrpcSource } from "../../ingest/source/grpc/source.ts";
import type { GrpcServer } from "../../ingest/source/grpc/subscribe.ts";
import {
  connectNodes,
  type RefusedNodes,
} from "../../ingest/source/node/failover.ts";
import type { Commitment } from "../../ingest/source/node/nodeBlocks.ts";
import {
  openRpcSource,
  type RpcSource,
} from "../../ingest/source/node/source.ts";
import type { BlockSource } from "../../ingest/source/source.ts";
import { bundledRecording } from "../../settings/package.ts";
import { atMostEvery, type Reporter } from "../reporter.ts";
import { UsageError } from "../../settings/usageError.ts";

export interface SourceFlags {
  readonly "rpc-url": readonly URL[] | null;
  readonly "grpc-url": URL | null;
  readonly "grpc-x-token": string | null;
  readonly commitment: Commitment | null;
  readonly blocks: string | null;
  readonly accounts: string | null;
  readonly "start-slot": number | "latest" | null;
}

/** A source and the settings that depend on its kind. */
export interface ChosenSource {
  readonly source: BlockSource;
  /** Default name of the store's file. */
  readonly name: string;
  /** For the first screen. */
  readonly title: string;
  /** The last failure of the node or the stream, if it is recent. */
  readonly trouble?: () => string | null;
  /** The slot an empty store starts after. */
  startAfter(signal: AbortSignal): Promise<Slot>;
  /** The slot from which on the chain may hold compressed accounts; null if that is the first block read. */
  firstBlock?(signal: AbortSignal): Promise<Slot | null>;
}

export interface SourceOptions {
  /** How often to ask for new blocks at the tip. */
  readonly pollMs?: () => number;
  /** Called when a request is retried or a stream breaks off. */
  readonly onRetry?: () => void;
  readonly onRefused?: (refused: RefusedNodes) => void;
}

export async function openSource(
  flags: SourceFlags,
  reporter: Reporter,
  signal: AbortSignal,
  options: SourceOptions = {},
): Promise<ChosenSource> {
  assertSourceFlags(flags);
  if (flags["rpc-url"])
    return chooseNode(flags["rpc-url"], flags, reporter, signal, options);
  return chooseFile(flags.blocks, flags);
}

/** Refuses combinations of source flags that make no sense. */
export function assertSourceFlags(flags: SourceFlags): void {
  if (flags["rpc-url"] && flags.blocks)
    throw new UsageError("--rpc-url and --blocks: give one of them, not both");
  if (flags["rpc-url"] && flags.accounts)
    throw new UsageError(
      "--accounts goes with --blocks: a node supplies its accounts itself",
    );
  if (flags["grpc-url"] && !flags["rpc-url"])
    throw new UsageError(
      "--grpc-url needs --rpc-url too: the node supplies what the stream leaves out",
    );
  if (!flags["rpc-url"] && flags["start-slot"] === "latest")
    throw new UsageError("--start-slot latest needs a node: give --rpc-url");
}

async function chooseNode(
  urls: readonly URL[],
  flags: SourceFlags,
  reporter: Reporter,
  signal: AbortSignal,
  options: SourceOptions,
): Promise<ChosenSource> {
  const commitment = flags.commitment ?? "confirmed";
  const trouble = new RecentTrouble();
  const reports = reportsTo(reporter, trouble);
  const node = await openNode(urls, commitment, reports, signal, options);
  const source = flags["grpc-url"]
    ? await openStream(
        { url: flags["grpc-url"], token: flags["grpc-x-token"], commitment },
        node,
        reports,
        options,
      )
    : node;
  const { name, quietUntil } = clusterOf(node.genesis);
  const asked = flags["start-slot"];
  return {
    source,
    name,
    title: `${name}, ${source.description}`,
    trouble: () => trouble.last(),
    startAfter: async (stop) => {
      // A finalized block, because a backfill will end at the first one.
      if (asked === "latest") return (await node.finalTip(stop)) - 1;
      const after = asked === null ? quietUntil : asked - 1;
      return startOn(node, after, reporter, stop);
    },
    firstBlock: async (stop) => {
      if (quietUntil >= 0) return quietUntil + 1;
      return asked === null ? null : node.firstBlock(stop);
    },
  };
}

type Reports = Pick<Reporter, "warn" | "error">;

/** Many requests can fail together and repeatedly, so the log gets a line only now and then. */
const WARN_EVERY_MS = 5_000;

function reportsTo(reporter: Reporter, trouble: RecentTrouble): Reports {
  const warn = atMostEvery(WARN_EVERY_MS, (text: string) => {
    reporter.warn(text);
  });
  return {
    error: reporter.error.bind(reporter),
    warn: (text) => {
      trouble.note(text);
      warn(text);
    },
  };
}

/** Older than a request and the pause after it, a failure says nothing about the current state. */
const RECENT_MS = 60_000;

class RecentTrouble {
  #text: string | null = null;
  #at = 0;

  note(text: string): void {
    this.#text = text;
    this.#at = Date.now();
  }

  last(): string | null {
    return Date.now() - this.#at < RECENT_MS ? this.#text : null;
  }
}

/** Slots behind the tip. Fewer blocks are indexed before a thread that reads them would have started. */
const THREAD_FROM = 200;

export async function openNode(
  urls: readonly URL[],
  commitment: Commitment,
  reporter: Reports,
  signal: AbortSignal,
  options: SourceOptions = {},
): Promise<RpcSource> {
  const onRetry = (error: Error): void => {
    options.onRetry?.();
    reporter.warn(`waiting for the node: ${error.message}`);
  };
  const onRefused = (refused: RefusedNodes): void => {
    for (const reason of refused.reasons)
      reporter.error({}, `${reason} and is left out`);
    options.onRefused?.(refused);
  };
  const rpc = connectNodes(urls, { onRefused });
  const opening = openRpcSource(rpc, signal, {
    ...{ commitment, onRetry, onRefused, threadFrom: THREAD_FROM },
    ...(options.pollMs && { pollMs: options.pollMs }),
  });
  return opening.catch((cause: unknown) => {
    const where = urls.map(({ origin }) => origin).join(", ");
    const why = (cause as Error).message;
    throw new UsageError(`--rpc-url ${where}: no answer (${why})`, { cause });
  });
}

/** Loaded on demand: gRPC is a large library that most services do not use. */
async function openStream(
  server: GrpcServer,
  node: RpcSource,
  reporter: Reports,
  options: SourceOptions,
): Promise<BlockSource> {
  const { subscriber } = await import("../../ingest/source/grpc/subscribe.ts");
  return new GrpcSource(node, {
    subscribe: subscriber(server),
    description: `gRPC ${server.url.origin} with ${node.description}`,
    onTrouble: (error) => {
      options.onRetry?.();
      reporter.warn(`gRPC: ${error.message}; blocks come from the node`);
    },
  });
}

/** If a node lacks the first blocks, indexing starts with those it has and logs a warning. */
async function startOn(
  source: RpcSource,
  after: Slot,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<Slot> {
  const first = await source.firstBlock(signal);
  if (first <= after + 1) return after;
  reporter.warn(
    `the node's first block is slot ${first}: state created before it is not indexed`,
  );
  return first - 1;
}

async function chooseFile(
  path: string | null,
  flags: SourceFlags,
): Promise<ChosenSource> {
  const asked = flags["start-slot"];
  const accounts = flags.accounts
    ? await openFileAccounts(flags.accounts)
    : null;
  const source = await openFileSource(path ?? bundledRecording, { accounts });
  const stem = basename(path ?? "").split(".")[0]!;
  return {
    source,
    name: path ? `${stem}-${source.chain.slice(5, 13)}` : "demo",
    title: path
      ? source.description
      : "the bundled demo chain (your own: --rpc-url or --blocks)",
    startAfter: () =>
      Promise.resolve(typeof asked === "number" ? asked - 1 : -1),
    firstBlock: () => Promise.resolve(asked === null ? null : 0),
  };
}

export function defaultStore(dataDir: string, name: string): string {
  return `sqlite://${join(dataDir, `${name}.db`)}`;
}
