// base58. Sizes on the hot path (keys 32, signatures 64, cursors 40 and 72 bytes) multiply by a table of powers:
// 16-bit limbs times base-58^5 digits stay below 2^53, so plain numbers are exact. Any other length uses big integers.

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const CHUNK = 5; // characters per intermediate digit
const CHUNK_BASE = 58 ** CHUNK;
const LIMB_BASE = 2 ** 16;
const ONE = ALPHABET.charCodeAt(0);

const CODES = Uint8Array.from(ALPHABET, (c) => c.charCodeAt(0));
const VALUES = new Int8Array(256).fill(-1);
CODES.forEach((code, value) => (VALUES[code] = value));

/** Two characters at a time need half the divisions. */
const PAIR = 58 * 58;
const FIRST_CODES = Uint8Array.from(
  { length: PAIR },
  (_, i) => CODES[(i / 58) | 0]!,
);
const SECOND_CODES = Uint8Array.from(
  { length: PAIR },
  (_, i) => CODES[i % 58]!,
);

interface SizedTables {
  readonly bytes: number;
  readonly limbs: number;
  readonly chunks: number;
  /** chunks × limbs: what a limb adds to each base-58^5 digit. */
  readonly encode: Float64Array;
  /** For each of these digits, how many of the first limbs add to it. Multiplying only those halves the work. */
  readonly reach: Uint8Array;
  /** limbs × chunks: what a base-58^5 digit adds to each limb. */
  readonly decode: Float64Array;
}

/** By the number of bytes. */
const tables: SizedTables[] = [];

function tablesFor(bytes: number): SizedTables {
  return (tables[bytes] ??= buildTables(bytes));
}

function buildTables(bytes: number): SizedTables {
  if (bytes % 2 !== 0)
    throw new RangeError("base58 of a fixed size needs an even size");
  const limbs = bytes / 2;
  const chunks = Math.ceil((bytes * Math.log(256)) / Math.log(58) / CHUNK);
  const encode = new Float64Array(chunks * limbs);
  const reach = new Uint8Array(chunks);
  const decode = new Float64Array(limbs * chunks);
  for (let limb = 0; limb < limbs; limb++) {
    let power = BigInt(LIMB_BASE) ** BigInt(limbs - 1 - limb);
    for (let chunk = chunks - 1; chunk >= 0; chunk--) {
      encode[chunk * limbs + limb] = Number(power % BigInt(CHUNK_BASE));
      if (power > 0n) reach[chunk] = limb + 1;
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
  return { bytes, limbs, chunks, encode, reach, decode };
}

// Scratch space shared by all calls, which are synchronous.
const limbScratch = new Float64Array(64);
const chunkScratch = new Float64Array(64);
const textScratch = Buffer.alloc(64 * CHUNK);

/** base58 of a value of fixed, even size up to 128 bytes. */
export function encodeBase58(bytes: Uint8Array): string {
  const { limbs, chunks, encode, reach } = tablesFor(bytes.length);
  for (let i = 0; i < limbs; i++)
    limbScratch[i] = bytes[2 * i]! * 256 + bytes[2 * i + 1]!;
  let carry = 0;
  for (let chunk = chunks - 1; chunk >= 0; chunk--) {
    const sum = carry + addUp(encode, chunk * limbs, reach[chunk]!);
    carry = Math.floor(sum / CHUNK_BASE);
    writeChunk(chunk * CHUNK, (sum - carry * CHUNK_BASE) | 0);
  }
  return textScratch.toString(
    "latin1",
    firstCharacter(bytes, chunks * CHUNK),
    chunks * CHUNK,
  );
}

/** The sum of the limbs times their factors in the table from `start`. Two partial sums shorten the chain of additions. */
function addUp(table: Float64Array, start: number, limbs: number): number {
  let sum = 0;
  let other = 0;
  let i = 0;
  let at = start;
  for (; i + 3 < limbs; i += 4, at += 4) {
    sum += limbScratch[i]! * table[at]! + limbScratch[i + 1]! * table[at + 1]!;
    other +=
      limbScratch[i + 2]! * table[at + 2]! +
      limbScratch[i + 3]! * table[at + 3]!;
  }
  for (; i < limbs; i++, at++) sum += limbScratch[i]! * table[at]!;
  return sum + other;
}

function writeChunk(at: number, digit: number): void {
  const upper = (digit / PAIR) | 0;
  const top = (upper / PAIR) | 0;
  const middle = upper - top * PAIR;
  const lower = digit - upper * PAIR;
  textScratch[at] = CODES[top]!;
  textScratch[at + 1] = FIRST_CODES[middle]!;
  textScratch[at + 2] = SECOND_CODES[middle]!;
  textScratch[at + 3] = FIRST_CODES[lower]!;
  textScratch[at + 4] = SECOND_CODES[lower]!;
}

/** The start of the text, with one "1" for each leading zero byte, regardless of how the digits are padded. */
function firstCharacter(bytes: Uint8Array, length: number): number {
  let start = 0;
  while (start < length && textScratch[start] === ONE) start++;
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  return start - zeros;
}

/** The bytes of a base58 text, or null unless it is the canonical encoding of exactly `size` bytes. */
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

/** The bytes of a base58 text of any length, or null when a character is not base58. */
export function decodeBase58Bytes(text: string): Uint8Array | null {
  let ones = 0;
  while (ones < text.length && text.charCodeAt(ones) === ONE) ones++;
  const digits = readLongDigits(text, ones);
  return digits && bigIntToBytes(joinDigits(digits), ones);
}

/** Characters per digit of a long text: 58^9 is the largest power that a number holds exactly. */
const LONG_CHUNK = 9;
/** The base of the digits, its square, the square of that, and so on. Cached: computing them takes as long as joining. */
const longBases = [58n ** BigInt(LONG_CHUNK)];

function longBase(level: number): bigint {
  return (longBases[level] ??= longBase(level - 1) ** 2n);
}

/** Base-58^9 digits, the most significant first. */
function readLongDigits(text: string, start: number): bigint[] | null {
  const digits: bigint[] = [];
  let digit = 0;
  let left = (text.length - start) % LONG_CHUNK || LONG_CHUNK;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const value = code < 256 ? VALUES[code]! : -1;
    if (value < 0) return null;
    digit = digit * 58 + value;
    if (--left > 0) continue;
    digits.push(BigInt(digit));
    digit = 0;
    left = LONG_CHUNK;
  }
  return digits;
}

/** Repeatedly joins neighbours into digits of the squared base: a few large products are faster than many small ones. */
function joinDigits(digits: bigint[]): bigint {
  let joined = digits;
  for (let level = 0; joined.length > 1; level++) {
    const base = longBase(level);
    const odd = joined.length % 2;
    const next = odd ? [joined[0]!] : [];
    for (let i = odd; i < joined.length; i += 2)
      next.push(joined[i]! * base + joined[i + 1]!);
    joined = next;
  }
  return joined[0] ?? 0n;
}

function bigIntToBytes(value: bigint, leadingZeros: number): Uint8Array {
  const hex = value === 0n ? "" : value.toString(16);
  const size = (hex.length + 1) >> 1;
  const bytes = Buffer.alloc(leadingZeros + size);
  bytes.write(hex.padStart(2 * size, "0"), leadingZeros, "hex");
  return bytes;
}
