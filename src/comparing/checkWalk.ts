import { findDifferences } from "./diff.ts";
import type { Finding } from "./findings.ts";
import { LARGEST_PAGE } from "./keys.ts";
import { repeated, rowKey, rowsOf, some } from "./judgeLists.ts";
import type { Request } from "./requests.ts";
import type { Answer } from "./replies.ts";
import type { Server } from "./server.ts";

const SMALL_PAGE = 250;
const PAGES = 4;
/** Extra pages allowed for a walk: one that needs more never ends, because it repeats items. */
const MORE_PAGES = 3;

export interface WalkedList {
  readonly server: Server;
  readonly letter: "A" | "B";
  readonly request: Request;
  readonly maxPages: number;
  /** The list as read before, in pages of the largest size. */
  readonly whole: Answer;
}

/**
 * Reads a list again in small pages and reports lost and repeated items. The chain may move meanwhile: only items in
 * the whole list before and after the walk have to appear.
 */
export async function checkWalk(list: WalkedList): Promise<Finding[]> {
  const { server, letter, request, maxPages, whole } = list;
  const count = rowsOf(whole).length;
  if (count < 2 || whole.cut) return [];
  const { method, params } = request;
  const limit = Math.min(SMALL_PAGE, Math.ceil(count / PAGES));
  const most = Math.ceil(count / limit) + MORE_PAGES;
  const walk = await server.walk(method, params, limit, most);
  if (walk.kind !== "answer") return [];
  if (findings(rowsOf(whole), walk, letter).length === 0) return [];
  const after = await server.walk(method, params, LARGEST_PAGE, maxPages);
  if (after.kind !== "answer" || !inOrder(whole, walk, after)) return [];
  return findings(lasting(whole, after), walk, letter);
}

type Row = ReturnType<typeof rowsOf>[number];

/** Behind a load balancer, a later answer may be at an earlier slot. */
function inOrder(...[whole, walk, after]: Answer[]): boolean {
  const slots = [...whole!.slots, ...walk!.slots, ...after!.slots];
  return slots.every((slot, i) => i === 0 || slots[i - 1]! <= slot);
}

function lasting(before: Answer, after: Answer): Row[] {
  const later = new Map(rowsOf(after).map((row) => [rowKey(row), row]));
  return rowsOf(before).filter(
    (row) => findDifferences(row, later.get(rowKey(row))).length === 0,
  );
}

function findings(
  there: readonly Row[],
  walk: Answer,
  server: "A" | "B",
): Finding[] {
  const keys = new Set(there.map(rowKey));
  const walked = rowsOf(walk).filter((row) => keys.has(rowKey(row)));
  const seen = new Set(walked.map(rowKey));
  const lost = [...keys].filter((key) => !seen.has(key));
  const again = repeated(walked, server);
  // After an aborted walk, missing items prove nothing.
  if (lost.length === 0 || walk.cut) return again;
  const detail = `${lost.length} of ${keys.size} items are missing in ${walk.pages} pages: ${some(lost)}`;
  return [{ name: "losesRows", server, detail }, ...again];
}
