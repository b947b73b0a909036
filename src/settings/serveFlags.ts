import type { DataWindow } from "../domain/query.ts";
import { DEFAULT_CACHE_MIB } from "../store/sqlite/connection.ts";
import { DEFAULT_PAGE_CACHE_MIB } from "../store/sqlite/reader.ts";
import { parseDataWindow } from "./dataWindow.ts";
import type { FlagValues } from "./readFlags.ts";
import { proverFlags } from "./proverFlags.ts";
import { publicFlags } from "./publicFlags.ts";
import {
  choiceFlag,
  countFlag,
  parsePort,
  parseSlots,
  parseStartSlot,
  parseWorkers,
  switchFlag,
  textFlag,
  urlFlag,
  urlsFlag,
} from "./values.ts";
import { postgresFlags } from "./postgresFlags.ts";

export const serveFlags = {
  "rpc-url": urlsFlag(
    "URL",
    "Follow the chain of this Solana node. Given more than once, or several\nwith commas between: the next one is asked when one fails.",
    ["http:", "https:"],
  ),
  "grpc-url": urlFlag(
    "URL",
    "Take new blocks from this Yellowstone gRPC server, the rest from --rpc-url.",
    ["http:", "https:"],
  ),
  "grpc-x-token": textFlag(
    "TOKEN",
    "What the gRPC server wants to see; better in TACHYON_GRPC_X_TOKEN.",
  ),
  commitment: choiceFlag(
    ["confirmed", "finalized"],
    "Which blocks are indexed. With --disable-indexing: which blocks the process\nthat indexes the store takes. Default: confirmed",
  ),
  blocks: textFlag(
    "FILE",
    "Index a recorded chain: one {slot, block} line per block, plain or gzip.",
  ),
  accounts: textFlag(
    "FILE",
    "With --blocks: recorded tree accounts, one {pubkey, account} line each.",
  ),
  "start-slot": {
    value: "N|latest",
    help: "Where an empty store starts; latest is the newest finalized block. A store\nthat holds blocks goes on after its last one, whatever this says.\nDefault: the chain's first block.",
    parse: parseStartSlot,
    otherwise: null as number | "latest" | null,
  },
  "db-url": textFlag(
    "URL",
    "The store, sqlite://PATH or postgres://USER:PASSWORD@HOST/DATABASE.\nDefault: one file per chain in --data-dir.",
  ),
  "cache-mb": countFlag(
    "MIB",
    "Memory for pages of a SQLite store while writing; a sixteenth of it for each\nof the three connections that read.",
    DEFAULT_CACHE_MIB,
  ),
  "recall-mb": countFlag(
    "MIB",
    "Memory for pages of a SQLite store that are asked for again before their\nrows have changed, in each process that answers; 0 for none.",
    DEFAULT_PAGE_CACHE_MIB,
    0,
  ),
  ...postgresFlags,
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
  ...proverFlags,
  ...publicFlags,
  workers: {
    value: "N|auto",
    help: "Answer requests in this many processes of their own, auto for one per core;\nSIGHUP replaces them one by one. Default: 0, indexing and answering share one.",
    parse: parseWorkers,
    otherwise: 0,
  },
  "max-lag": {
    value: "N",
    help: "Slots behind the chain beyond which the server is not ready.\nDefault: 150",
    parse: parseSlots,
    otherwise: 150,
  },
  "refuse-when-behind": switchFlag(
    "Beyond --max-lag, answer every method with -32005.",
  ),
  backfill: switchFlag(
    "Also fill in what the store lacks from before its first block.",
  ),
  index: {
    value: "OWNER:OFFSET:LENGTH",
    help: "Keep an index for memcmp filters on these bytes of the data of the\nowner's accounts; repeatable. See also: tachyon index.",
    parse: (text: string) => text.split(",").map(parseDataWindow),
    otherwise: [] as readonly DataWindow[],
    repeated: ",",
  },
  verify: switchFlag("Recompute the hash of every new account. Slow."),
  "disable-indexing": switchFlag("Only answer requests."),
  "disable-api": switchFlag("Only index."),
  "log-format": choiceFlag(
    ["text", "json"],
    "Default: text on a terminal, json elsewhere.",
  ),
};

export type ServeFlags = FlagValues<typeof serveFlags>;
