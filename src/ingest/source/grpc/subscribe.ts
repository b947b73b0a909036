import { isIP } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import {
  Client,
  type ClientDuplexStream,
  credentials,
  Metadata,
} from "@grpc/grpc-js";
import {
  CommitmentLevel,
  SubscribeRequest,
  SubscribeUpdate,
} from "@triton-one/yellowstone-grpc";
import { encodeBase58 } from "../../../codecs/base58.ts";
import { ACCOUNT_COMPRESSION } from "../../../codecs/programs.ts";
import type { Block } from "../../../domain/block.ts";
import type { Slot } from "../../../domain/values.ts";
import type { Commitment } from "../node/nodeBlocks.ts";
import { readGrpcBlock } from "./block.ts";

/**
 * Streams blocks as they are confirmed, from a given slot if the server still has it. It always ends with an error,
 * even when the server ends it.
 */
export type Subscribe = (
  from: Slot | null,
  signal: AbortSignal,
) => AsyncIterable<Block>;

export interface GrpcServer {
  /** TLS if it starts with https. */
  readonly url: URL;
  readonly token: string | null;
  readonly commitment: Commitment;
}

/** Servers ping every 10 to 15 s. After twice that time without a message, the connection is dead. */
const SILENCE_MS = 30_000;
const CHANNEL = {
  // A block with only our transactions is far smaller, but might exceed the default of 4 MB.
  "grpc.max_receive_message_length": 64 * 2 ** 20,
  "grpc.keepalive_time_ms": 15_000,
  "grpc.keepalive_timeout_ms": 10_000,
};

const encode = (request: SubscribeRequest): Buffer =>
  Buffer.from(SubscribeRequest.encode(request).finish());
const decode = (bytes: Buffer): SubscribeUpdate =>
  SubscribeUpdate.decode(bytes);

type Stream = ClientDuplexStream<SubscribeRequest, SubscribeUpdate>;

export function subscriber(
  server: GrpcServer,
  silenceMs = SILENCE_MS,
): Subscribe {
  return async function* (from, signal) {
    const client = new Client(
      addressOf(server.url),
      credentialsFor(server),
      channelFor(server),
    );
    const stream: Stream = client.makeBidiStreamRequest(
      "/geyser.Geyser/Subscribe",
      encode,
      decode,
      metadataFor(server),
    );
    const silence = setTimeout(() => {
      stream.destroy(new Error("the server no longer sends messages"));
    }, silenceMs);
    const stop = (): void => void stream.destroy(new Error("stopped"));
    signal.addEventListener("abort", stop);
    try {
      stream.write(blocksFrom(from, server.commitment));
      for await (const update of stream as AsyncIterable<SubscribeUpdate>) {
        silence.refresh();
        if (update.ping) stream.write({ ...NOTHING, ping: { id: 1 } });
        if (update.block) yield readGrpcBlock(update.block);
      }
      throw new Error("the server has ended the stream");
    } finally {
      clearTimeout(silence);
      signal.removeEventListener("abort", stop);
      stream.on("error", () => undefined); // destroying the stream reports an error
      stream.destroy();
      client.close();
    }
  };
}

const NOTHING: SubscribeRequest = {
  accounts: {},
  slots: {},
  transactions: {},
  transactionsStatus: {},
  blocks: {},
  blocksMeta: {},
  entry: {},
  accountsDataSlice: [],
};

const LEVELS = {
  confirmed: CommitmentLevel.CONFIRMED,
  finalized: CommitmentLevel.FINALIZED,
};

/** All blocks, but only those transactions that mention the compression program: a small part of the chain. */
function blocksFrom(
  from: Slot | null,
  commitment: Commitment,
): SubscribeRequest {
  return {
    ...NOTHING,
    blocks: {
      tachyon: {
        accountInclude: [encodeBase58(ACCOUNT_COMPRESSION)],
        includeTransactions: true,
        includeAccounts: false,
        includeEntries: false,
      },
    },
    commitment: LEVELS[commitment],
    ...(from !== null && { fromSlot: String(from) }),
  };
}

function addressOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

/**
 * TLS cannot request an IP address, but the library tries to. It is given a placeholder name, and the certificate is
 * checked against the address.
 */
const NO_NAME = "address.invalid";

function addressIn({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) > 0 ? bare : null;
}

function credentialsFor({ url }: GrpcServer) {
  if (url.protocol !== "https:") return credentials.createInsecure();
  const address = addressIn(url);
  return address === null
    ? credentials.createSsl()
    : credentials.createSsl(null, null, null, {
        checkServerIdentity: (_: string, cert: PeerCertificate) =>
          checkServerIdentity(address, cert),
      });
}

function channelFor({ url }: GrpcServer) {
  return addressIn(url) === null
    ? CHANNEL
    : { ...CHANNEL, "grpc.ssl_target_name_override": NO_NAME };
}

function metadataFor({ token }: GrpcServer): Metadata {
  const metadata = new Metadata();
  if (token !== null) metadata.set("x-token", token);
  return metadata;
}
