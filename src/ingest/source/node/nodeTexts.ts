import type { TextToDecode } from "../blockThread.ts";
import { connectNodes } from "./failover.ts";
import { openRpcSource } from "./source.ts";
import {
  type NodeToRead,
  ReadingFailed,
  type ThreadReport,
} from "../threadBlocks.ts";

const never = new AbortController().signal; // the main thread ends this one instead

/** The answers of a node. Every error is expected, because the main thread meets it again. */
export async function* readNodeTexts(
  { urls, genesis, commitment, after, upTo }: NodeToRead,
  report: (report: ThreadReport) => void,
): AsyncGenerator<TextToDecode> {
  const rpc = connectNodes(
    urls.map((url) => new URL(url)),
    {
      chain: genesis,
      onRefused: (refused) => {
        report({ kind: "refused", refused });
      },
    },
  );
  try {
    const source = await openRpcSource(rpc, never, {
      commitment,
      onRetry: ({ message }, pauseMs) => {
        report({ kind: "retry", message, pauseMs });
      },
    });
    for await (const block of source.texts(after, never, upTo)) {
      const newest = source.live.newest();
      if (newest) report({ kind: "newest", newest });
      yield { at: block.slot, text: block.text, parse: () => block };
    }
  } catch (error) {
    throw new ReadingFailed((error as Error).message);
  }
}
