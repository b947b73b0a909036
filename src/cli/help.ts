import { backfillFlags } from "./commands/backfill.ts";
import { snapshotFlags } from "./commands/snapshot.ts";
import { filterIndexFlags } from "./commands/filterIndex.ts";
import { migrateFlags } from "./commands/migrate.ts";
import { quarantineFlags } from "./commands/quarantine.ts";
import { serveFlags } from "../settings/serveFlags.ts";
import { describeFlags } from "../settings/readFlags.ts";

export const serveHelp = `tachyon: indexes ZK-compressed state on Solana and answers questions about it.

  tachyon                                      the bundled demo chain
  tachyon --rpc-url http://127.0.0.1:8899      the chain of a node
  tachyon --blocks FILE                        a recorded chain
  tachyon migrate --db-url URL                 make or upgrade a store, and leave
  tachyon quarantine                           what could not be decoded
  tachyon index add|list|drop                  indexes for filters on account data
  tachyon backfill                             what came before the first indexed block
  tachyon snapshot create|restore|import       a store in one file, and back

Flags:
${describeFlags(serveFlags)}
  --help, --version

Every flag can also be given in the environment, --rpc-url as TACHYON_RPC_URL.`;

export const quarantineHelp = `tachyon quarantine: lists transactions that could not be decoded and were set aside.

Flags:
${describeFlags(quarantineFlags)}
  --help`;

export const migrateHelp = `tachyon migrate: makes a store, or brings it to the schema of this version. Safe to run at any time, by several at once.

Flags:
${describeFlags(migrateFlags)}
  --help`;

export const filterIndexHelp = `tachyon index: indexes for memcmp filters on the data of an owner's accounts.

  tachyon index add OWNER:OFFSET:LENGTH        make one, while a service goes on or not
  tachyon index list                           which there are
  tachyon index drop OWNER:OFFSET:LENGTH       remove one

A filter that covers the window is then answered from the index, at the speed of an unfiltered page. OFFSET counts in
the data without its discriminator, as in a filter.

Flags:
${describeFlags(filterIndexFlags)}
  --help`;

export const backfillHelp = `tachyon backfill: fills in what a store lacks from before its first indexed block. A
server may go on following the tip of the same store meanwhile; stopped, it goes on where it was.

  tachyon backfill --rpc-url http://127.0.0.1:8899                         every gap
  tachyon backfill --rpc-url http://127.0.0.1:8899 --from 100 --to 200     these slots

Flags:
${describeFlags(backfillFlags)}
  --help`;

export const snapshotHelp = `tachyon snapshot: a store in one file, and back.

  tachyon snapshot create FILE         writes the store as it is now; indexing may go on
  tachyon snapshot restore FILE|URL    makes a store of it, after checking all of it
  tachyon snapshot import PATH         reads a snapshot of the reference indexer: its folder,
                                       one of its files, or what its /download sends

Flags:
${describeFlags(snapshotFlags)}
  --help`;
