import type { FlagValues } from "../flags.ts";
import { publicFlags } from "./publicFlags.ts";
import { UsageError } from "../usage.ts";
import {
  choiceFlag,
  parsePort,
  parseStartSlot,
  switchFlag,
  textFlag,
  urlFlag,
} from "../values.ts";

export const serveFlags = {
  "rpc-url": urlFlag("URL", "Follow the chain of this Solana node.", [
    "http:",
    "https:",
  ]),
  blocks: textFlag(
    "FILE",
    "Index a recorded chain: one {slot, block} line per block, plain or gzip.",
  ),
  accounts: textFlag(
    "FILE",
    "With --blocks: recorded tree accounts, one {pubkey, account} line each.",
  ),
  "grpc-url": textFlag("URL", "Not in this build yet."),
  "start-slot": {
    value: "N|latest",
    help: "Where an empty store starts. A store that holds blocks goes on after\nits last one, whatever this says. Default: the chain's first block.",
    parse: parseStartSlot,
    otherwise: null as number | "latest" | null,
  },
  "db-url": textFlag(
    "URL",
    "The store, sqlite://PATH. Default: one file per chain in --data-dir.",
  ),
  "data-dir": {
    value: "DIR",
    help: "Where stores are kept. Default: ./tachyon-data",
    parse: (text: string) => text,
    otherwise: "tachyon-data",
  },
  host: {
    value: "ADDRESS",
    help: "Address to listen on. Default: 127.0.0.1",
    parse: (text: string) => text,
    otherwise: "127.0.0.1",
  },
  port: {
    value: "N",
    help: "Port to listen on, 0 for any free one. Default: 8784",
    parse: parsePort,
    otherwise: 8784,
  },
  ...publicFlags,
  verify: switchFlag("Recompute the hash of every new account. Slow."),
  "disable-indexing": switchFlag("Only answer requests."),
  "disable-api": switchFlag("Only index."),
  "log-format": choiceFlag(
    ["text", "json"],
    "Default: text on a terminal, json elsewhere.",
  ),
};

export type ServeFlags = FlagValues<typeof serveFlags>;

/** Says plainly what the flags know of and this build lacks. */
export function assertInThisBuild(flags: ServeFlags): void {
  if (flags["grpc-url"])
    throw new UsageError(
      "--grpc-url: this build cannot follow gRPC yet; use --rpc-url",
    );
  assertStoreInThisBuild(flags["db-url"]);
}

export function assertStoreInThisBuild(url: string | null): void {
  if (url && /^postgres(ql)?:/.test(url))
    throw new UsageError(
      "--db-url: this build cannot store in PostgreSQL yet; use sqlite://PATH",
    );
}
