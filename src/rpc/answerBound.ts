import type { Text } from "../render/text.ts";
import { RpcError } from "./errors.ts";
import { MAX_ANSWER, MAX_PAGE } from "./params.ts";

/** The largest answer of a method: the entries of its longest list, and the bytes of the result. */
export interface AnswerBound {
  readonly items: number;
  readonly bytes: number;
}

const MIB = 2 ** 20;

/** The largest account has 10 KiB of data. */
export const ONE_ITEM: AnswerBound = { items: 1, bytes: MIB / 4 };
export const ITEMS: AnswerBound = { items: MAX_PAGE, bytes: MAX_ANSWER };
/** A single key may have a page of token accounts, and accounts of other programs. */
export const ACCOUNTS_OF_KEYS: AnswerBound = { ...ITEMS, items: 2 * MAX_PAGE };
/** Merkle paths and other items without account data. */
export const SHORT_ITEMS: AnswerBound = { items: MAX_PAGE, bytes: 4 * MIB };

/** A sentence for the documentation. */
export function describeBound({ items, bytes }: AnswerBound): string {
  const size = bytes < MIB ? `${bytes / 1024} KiB` : `${bytes / MIB} MiB`;
  return items === 1
    ? `At most ${size}.`
    : `At most ${items} items and ${size}.`;
}

/** Limits of parameters keep answers within their bounds; this holds even if the chain had larger accounts. */
export function assertBound(text: Text, { bytes }: AnswerBound): Text {
  if (text.length <= bytes) return text;
  throw new RpcError(
    "invalidParams",
    `the answer would have more than ${bytes} bytes; ask for less at a time`,
  );
}
