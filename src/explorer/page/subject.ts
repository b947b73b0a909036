import type { InContext, Page } from "./items.ts";
import { listsOf, type List } from "./lists.ts";
import { mintInfo } from "./mints/mintInfo.ts";
import { callAll, Failure, type Request } from "./rpc.ts";
import type { Server } from "./server.ts";

/** What is known about a key. */
export interface Subject {
  /** Lists with items for the key. */
  readonly lists: readonly List[];
  /** It is the hash of an account, spent or not, or the address of an unspent one. */
  readonly isAccount: boolean;
  /** Something in the index is about it as a mint. */
  readonly isMint: boolean;
}

const LOOKUPS = [
  ["getCompressedAccount", "hash"],
  ["getCompressedAccount", "address"],
  ["getCompressionSignaturesForAccount", "hash"],
] as const;

/** Queries all lists and lookups for the key at once. */
export async function identify(
  key: string,
  server: Server,
  signal: AbortSignal,
): Promise<Subject> {
  const lists = listsOf(server);
  const lookups = LOOKUPS.filter(([method]) => server.methods.has(method));
  const requests = [
    ...lists.map((list) => listRequest(list, key, { limit: 1 })),
    ...lookups.map(([method, by]) => ({ method, params: { [by]: key } })),
  ];
  const [answers, mint] = await Promise.all([
    callAll(requests, signal),
    mintInfo(key),
  ]);
  const [ofLists, ofLookups] = splitAt(answers, lists.length);
  assertAnswered(ofLists);
  return {
    lists: lists.filter((_list, i) => hasItems(ofLists[i])),
    isAccount: ofLookups.some(isFound),
    isMint: mint !== null,
  };
}

export function listRequest(
  list: List,
  key: string,
  more: Readonly<Record<string, unknown>>,
): Request {
  return { method: list.method, params: { [list.parameter]: key, ...more } };
}

function splitAt<T>(all: readonly T[], at: number) {
  return [all.slice(0, at), all.slice(at)] as const;
}

/** A lookup may fail because nothing is found, but a failed list is an error of the server. */
function assertAnswered(answers: readonly unknown[]): void {
  for (const answer of answers) if (answer instanceof Failure) throw answer;
}

function hasItems(answer: unknown): boolean {
  return (answer as InContext<Page>).value.items.length > 0;
}

/** An account, or the transactions of one. */
function isFound(answer: unknown): boolean {
  if (answer instanceof Failure) return false;
  const { value } = answer as InContext<Page | object | null>;
  if (value === null) return false;
  return !("items" in value) || value.items.length > 0;
}
