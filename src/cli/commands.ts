import cluster from "node:cluster";
import { CLOSE_MS } from "../service/listening/listen.ts";
import { openReporter } from "../service/reporter.ts";
import { serve } from "../service/serve.ts";
import { stopSignal } from "../service/stopSignal.ts";
import { runWorker } from "../service/workers/worker.ts";
import { type Flags, readFlags } from "../settings/readFlags.ts";
import { serveFlags } from "../settings/serveFlags.ts";
import { backfill, backfillFlags } from "./commands/backfill.ts";
import { check } from "./commands/check.ts";
import { compareFlags, compareServers } from "./commands/compare.ts";
import { conformance, conformanceFlags } from "./commands/conformance.ts";
import { EXPORTED } from "../exporting/walk.ts";
import { exportFlags, exportLists } from "./commands/export.ts";
import { filterIndex, filterIndexFlags } from "./commands/filterIndex.ts";
import { measureFlags, measureServers } from "./commands/measure.ts";
import { migrate, migrateFlags } from "./commands/migrate.ts";
import { quarantine, quarantineFlags } from "./commands/quarantine.ts";
import { snapshot, snapshotFlags } from "./commands/snapshot.ts";
import { trees, treesFlags } from "./commands/trees.ts";
import { webhook, webhookFlags } from "./commands/webhook.ts";
import { verify, verifyFlags } from "./commands/verify.ts";
import { print } from "./print.ts";
import { stoppable } from "./stoppable.ts";
import { splitWords } from "./words.ts";

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The text above the flags in the command's own help. */
  readonly about: string;
  readonly flags: Flags;
  /** Arguments that can follow the command. */
  readonly actions?: readonly string[];
  run(args: readonly string[]): Promise<void>;
}

/** The command that runs when no command is named. */
export const serveCommand: Command = {
  summary: "index a chain and answer requests about it",
  about:
    "tachyon: indexes ZK-compressed state on Solana and answers requests about it.",
  flags: serveFlags,
  run: (args) => {
    const flags = readFlags(serveFlags, args, process.env);
    if (cluster.isWorker)
      return runWorker(flags, openReporter(flags["log-format"]));
    const graceMs = CLOSE_MS + flags.drain * 1000 + 1_000;
    const how = { flags, table: serveFlags, args, graceMs };
    return stoppable(how, (...to) => serve(flags, ...to));
  },
};

export const commands: Readonly<Record<string, Command>> = {
  check: {
    summary: "test what a service needs, without starting it",
    about: `tachyon check: takes the flags of a service and tests what it would use: flags, nodes, store,
provers, shadow server, key file, TLS files and port. It does not start or write anything. It prints a
line for each and exits with code 1 if there is a problem.`,
    flags: serveFlags,
    run: check,
  },
  migrate: {
    summary: "create or upgrade a store, then exit",
    about:
      "tachyon migrate: creates a store, or upgrades it to the schema of this version.\nSafe to run at any time, also by several processes at once.",
    flags: migrateFlags,
    run: (args) => migrate(readFlags(migrateFlags, args, process.env), print),
  },
  quarantine: {
    summary: "list transactions that could not be decoded",
    about:
      "tachyon quarantine: lists the transactions that could not be decoded.",
    flags: quarantineFlags,
    run: (args) =>
      quarantine(readFlags(quarantineFlags, args, process.env), print),
  },
  index: {
    summary: "indexes for filters on account data: add, list, drop",
    about: `tachyon index: indexes for memcmp filters on the data of an owner's accounts.

  tachyon index add OWNER:OFFSET:LENGTH     build an index; the service may keep running
  tachyon index list                        list the indexes
  tachyon index drop OWNER:OFFSET:LENGTH    remove an index

A filter that covers the window is answered from the index, as fast as a page without
a filter. OFFSET counts from the start of the data without its discriminator, as in a filter.`,
    flags: filterIndexFlags,
    actions: ["add", "list", "drop"],
    run: filterIndex,
  },
  trees: {
    summary: "the Merkle trees: list them, rebuild their nodes",
    about: `tachyon trees: the Merkle trees of a store, their progress, and whether proofs are available.

  tachyon trees                       one line per tree
  tachyon trees rebuild [TREE …]      rebuild the nodes of these trees, or of all, from their leaves

The service may keep running; a tree has no proofs until its nodes are rebuilt.`,
    flags: treesFlags,
    actions: ["rebuild"],
    run: trees,
  },
  verify: {
    summary: "check a store: accounts, lists, balances, trees",
    about: `tachyon verify: checks a store. It recomputes the hash of every account and compares the lists with the
accounts, balances with the sums of accounts and of changes, every node of every Merkle tree
with those below it, and the roots with the tree accounts of a node. It prints a line for
each difference, and exits with code 1 if there is one.

  tachyon verify                                    the only store in ./tachyon-data
  tachyon verify --rpc-url http://127.0.0.1:8899    the same, and roots with those on chain

The service may run meanwhile: everything is read in one snapshot.`,
    flags: verifyFlags,
    run: (args) =>
      verify(readFlags(verifyFlags, args, process.env), print, stopSignal()),
  },
  backfill: {
    summary: "index the blocks before the first indexed one",
    about: `tachyon backfill: indexes the blocks before the first indexed block of a store.
A service may follow the tip in the same store meanwhile. After a stop it continues where
it was.

  tachyon backfill --rpc-url http://127.0.0.1:8899                         every gap
  tachyon backfill --rpc-url http://127.0.0.1:8899 --from 100 --to 200     these slots`,
    flags: backfillFlags,
    run: (args) => {
      const flags = readFlags(backfillFlags, args, process.env);
      const how = { flags, table: backfillFlags, args };
      return stoppable(how, (...to) => backfill(flags, ...to));
    },
  },
  snapshot: {
    summary: "a store in one file: create, restore, serve, import",
    about: `tachyon snapshot: writes a store to one file, and reads it back.

  tachyon snapshot create FILE         write the current store; indexing may continue
  tachyon snapshot restore FILE|URL    check a snapshot and make a store from it
  tachyon snapshot serve FILE          let other machines restore it from http://HOST:PORT/snapshot
  tachyon snapshot import PATH         read a snapshot of the reference indexer: its folder,
                                       one of its files, or its /download`,
    flags: snapshotFlags,
    actions: ["create", "restore", "serve", "import"],
    run: (args) => {
      const { words, rest } = splitWords(args);
      const flags = readFlags(snapshotFlags, rest, process.env);
      const how = { flags, table: snapshotFlags, args: rest };
      return stoppable(how, (...to) => snapshot(words, flags, ...to));
    },
  },
  export: {
    summary: "write a whole list to a file: CSV, NDJSON or Parquet",
    about: `tachyon export METHOD: writes the whole list of a method to a file, as it was after one block.
The service may run meanwhile. The file gets its name only when it is complete.

  tachyon export getCompressedMintTokenHolders --mint MINT                     the holders of MINT now, as CSV
  tachyon export getCompressedMintTokenHolders --mint MINT --at-slot 350000000 the same at a slot
  tachyon export getCompressedTokenHistory --owner KEY --out history.parquet   what a wallet received and sent
  tachyon export all --out DIR                                                 every list, one Parquet file each`,
    flags: exportFlags,
    actions: ["all", ...EXPORTED],
    run: (args) => {
      const { words, rest } = splitWords(args);
      const flags = readFlags(exportFlags, rest, process.env);
      return exportLists(words, flags, print, stopSignal());
    },
  },
  webhook: {
    summary: "notify receivers when a list changes: add, list, remove, test",
    about: `tachyon webhook: sends the changes of a list to a receiver, as signed POST requests. The service that
indexes sends them; it may keep running while webhooks are added and removed.

  tachyon webhook add METHOD --owner KEY --url URL    add a receiver; prints its secret once
  tachyon webhook list                                the receivers with their positions and errors
  tachyon webhook remove ID                           remove a receiver
  tachyon webhook test ID                             send an empty change now; switches the receiver on again`,
    flags: webhookFlags,
    actions: ["add", "list", "remove", "test"],
    run: (args) => {
      const { words, rest } = splitWords(args);
      const flags = readFlags(webhookFlags, rest, process.env);
      return webhook(words, flags, print);
    },
  },
  compare: {
    summary: "send two servers the same requests, list the differences",
    about: `tachyon compare A B: sends two servers of this API the same requests and lists the differences.

  tachyon compare https://photon.example/?api-key=KEY http://127.0.0.1:8784

The keys come from A's newest transactions. Lists are read to their end, in large and in
small pages. Answers count only if both are about the same slot. Intended
differences and known faults of the reference are counted separately. Each finding has
both requests as curl commands; URLs are shown as given, including keys in them.
Ends with code 1 if answers differ or are missing.`,
    flags: compareFlags,
    run: (args) => {
      const { words, rest } = splitWords(args);
      const flags = readFlags(compareFlags, rest, process.env);
      return compareServers(words, flags);
    },
  },
  conformance: {
    summary: "check a server against the wire contract",
    about: `tachyon conformance URL: checks a server of this API against the wire contract: envelope, batches, paths,
CORS, parameters, limits, fields, order, paging, digits and errors. Prints a table by section, and
each failure with its request and answer. Ends with code 1 if a check fails.`,
    flags: conformanceFlags,
    run: (args) => {
      const { words, rest } = splitWords(args);
      const flags = readFlags(conformanceFlags, rest, process.env);
      return conformance(words, flags);
    },
  },
  measure: {
    summary: "measure how fast servers answer each method",
    about: `tachyon measure URL [URL …]: measures how long servers of this API take for each method.

  tachyon measure https://photon.example http://127.0.0.1:8784 --svg latency.svg

The servers are asked in turns, one request at a time, about keys of the first server's
newest transactions. Prints p50, p90 and p99 in milliseconds, and the answers a second that
one caller gets. "network" is a request that runs nothing; every other time contains it.`,
    flags: measureFlags,
    run: (args) => {
      const { words, rest } = splitWords(args);
      const flags = readFlags(measureFlags, rest, process.env);
      return measureServers(words, flags);
    },
  },
};
