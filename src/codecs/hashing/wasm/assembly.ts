// The part of the WebAssembly binary format that straight-line functions over 64-bit integers need.

/** Encoded instructions. */
export type Code = readonly number[];

export interface WasmFunction {
  /** The number of parameters, all of them 32-bit addresses or counts. */
  readonly parameters: number;
  /** Whether the function returns a 32-bit integer. */
  readonly returns: boolean;
  /** The number of 64-bit locals after the parameters. */
  readonly locals: number;
  readonly code: Code;
}

const I32 = 0x7f;
const I64 = 0x7e;

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
export const tee = (local: number): Code => [0x22, ...unsigned(local)];
export const i32 = (value: number): Code => [0x41, ...signed(BigInt(value))];
export const i64 = (value: bigint): Code => [0x42, ...signed(value)];
export const call = (index: number, ...args: readonly number[]): Code => [
  ...args.flatMap(i32),
  0x10,
  ...unsigned(index),
];
/** Loads and stores take the address from the stack and add `offset`. */
export const load8 = (offset: number): Code => [0x31, 0, ...unsigned(offset)];
export const load32 = (offset: number): Code => [0x35, 2, ...unsigned(offset)];
export const store8 = (offset: number): Code => [0x3c, 0, ...unsigned(offset)];
export const store32 = (offset: number): Code => [0x3e, 2, ...unsigned(offset)];

export const SELECT = 0x1b;
export const RETURN = 0x0f;
export const LOOP: Code = [0x03, 0x40];
export const IF: Code = [0x04, 0x40];
export const END = 0x0b;
/** Branches to the start of the innermost loop unless the top of the stack is 0. */
export const REPEAT_IF: Code = [0x0d, 0];
export const I32_EQZ = 0x45;
export const I32_ADD = 0x6a;
export const I64_EQZ = 0x50;
export const ADD = 0x7c;
export const SUBTRACT = 0x7d;
export const MULTIPLY = 0x7e;
export const AND = 0x83;
export const OR = 0x84;
export const SHIFT_LEFT = 0x86;
export const SHIFT_RIGHT_SIGNED = 0x87;
export const SHIFT_RIGHT = 0x88;

/** A module that exports its memory (`memory`, in pages of 64 KB) and the functions of `exported` by name. */
export function assemble(
  functions: readonly WasmFunction[],
  exported: Readonly<Record<string, number>>,
  pages: number,
): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, returns }) => [
    0x60,
    ...vector(Array.from({ length: parameters }, () => [I32])),
    ...(returns ? [1, I32] : [0]),
  ]);
  const bodies = functions.map(({ locals, code }) =>
    sized([1, ...unsigned(locals), I64, ...code, END]),
  );
  const names = Object.entries(exported).map(([name, index]) => [
    ...text(name),
    0,
    ...unsigned(index),
  ]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    ...section(3, vector(functions.map((_, index) => unsigned(index)))),
    ...section(5, vector([[0, ...unsigned(pages)]])),
    ...section(7, vector([[...text("memory"), 2, 0], ...names])),
    ...section(10, vector(bodies)),
  ]);
}

function section(id: number, content: Code): Code {
  return [id, ...sized(content)];
}

function sized(content: Code): Code {
  return [...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(name: string): Code {
  return sized([...new TextEncoder().encode(name)]);
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 0x80
    ? [value]
    : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: bigint): Code {
  const low = Number(value & 0x7fn);
  const rest = value >> 7n;
  const signBit = (low & 0x40) !== 0;
  if (rest === (signBit ? -1n : 0n)) return [low];
  return [low | 0x80, ...signed(rest)];
}
