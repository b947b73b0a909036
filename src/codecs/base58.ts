// base58 without big integers. Sizes on the hot path (keys 32, signatures 64, cursors 40 and 72 bytes) multiply by
// a table of powers: 16-bit limbs times base-58^5 digits stay below 2^53, so plain numbers are exact.

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const CHUNK = 5; // characters per intermediate digit
const CHUNK_BASE = 58 ** CHUNK;
const LIMB_BASE = 2 ** 16;
const ONE = ALPHABET.charCodeAt(0);

const CODES = Uint8Array.from(ALPHABET, (c) => c.charCodeAt(0));
const VALUES = new Int8Array(256).fill(-1);
CODES.forEach((code, value) => (VALUES[code] = value));

interface SizedTables {
  readonly bytes: number;
  readonly limbs: number;
  readonly chunks: number;
  /** chunks × limbs: what a limb adds to each base-58^5 digit. */
  readonly encode: Float64Array;
  /** limbs × chunks: what a base-58^5 digit adds to each limb. */
  readonly decode: Float64Array;
}

const tables = new Map<number, SizedTables>();

function tablesFor(bytes: number): SizedTables {
  let found = tables.get(bytes);
  if (!found) tables.set(bytes, (found = buildTables(bytes)));
  return found;
}

function buildTables(bytes: number): SizedTables {
  if (bytes % 2 !== 0) throw new RangeError("sized base58 needs an even size");
  const limbs = bytes / 2;
  const chunks = Math.ceil((bytes * Math.log(256)) / Math.log(58) / CHUNK);
  const encode = new Float64Array(chunks * limbs);
  const decode = new Float64Array(limbs * chunks);
  for (let limb = 0; limb < limbs; limb++) {
    let power = BigInt(LIMB_BASE) ** BigInt(limbs - 1 - limb);
    for (let chunk = chunks - 1; chunk >= 0; chunk--) {
      encode[chunk * limbs + limb] = Number(power % BigInt(CHUNK_BASE));
      power /= BigInt(CHUNK_BASE);
    }
  }
  for (let chunk = 0; chunk < chunks; chunk++) {
    let power = BigInt(CHUNK_BASE) ** BigInt(chunks - 1 - chunk);
    for (let limb = limbs - 1; limb >= 0; limb--) {
      decode[limb * chunks + chunk] = Number(power % BigInt(LIMB_BASE));
      power /= BigInt(LIMB_BASE);
    }
  }
  return { bytes, limbs, chunks, encode, decode };
}

// Scratch space shared by all calls: everything here is synchronous.
const limbScratch = new Float64Array(64);
const chunkScratch = new Float64Array(64);
const textScratch = Buffer.alloc(64 * CHUNK);

/** base58 of a value of fixed, even size up to 128 bytes. */
export function encodeBase58(bytes: Uint8Array): string {
  const { limbs, chunks, encode } = tablesFor(bytes.length);
  for (let i = 0; i < limbs; i++)
    limbScratch[i] = bytes[2 * i]! * 256 + bytes[2 * i + 1]!;
  let carry = 0;
  for (let chunk = chunks - 1; chunk >= 0; chunk--) {
    let sum = carry;
    for (let i = 0, at = chunk * limbs; i < limbs; i++)
      sum += limbScratch[i]! * encode[at + i]!;
    carry = Math.floor(sum / CHUNK_BASE);
    writeChunk(chunk * CHUNK, sum - carry * CHUNK_BASE);
  }
  return textScratch.toString(
    "latin1",
    firstCharacter(bytes, chunks * CHUNK),
    chunks * CHUNK,
  );
}

function writeChunk(at: number, digit: number): void {
  let rest = digit;
  for (let i = at + CHUNK - 1; i >= at; i--) {
    const next = (rest / 58) | 0;
    textScratch[i] = CODES[rest - next * 58]!;
    rest = next;
  }
}

/** Where the text starts: one "1" for each leading zero byte, whatever padding the digits carry. */
function firstCharacter(bytes: Uint8Array, length: number): number {
  let start = 0;
  while (start < length && textScratch[start] === ONE) start++;
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  return start - zeros;
}

/** The bytes of a base58 text, or null unless it is the one spelling of exactly `size` bytes. */
export function decodeBase58(text: string, size: number): Uint8Array | null {
  const { limbs, chunks, decode } = tablesFor(size);
  const padding = chunks * CHUNK - text.length;
  if (padding < 0 || !readChunks(text, chunks, padding)) return null;
  const bytes = Buffer.allocUnsafe(size);
  let carry = 0;
  for (let limb = limbs - 1; limb >= 0; limb--) {
    let sum = carry;
    for (let i = 0, at = limb * chunks; i < chunks; i++)
      sum += chunkScratch[i]! * decode[at + i]!;
    carry = Math.floor(sum / LIMB_BASE);
    bytes.writeUInt16BE(sum - carry * LIMB_BASE, 2 * limb);
  }
  if (carry !== 0 || !sameLeadingZeros(text, bytes)) return null;
  return bytes;
}

function readChunks(text: string, chunks: number, padding: number): boolean {
  let at = -padding;
  for (let chunk = 0; chunk < chunks; chunk++) {
    let digit = 0;
    for (let i = 0; i < CHUNK; i++, at++) {
      if (at < 0) continue;
      const code = text.charCodeAt(at);
      const value = code < 256 ? VALUES[code]! : -1;
      if (value < 0) return false;
      digit = digit * 58 + value;
    }
    chunkScratch[chunk] = digit;
  }
  return true;
}

function sameLeadingZeros(text: string, bytes: Uint8Array): boolean {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  for (let i = 0; i < zeros; i++) if (text.charCodeAt(i) !== ONE) return false;
  return text.charCodeAt(zeros) !== ONE;
}

/** The bytes of a base58 text of any length, or null when a character is not base58. Cost grows with the square. */
export function decodeBase58Bytes(text: string): Uint8Array | null {
  let ones = 0;
  while (ones < text.length && text.charCodeAt(ones) === ONE) ones++;
  const words: number[] = []; // base 2^24, least significant first
  for (let at = ones; at < text.length; at += 4) {
    const end = Math.min(at + 4, text.length);
    let digit = 0;
    for (let i = at; i < end; i++) {
      const code = text.charCodeAt(i);
      const value = code < 256 ? VALUES[code]! : -1;
      if (value < 0) return null;
      digit = digit * 58 + value;
    }
    multiplyAdd(words, 58 ** (end - at), digit);
  }
  return wordsToBytes(words, ones);
}

function multiplyAdd(words: number[], factor: number, addend: number): void {
  let carry = addend;
  for (let i = 0; i < words.length; i++) {
    const product = words[i]! * factor + carry;
    carry = Math.floor(product / 0x1000000);
    words[i] = product - carry * 0x1000000;
  }
  if (carry !== 0) words.push(carry);
}

function wordsToBytes(words: number[], leadingZeros: number): Uint8Array {
  const top = words.at(-1) ?? 0;
  const topBytes = top > 0xffff ? 3 : top > 0xff ? 2 : top > 0 ? 1 : 0;
  const size = words.length === 0 ? 0 : (words.length - 1) * 3 + topBytes;
  const bytes = Buffer.alloc(leadingZeros + size);
  let at = bytes.length;
  for (const word of words) {
    for (let shift = 0; shift < 24 && at > leadingZeros; shift += 8)
      bytes[--at] = (word >> shift) & 0xff;
  }
  return bytes;
}

/** base58 of bytes of any length; for logs and tools, not for the hot path. */
export function encodeBase58Bytes(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < digits.length; i++) {
      carry += digits[i]! << 8;
      digits[i] = carry % 58;
      carry = (carry / 58) | 0;
    }
    for (; carry > 0; carry = (carry / 58) | 0) digits.push(carry % 58);
  }
  let text = "";
  for (let i = 0; i < bytes.length && bytes[i] === 0; i++) text += "1";
  for (let i = digits.length - 1; i >= 0; i--) text += ALPHABET[digits[i]!]!;
  return text;
}
