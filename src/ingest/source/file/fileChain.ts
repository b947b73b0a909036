import { parseRawNumbers } from "../../../codecs/rawNumberJson.ts";
import { asList, asRecord } from "../../../codecs/json.ts";
import { rawJsonTransaction } from "../../../codecs/blocks/jsonTransaction.ts";
import { sameBytes } from "../../../codecs/bytes.ts";
import type { Chain } from "../../../domain/chain.ts";
import type { Signature } from "../../../domain/values.ts";
import { readTransaction } from "../../decode/readTransaction.ts";
import type { TreeBook } from "../../trees/treeBook.ts";
import { openLines } from "./lines.ts";

/** A recorded chain has transactions, found by scanning the file, and no accounts. */
export function openFileChain(
  path: string,
  trees: () => Promise<TreeBook>,
): Chain {
  let reading: Promise<unknown> = Promise.resolve();
  return {
    findTransaction(signature) {
      // One scan at a time, so that many callers do not multiply the cost of reading a large file.
      const found = reading.then(() => findEntry(path, signature));
      reading = found.catch(() => undefined);
      return found.then(async (answer) =>
        answer === null ? null : readTransaction(answer, await trees()),
      );
    },
    readAccounts: (keys) => Promise.resolve(keys.map(() => null)),
  };
}

/** The transaction as getTransaction would return it. */
async function findEntry(
  path: string,
  signature: Signature,
): Promise<object | null> {
  const spellings = base64Spellings(signature);
  for await (const { bytes } of await openLines(path)) {
    const mayHoldIt =
      spellings.some((text) => bytes.includes(text)) || bytes.includes(BASE58);
    if (!mayHoldIt) continue;
    const { slot, block } = asRecord(
      parseRawNumbers(bytes.toString("utf8")),
      "the line",
    );
    const { transactions, blockTime } = asRecord(block, "block");
    const entry = asList(transactions, "transactions").find((each) =>
      isSignedWith(each, signature),
    );
    if (entry) return { slot, ...asRecord(entry, "entry"), blockTime };
  }
  return null;
}

/** In base58, a substring of the bytes is not a substring of the text, so such a line must be parsed. */
const BASE58 = '"base58"';

function isSignedWith(entry: unknown, signature: Signature): boolean {
  try {
    const read = rawJsonTransaction(entry).read();
    return sameBytes(read.signature, signature);
  } catch {
    return false; // an unreadable transaction has no signature to compare
  }
}

/**
 * The base64 spellings of the signature within longer data, one for each offset in a group of three bytes, without the
 * edges.
 */
function base64Spellings(signature: Uint8Array): string[] {
  return [0, 1, 2].map((skipped) => {
    const whole = Math.floor((signature.length - skipped) / 3) * 3;
    const inner = signature.subarray(skipped, skipped + whole);
    return Buffer.from(inner).toString("base64");
  });
}
