import type { BlockContext, ListChange } from "../domain/listChange.ts";
import { renderListChange } from "../render/listChange.ts";

/** A change of a list, rendered once for all its subscribers. */
export class Change implements ListChange {
  readonly context: BlockContext;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly undone: boolean;
  readonly more: boolean;
  readonly id: string;
  /** When its entry was written, in milliseconds since 1970; null for an empty change. */
  readonly writtenMs: number | null;
  #json: string | null = null;

  constructor(change: ListChange, writtenMs: number | null = null) {
    this.context = change.context;
    this.removed = change.removed;
    this.added = change.added;
    this.undone = change.undone;
    this.more = change.more;
    this.id = change.id;
    this.writtenMs = writtenMs;
  }

  /** `{"context":…,"value":…}`, as it is sent. */
  get json(): string {
    return (this.#json ??= `{${renderListChange(this)}}`);
  }

  /** Approximate bytes. */
  get size(): number {
    return this.json.length + OVERHEAD;
  }
}

const OVERHEAD = 200;

/** The change of one entry, in parts of limited size. */
export type Parts = readonly Change[];

const NOTHING = { removed: [], added: [], undone: false, more: false };

/** A change without items, which tells a subscriber the newest block. */
export function emptyChange(
  context: BlockContext,
  number: number,
  undone = false,
): Change {
  return new Change({ ...NOTHING, undone, context, id: String(number) });
}

/** Most characters of items in a part. A larger item is a part of its own. */
const PART_CHARACTERS = 2 ** 19;

interface WholeChange {
  readonly context: BlockContext;
  readonly number: number;
  readonly undone: boolean;
  readonly writtenMs: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export function splitChange(whole: WholeChange, most = PART_CHARACTERS): Parts {
  const { context, undone, number, writtenMs } = whole;
  const parts = split(whole, most);
  return parts.map((part, i) => {
    const id = i === 0 ? String(number) : `${number}-${i + 1}`;
    const more = i < parts.length - 1;
    return new Change({ ...part, context, undone, more, id }, writtenMs);
  });
}

function split({ removed, added }: WholeChange, most: number) {
  const first = { removed: [] as string[], added: [] as string[] };
  const parts = [first];
  let part = first;
  let size = 0;
  for (const [name, items] of [
    ["removed", removed],
    ["added", added],
  ] as const)
    for (const item of items) {
      if (size > 0 && size + item.length > most) {
        parts.push((part = { removed: [], added: [] }));
        size = 0;
      }
      part[name].push(item);
      size += item.length;
    }
  return parts;
}
