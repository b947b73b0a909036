import { openStore } from "../../store/open.ts";
import { fillIn } from "../backfilling.ts";
import type { FlagValues } from "../flags.ts";
import { defaultStore, openSource } from "../openSource.ts";
import type { Screen } from "../screen.ts";
import { parseSlots } from "../values.ts";
import { serveFlags } from "./serveFlags.ts";

const slot = (help: string) => ({
  value: "SLOT",
  help,
  parse: parseSlots,
  otherwise: null as number | null,
});

export const backfillFlags = {
  from: slot("The first slot to fill in. Default: the chain's beginning."),
  to: slot("The last one. Default: up to what is indexed."),
  "rpc-url": serveFlags["rpc-url"],
  blocks: serveFlags.blocks,
  accounts: serveFlags.accounts,
  "db-url": serveFlags["db-url"],
  "data-dir": serveFlags["data-dir"],
  verify: serveFlags.verify,
  "log-format": serveFlags["log-format"],
};

/** Fills in slots from before what is indexed, beside a server that may be following the tip meanwhile. */
export async function backfill(
  flags: FlagValues<typeof backfillFlags>,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const chosen = await openSource(pastOf(flags), screen, signal);
  const url = flags["db-url"] ?? defaultStore(flags["data-dir"], chosen.name);
  const store = await openStore(url, { write: true, beside: true });
  const writer = store.writer!;
  try {
    await writer.bindChain(chosen.source.chain);
    const { from, to, verify } = flags;
    await fillIn({ writer, chosen, verify, screen, from, to }, signal);
  } finally {
    await store.close();
  }
}

/** What is filled in cannot be undone, so only final blocks are. */
export function pastOf<
  F extends Pick<
    FlagValues<typeof backfillFlags>,
    "rpc-url" | "blocks" | "accounts"
  >,
>(flags: F) {
  return {
    ...flags,
    commitment: "finalized" as const,
    "start-slot": null,
    "grpc-url": null,
    "grpc-x-token": null,
  };
}
