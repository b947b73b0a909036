import { poseidonOfFields } from "../../../codecs/hashing/poseidonOfFields.ts";
import { decodeBase58, encodeBase58 } from "../base58.ts";

const BYTES = 32;

/** The nodes from a leaf to the root: each is the hash of the one below it and that one's sibling. */
export function foldPath(
  leaf: string,
  leafIndex: number,
  siblings: readonly string[],
): string[] {
  const nodes = [leaf];
  let node = toField(leaf);
  for (const [level, sibling] of siblings.entries()) {
    const other = toField(sibling);
    const pair = isRight(leafIndex, level) ? [other, node] : [node, other];
    node = poseidonOfFields(pair);
    nodes.push(toKey(node));
  }
  return nodes;
}

/** Whether the node on the path is the right child of its parent. */
export function isRight(leafIndex: number, level: number): boolean {
  return Math.floor(leafIndex / 2 ** level) % 2 === 1;
}

/** The roots of empty subtrees, by height. */
export function emptySubtrees(levels: number): string[] {
  let node = 0n;
  return Array.from({ length: levels }, () => {
    const key = toKey(node);
    node = poseidonOfFields([node, node]);
    return key;
  });
}

function toField(key: string): bigint {
  const bytes = decodeBase58(key);
  if (bytes?.length !== BYTES) throw new Error(`${key} is not a hash`);
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

function toKey(value: bigint): string {
  const bytes = new Uint8Array(BYTES);
  for (let i = BYTES - 1; i >= 0; i--) {
    bytes[i] = Number(value % 256n);
    value /= 256n;
  }
  return encodeBase58(bytes);
}
