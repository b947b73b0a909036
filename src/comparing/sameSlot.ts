import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "./replies.ts";
import type { Asker } from "./server.ts";

export interface ReplyPair {
  readonly a: Reply;
  readonly b: Reply;
}

export interface SameSlotOptions<S extends Asker> {
  readonly servers: readonly [S, S];
  readonly ask: (server: S) => Promise<Reply>;
  /** Whether two replies say the same. Without a slot, that is enough. */
  readonly agree: (a: Reply, b: Reply) => boolean;
  /** Whether the slots of two replies do not matter: one server does not answer, or lacks the method. */
  readonly isFinal: (a: Reply, b: Reply) => boolean;
  /** How often both are asked. */
  readonly rounds: number;
  readonly signal: AbortSignal;
}

const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Queries two servers until they have answered about the same slot. Answers of earlier rounds count: a server that
 * stays one block behind answers about the other's previous slot. Returns null without a common slot.
 */
export async function askAtSameSlot<S extends Asker>(
  options: SameSlotOptions<S>,
): Promise<ReplyPair | null> {
  const { servers, ask, agree, isFinal, rounds, signal } = options;
  const [repliesA, repliesB] = [bySlot(), bySlot()];
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await sleep(pauseBefore(round), undefined, { signal });
    const [a, b] = await Promise.all(
      servers.map((server) =>
        round === 0 ? ask(server) : withSlot(server, ask),
      ) as [Promise<Reply>, Promise<Reply>],
    );
    if (isFinal(a, b)) return { a, b };
    if (a.slot === null && b.slot === null && agree(a, b)) return { a, b };
    if (a.slot !== null) repliesA.set(a.slot, a);
    if (b.slot !== null) repliesB.set(b.slot, b);
    const common = [...repliesA.keys()].findLast((slot) => repliesB.has(slot));
    if (common !== undefined)
      return { a: repliesA.get(common)!, b: repliesB.get(common)! };
  }
  return null;
}

function bySlot(): Map<number, Reply> {
  return new Map();
}

function pauseBefore(round: number): number {
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (round - 1));
}

/** A reply without a slot, such as an error, gets the slot that the server is at before and after it. */
async function withSlot<S extends Asker>(
  server: S,
  ask: (server: S) => Promise<Reply>,
): Promise<Reply> {
  const first = await ask(server);
  if (first.kind === "none" || first.slot !== null || isWalk(first))
    return first;
  const before = await server.ask("getIndexerSlot", {});
  const reply = await ask(server);
  const after = await server.ask("getIndexerSlot", {});
  if (reply.kind === "none" || before.slot !== after.slot) return reply;
  return { ...reply, slot: after.slot };
}

/** The pages of a walk are from several slots. */
function isWalk(reply: Reply): boolean {
  return reply.kind === "answer" && reply.pages > 1;
}
