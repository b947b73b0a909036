import { openStore } from "../../store/open.ts";
import {
  backfillStore,
  finalizedOnly,
} from "../../service/indexing/backfillStore.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { defaultStore, openSource } from "../../service/indexing/openSource.ts";
import type { Reporter } from "../../service/reporter.ts";
import { parseSlots } from "../../settings/values.ts";
import { serveFlags } from "../../settings/serveFlags.ts";

const slot = (help: string) => ({
  value: "SLOT",
  help,
  parse: parseSlots,
  otherwise: null as number | null,
});

export const backfillFlags = {
  from: slot("The first slot to index. Default: the chain's first"),
  to: slot("The last slot to index. Default: the last missing one"),
  "rpc-url": serveFlags["rpc-url"],
  blocks: serveFlags.blocks,
  accounts: serveFlags.accounts,
  "db-url": serveFlags["db-url"],
  "data-dir": serveFlags["data-dir"],
  verify: serveFlags.verify,
  "log-format": serveFlags["log-format"],
};

/** Indexes blocks before the indexed ones, while another process may follow the tip. */
export async function backfill(
  flags: FlagValues<typeof backfillFlags>,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<void> {
  const chosen = await openSource(finalizedOnly(flags), reporter, signal);
  const url = flags["db-url"] ?? defaultStore(flags["data-dir"], chosen.name);
  const store = await openStore(url, { write: true, beside: true });
  const writer = store.writer!;
  try {
    await writer.bindChain(chosen.source.chain);
    const { from, to, verify } = flags;
    await backfillStore({ writer, chosen, verify, reporter, from, to }, signal);
  } finally {
    await store.close();
  }
}
