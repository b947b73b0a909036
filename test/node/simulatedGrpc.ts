import { setTimeout as sleep } from "node:timers/promises";
import {
  Server,
  ServerCredentials,
  status,
  type ServerDuplexStream,
  type ServiceDefinition,
} from "@grpc/grpc-js";
import type {
  SubscribeRequest,
  SubscribeUpdate,
} from "@triton-one/yellowstone-grpc";
import { parseAddress } from "../../src/codecs/bytes.ts";
import type { BlockContent } from "../encoder/block.ts";
import { encodeGrpcTransaction } from "../encoder/grpc.ts";

// The service definition is generated from the server's; the package does not export it from its main module.
const entry = import.meta.resolve("@triton-one/yellowstone-grpc");
const { GeyserService } = (await import(
  new URL("./grpc/geyser.js", entry).href
)) as { GeyserService: ServiceDefinition };

export interface GrpcBlock {
  readonly slot: number;
  readonly content: BlockContent;
}

/** A fault to apply to a block before it is sent. */
export type StreamFault = "drop" | "leave out" | "twice" | "swap" | "silence";

export interface SimulatedGrpcOptions {
  readonly chain: () => readonly GrpcBlock[];
  readonly port?: number;
  /** If missing, every token is accepted. */
  readonly token?: string;
  /** The oldest slot that can be replayed. If missing, none can be. */
  readonly replayFrom?: () => number | null;
  readonly disturb?: () => StreamFault | null;
  readonly credentials?: ServerCredentials;
}

export interface SimulatedGrpc {
  readonly port: number;
  readonly requests: readonly SubscribeRequest[];
  readonly pongs: () => number;
  ping(): void;
  close(): void;
}

type Stream = ServerDuplexStream<SubscribeRequest, SubscribeUpdate>;

const TICK_MS = 2;

/** A Yellowstone server on a real port that streams a chain as it grows. */
export async function startSimulatedGrpc(
  options: SimulatedGrpcOptions,
): Promise<SimulatedGrpc> {
  const server = new Server();
  const streams = new Set<Stream>();
  const requests: SubscribeRequest[] = [];
  let pongs = 0;
  server.addService(GeyserService, {
    subscribe: (stream: Stream) => {
      const token = stream.metadata.get("x-token")[0];
      if (options.token !== undefined && token !== options.token) {
        refuse(stream, status.UNAUTHENTICATED, "no valid auth token");
        return;
      }
      streams.add(stream);
      const gone = new AbortController();
      for (const event of ["close", "error", "cancelled", "end"])
        stream.on(event, () => {
          streams.delete(stream);
          gone.abort();
        });
      stream.on("data", (request: SubscribeRequest) => {
        if (request.ping) {
          pongs++;
          return;
        }
        requests.push(request);
        void pour(stream, request, options, gone.signal);
      });
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    const address = `127.0.0.1:${options.port ?? 0}`;
    const secure = options.credentials ?? ServerCredentials.createInsecure();
    server.bindAsync(address, secure, (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  return {
    port,
    requests,
    pongs: () => pongs,
    ping: () => {
      for (const stream of streams) stream.write(update({ ping: {} }));
    },
    close: () => {
      server.forceShutdown();
    },
  };
}

function refuse(stream: Stream, code: number, details: string): void {
  stream.emit("error", { code, details });
}

/** Sends each block of the chain once, and a new branch from its fork point. */
async function pour(
  stream: Stream,
  request: SubscribeRequest,
  { chain, replayFrom, disturb }: SimulatedGrpcOptions,
  gone: AbortSignal,
): Promise<void> {
  const from = request.fromSlot === undefined ? null : Number(request.fromSlot);
  const oldest = replayFrom?.() ?? null;
  if (from !== null && (oldest === null || from < oldest)) {
    refuse(stream, status.OUT_OF_RANGE, `from_slot ${from} is not available`);
    return;
  }
  const old = chain().filter(({ slot }) => from === null || slot < from);
  const sent = new Set(old.map(({ content }) => content.blockhash));
  const isGone = () => gone.aborted;
  while (!isGone()) {
    const fresh = chain().filter(({ content }) => !sent.has(content.blockhash));
    for (const block of fresh) sent.add(block.content.blockhash);
    for (const block of shaken(fresh, disturb)) {
      if (block === "drop") {
        refuse(stream, status.UNAVAILABLE, "connection reset");
        return;
      }
      if (block === "silence") return;
      if (!isGone()) stream.write(toUpdate(block, request));
    }
    await sleep(TICK_MS);
  }
}

function shaken(
  blocks: readonly GrpcBlock[],
  disturb: SimulatedGrpcOptions["disturb"],
): (GrpcBlock | "drop" | "silence")[] {
  const out: (GrpcBlock | "drop" | "silence")[] = [];
  for (const block of blocks) {
    const fault = disturb?.() ?? null;
    if (fault === "drop" || fault === "silence") out.push(fault);
    if (fault === "swap") out.splice(-1, 0, block);
    else if (fault !== "leave out") out.push(block);
    if (fault === "twice") out.push(block);
  }
  return out;
}

function toUpdate(
  { content }: GrpcBlock,
  { blocks }: SubscribeRequest,
): SubscribeUpdate {
  const [filter] = Object.values(blocks);
  const wanted = filter!.accountInclude.map(parseAddress);
  const transactions = content.transactions
    .map(encodeGrpcTransaction)
    .filter(
      ({ keys }) =>
        wanted.length === 0 ||
        keys.some((key) => wanted.some((w) => Buffer.compare(w, key) === 0)),
    )
    .map(({ info }, index) => ({ ...info, index: String(index) }));
  return update({
    block: {
      slot: String(content.slot),
      blockhash: content.blockhash!,
      parentSlot: String(content.parentSlot),
      parentBlockhash: content.parentBlockhash!,
      blockTime: { timestamp: String(content.blockTime) },
      blockHeight: { blockHeight: String(content.blockHeight) },
      rewards: undefined,
      executedTransactionCount: String(content.transactions.length),
      // Ordered by index, not by arrival.
      transactions: transactions.reverse(),
      updatedAccountCount: "0",
      accounts: [],
      entriesCount: "0",
      entries: [],
    },
  });
}

function update(content: Partial<SubscribeUpdate>): SubscribeUpdate {
  return { filters: ["tachyon"], createdAt: new Date(), ...content };
}
