import { inGroup } from "./flagGroups.ts";
import {
  choiceFlag,
  parseStartSlot,
  textFlag,
  urlFlag,
  urlsFlag,
} from "./values.ts";

/** Where blocks come from. */
export const sourceFlags = inGroup("Source", {
  "rpc-url": urlsFlag(
    "URL",
    "Index the chain of this Solana node. Repeatable, or separated by commas:\nwhen one node fails, the next one is used.",
    ["http:", "https:"],
  ),
  "grpc-url": urlFlag(
    "URL",
    "Take new blocks from this Yellowstone gRPC server, the rest from --rpc-url.",
    ["http:", "https:"],
  ),
  "grpc-x-token": textFlag(
    "TOKEN",
    "Authentication token (x-token) for --grpc-url. Prefer the environment variable.",
  ),
  commitment: choiceFlag(
    ["confirmed", "finalized"],
    "The commitment of indexed blocks. With --disable-indexing: the commitment\nof the process that indexes the store. Default: confirmed",
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
    help: "Where an empty store starts; latest is the newest finalized block. A store\nwith blocks continues after its last one. Default: the chain's first block",
    parse: parseStartSlot,
    otherwise: null as number | "latest" | null,
  },
});
