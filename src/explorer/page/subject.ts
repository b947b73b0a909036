import type { Account, InContext, Page } from "./items.ts";
import { LISTS, type List } from "./lists.ts";
import { callAll, Failure, type Request } from "./rpc.ts";
import type { Server } from "./server.ts";

/** What is known about a key. */
export interface Subject {
  /** Lists with items for the key. */
  readonly lists: readonly List[];
  /** The account with this hash or address, if the server can look up single accounts. */
  readonly account: Account | null;
}

const LOOK_UP = "getCompressedAccount";
const ASKED_BY = ["hash", "address"] as const;

/** Queries all lists and lookups for the key at once. */
export async function identify(
  key: string,
  server: Server,
  signal: AbortSignal,
): Promise<Subject> {
  const lookUps = server.methods.has(LOOK_UP) ? ASKED_BY : [];
  const answers = await callAll(
    [
      ...LISTS.map((list) => listRequest(list, key, { limit: 1 })),
      ...lookUps.map((by) => ({ method: LOOK_UP, params: { [by]: key } })),
    ],
    signal,
  );
  assertAnswered(answers);
  const found = answers.slice(LISTS.length).map(accountIn);
  return {
    lists: LISTS.filter((_list, i) => hasItems(answers[i])),
    account: found.find((account) => account !== null) ?? null,
  };
}

export function listRequest(
  list: List,
  key: string,
  more: Readonly<Record<string, unknown>>,
): Request {
  return { method: list.method, params: { [list.parameter]: key, ...more } };
}

/** A lookup may fail because nothing is found, but a failed list is an error of the server. */
function assertAnswered(answers: readonly unknown[]): void {
  for (const answer of answers.slice(0, LISTS.length))
    if (answer instanceof Failure) throw answer;
}

function hasItems(answer: unknown): boolean {
  return (answer as InContext<Page>).value.items.length > 0;
}

function accountIn(answer: unknown): Account | null {
  if (answer instanceof Failure) return null;
  return (answer as InContext<Account | null>).value;
}
