// The format of tree changes in an undo entry: JSON with tagged bytes and 64-bit numbers.
import type { TreeMoves } from "./treeLedger.ts";

export const NO_MOVES: TreeMoves = {
  addresses: [],
  batches: [],
  nullifiedLeaves: [],
  insertedElements: [],
};

export function movesTrees(moves: TreeMoves): boolean {
  return (
    moves.addresses.length > 0 ||
    moves.batches.length > 0 ||
    moves.nullifiedLeaves.length > 0 ||
    moves.insertedElements.length > 0
  );
}

export function encodeMoves(moves: TreeMoves): string {
  const { addresses, batches, nullifiedLeaves, insertedElements } = moves;
  return JSON.stringify(
    { addresses, batches, nullifiedLeaves, insertedElements },
    encodeValue,
  );
}

export function decodeMoves(text: string): TreeMoves {
  return JSON.parse(text, decodeValue) as TreeMoves;
}

function encodeValue(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key]; // a Buffer's own toJSON has already run
  if (original instanceof Uint8Array)
    return { bytes: Buffer.from(original).toString("base64") };
  if (typeof value === "bigint") return { integer: value.toString() };
  return value;
}

function decodeValue(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("bytes" in value) return Buffer.from(value.bytes as string, "base64");
  if ("integer" in value) return BigInt(value.integer as string);
  return value;
}
