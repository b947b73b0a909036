import type { DataWindow } from "../domain/query.ts";
import { DEFAULT_CACHE_MIB } from "../store/sqlite/connection.ts";
import { DEFAULT_PAGE_CACHE_MIB } from "../store/sqlite/reader.ts";
import { parseDataWindow } from "./dataWindow.ts";
import { inGroup } from "./flagGroups.ts";
import type { FlagValues } from "./readFlags.ts";
import { proverFlags } from "./proverFlags.ts";
import { publicFlags } from "./publicFlags.ts";
import { shadowFlags } from "./shadowFlags.ts";
import { sourceFlags } from "./sourceFlags.ts";
import {
  choiceFlag,
  memoryFlag,
  parseHistory,
  parseLagBound,
  parsePort,
  parseWorkers,
  switchFlag,
  textFlag,
} from "./values.ts";
import { postgresFlags } from "./postgresFlags.ts";

const storeFlags = inGroup("Store", {
  "db-url": textFlag(
    "URL",
    "The store: sqlite://PATH or postgres://USER:PASSWORD@HOST/DATABASE.\nDefault: one file per chain in --data-dir",
  ),
  "data-dir": {
    value: "DIR",
    help: "Folder of the stores without --db-url. Default: ./tachyon-data",
    parse: (text: string) => text,
    otherwise: "tachyon-data",
  },
  "cache-mb": memoryFlag(
    "Memory for the pages of a SQLite store during indexing, in MiB. Each of the\nthree reading connections uses another sixteenth of it.",
    DEFAULT_CACHE_MIB,
  ),
  "page-cache-mb": {
    ...memoryFlag(
      "Memory for finished pages of answers, in MiB for each serving process; 0 turns\nthe page cache off.",
      DEFAULT_PAGE_CACHE_MIB,
      0,
    ),
    formerly: "recall-mb",
  },
});

const indexingFlags = inGroup("Indexing", {
  backfill: switchFlag(
    "Also index the blocks before the store's first one, while following the tip.",
  ),
  history: {
    value: "TIME|SLOTS|all|none",
    help: "How far back lists can be asked for with atSlot: a time (12h, 7d), a number of\nslots, all, or none (512 slots). Default: 1d",
    parse: parseHistory,
    otherwise: { seconds: 86_400 },
  },
  index: {
    value: "OWNER:OFFSET:LENGTH",
    help: "Maintain an index for memcmp filters on these bytes of the data of the owner's\naccounts. Repeatable. See also: tachyon index.",
    parse: (text: string) => text.split(",").map(parseDataWindow),
    otherwise: [] as readonly DataWindow[],
    repeated: ",",
  },
  verify: switchFlag("Recompute the hash of every new account. Slow."),
  "disable-indexing": switchFlag(
    "Only answer requests; another process indexes.",
  ),
  "disable-api": switchFlag("Only index."),
});

const listeningFlags = inGroup("Listening", {
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
  workers: {
    value: "N|auto",
    help: "Answer requests in N processes, auto for one per core. SIGHUP replaces them\none by one. Default: 0, one process indexes and answers",
    parse: parseWorkers,
    otherwise: 0,
  },
});

const readinessFlags = inGroup("Readiness", {
  "max-lag": {
    value: "TIME",
    help: "The lag behind the chain up to which /readiness succeeds: seconds (60s),\nminutes (2m), or slots (150). Default: 60s",
    parse: parseLagBound,
    otherwise: { seconds: 60 },
  },
  "refuse-when-behind": switchFlag(
    "Beyond --max-lag, answer every call with error -32005.",
  ),
});

export const serveFlags = {
  ...sourceFlags,
  ...storeFlags,
  ...postgresFlags,
  ...indexingFlags,
  ...listeningFlags,
  ...readinessFlags,
  ...proverFlags,
  ...publicFlags,
  ...shadowFlags,
  ...inGroup("Logging", {
    "log-format": choiceFlag(
      ["text", "json"],
      "Default: text on a terminal, json elsewhere",
    ),
  }),
};

export type ServeFlags = FlagValues<typeof serveFlags>;
