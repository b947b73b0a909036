import { asAddress, type Address } from "../../domain/values.ts";
import { encodeBase58 } from "../base58.ts";
import { parseAddress, sameBytes } from "../bytes.ts";
import { asText } from "../json.ts";
import { DecodeError } from "../reader.ts";

const KEY = 32;

/** All keys of a transaction in index order: those of the message, then those loaded from lookup tables. */
export class KeyList {
  readonly #staticKeys: Uint8Array;
  readonly #staticCount: number;
  readonly #loaded: readonly unknown[];
  readonly #found: Address[] = [];

  /** Loaded keys arrive as base58 and are decoded on demand. */
  constructor(staticKeys: Uint8Array, loaded: readonly unknown[]) {
    this.#staticKeys = staticKeys;
    this.#staticCount = staticKeys.length / KEY;
    this.#loaded = loaded;
  }

  at(index: number): Address {
    return (this.#found[index] ??= this.#read(index));
  }

  includes(key: Address): boolean {
    for (let at = 0; at < this.#staticKeys.length; at += KEY)
      if (this.#isAt(at, key)) return true;
    return this.#loaded.length > 0 && this.#loaded.includes(textOf(key));
  }

  #isAt(at: number, key: Address): boolean {
    if (this.#staticKeys[at] !== key[0]) return false;
    return sameBytes(this.#staticKeys.subarray(at, at + KEY), key);
  }

  #read(index: number): Address {
    const at = index * KEY;
    if (index < this.#staticCount)
      return asAddress(this.#staticKeys.subarray(at, at + KEY));
    const text = this.#loaded[index - this.#staticCount];
    if (text === undefined) throw new DecodeError(`there is no key ${index}`);
    return parseAddress(asText(text, "loaded address"));
  }
}

// Cached, because every transaction is searched for the same few programs.
const texts = new WeakMap<Address, string>();

function textOf(key: Address): string {
  let text = texts.get(key);
  if (text === undefined) texts.set(key, (text = encodeBase58(key)));
  return text;
}
