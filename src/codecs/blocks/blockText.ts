// Parses the JSON of a block without the transactions, which stay text until they are read. JSON.parse of everything
// takes four fifths of the time of decoding a mainnet block, almost all of it for logs and balances that nothing reads.
//
// The positions are found by searching for keys with their quotes. Within a JSON string every quote has a backslash
// before it, so no log message can contain such a key: a match is a key of the answer itself. The entries must follow one
// another without a gap in one of the layouts that nodes write. Any other text is parsed as a whole.
import { TransactionText } from "./transactionText.ts";

const LIST = '"transactions":[';
const META_FIRST = '{"meta":{';
const TRANSACTION_NEXT = '},"transaction":["';
const TRANSACTION_FIRST = '{"transaction":["';
const META_NEXT = '","base64"],"meta":{';
const VERSION_AFTER_TRANSACTION = /","base64"\],"version":(?:"legacy"|\d)\}/y;
const VERSION_AFTER_META = '},"version":';
const VERSION = /(?:"legacy"|\d)\}/y;

/** Like JSON.parse, except that the transactions of a block are of the class TransactionText if the layout allows. */
export function parseBlockText(text: string): unknown {
  const start = text.indexOf(LIST) + LIST.length;
  const entries = start < LIST.length ? null : splitEntries(text, start);
  const end = entries?.at(-1)?.end;
  if (!entries || end === undefined) return JSON.parse(text);
  const rest: unknown = JSON.parse(text.slice(0, start) + text.slice(end));
  return withEntries(rest, entries) ?? JSON.parse(text);
}

/** Null if the text has another layout. */
function splitEntries(text: string, start: number): TransactionText[] | null {
  const entries: TransactionText[] = [];
  for (let at = start; ; at++) {
    const entry = metaFirst(text, at) ?? metaLast(text, at);
    if (!entry) return null;
    entries.push(entry);
    at = entry.end;
    if (text[at] === "]") return entries;
    if (text[at] !== ",") return null;
  }
}

/** `{"meta":{…},"transaction":["…","base64"],"version":0}`: the keys are sorted. */
function metaFirst(text: string, start: number): TransactionText | null {
  if (!text.startsWith(META_FIRST, start)) return null;
  const metaEnd = text.indexOf(TRANSACTION_NEXT, start);
  if (metaEnd < 0) return null;
  const wireStart = metaEnd + TRANSACTION_NEXT.length;
  const wireEnd = text.indexOf('"', wireStart);
  const end = endOf(VERSION_AFTER_TRANSACTION, text, wireEnd);
  if (end === null) return null;
  const metaStart = start + META_FIRST.length - 1;
  return new TransactionText(text, {
    ...{ start, end, wireStart, wireEnd, metaStart },
    metaEnd: metaEnd + 1,
  });
}

/** `{"transaction":["…","base64"],"meta":{…},"version":0}`: the keys are in the order of the node's struct. */
function metaLast(text: string, start: number): TransactionText | null {
  if (!text.startsWith(TRANSACTION_FIRST, start)) return null;
  const wireStart = start + TRANSACTION_FIRST.length;
  const wireEnd = text.indexOf('"', wireStart);
  if (!text.startsWith(META_NEXT, wireEnd)) return null;
  const metaStart = wireEnd + META_NEXT.length - 1;
  const metaEnd = text.indexOf(VERSION_AFTER_META, metaStart);
  const end =
    metaEnd < 0
      ? null
      : endOf(VERSION, text, metaEnd + VERSION_AFTER_META.length);
  if (end === null) return null;
  return new TransactionText(text, {
    ...{ start, end, wireStart, wireEnd, metaStart },
    metaEnd: metaEnd + 1,
  });
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Puts the entries where their list was: in the answer of a node or in the line of a recording. Null if it is neither. */
function withEntries(
  json: unknown,
  entries: readonly TransactionText[],
): unknown {
  const { result, block } = json as Record<string, unknown>;
  const found = (result ?? block) as { transactions?: unknown } | undefined;
  const list = found?.transactions;
  if (!Array.isArray(list) || list.length > 0) return null;
  found!.transactions = entries;
  return json;
}
