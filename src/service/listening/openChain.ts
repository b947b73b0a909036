import type { Chain } from "../../domain/chain.ts";
import type { Commitment } from "../../ingest/source/node/nodeBlocks.ts";
import { openFileChain } from "../../ingest/source/file/fileChain.ts";
import { openRpcChain } from "../../ingest/source/node/rpcChain.ts";
import { builtInTrees } from "../../ingest/trees/builtInTrees.ts";
import { TreeBook } from "../../ingest/trees/treeBook.ts";
import type { Reader } from "../../store/reader.ts";
import { StoredTrees } from "../../store/write/treeProgress.ts";
import { bundledRecording } from "../../settings/package.ts";

export interface ChainFlags {
  readonly "rpc-url": readonly URL[] | null;
  readonly blocks: string | null;
  readonly commitment: Commitment | null;
  readonly "db-url": string | null;
  readonly "disable-indexing": boolean;
}

/** The commitment of the indexed blocks. Recorded blocks are finalized. */
export function indexedLevel(flags: ChainFlags): Commitment {
  return flags["rpc-url"] !== null || isServedAlone(flags)
    ? (flags.commitment ?? "confirmed")
    : "finalized";
}

/** The node or recording for data that the index does not hold, if this process knows one. */
export function openChain(flags: ChainFlags, reader: Reader): Chain | null {
  const trees = async () =>
    new TreeBook([...builtInTrees, ...(await StoredTrees.load(reader)).list()]);
  if (flags["rpc-url"])
    return openRpcChain(flags["rpc-url"], trees, indexedLevel(flags));
  if (flags.blocks) return openFileChain(flags.blocks, trees);
  return isServedAlone(flags) ? null : openFileChain(bundledRecording, trees);
}

/** A store that is only served may be of any chain; otherwise it is that of the recording or of the demo. */
function isServedAlone(flags: ChainFlags): boolean {
  return (
    flags["disable-indexing"] &&
    flags["db-url"] !== null &&
    flags.blocks === null
  );
}
