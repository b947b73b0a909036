import { roundsOf } from "../poseidonRounds.ts";
import {
  assemble,
  call,
  type Code,
  END,
  get,
  i32,
  I32_ADD,
  I32_EQZ,
  IF,
  LOOP,
  REPEAT_IF,
  RETURN,
  set,
  tee,
  type WasmFunction,
} from "./assembly.ts";
import { readElement, writeElement } from "./convert.ts";
import { ELEMENT_BYTES, limbsOf, toMontgomery } from "./limbs.ts";
import { square, sumOfProducts } from "./multiply.ts";
import { type Permutation, permutation } from "./permutation.ts";

/** Compiled Poseidon for a fixed number of values. */
export interface PoseidonModule {
  /** Memory for the values and their hashes; holds `capacity` groups of values. */
  readonly bytes: Uint8Array;
  readonly capacity: number;
  /** Replaces the first `count` groups of values by their hashes, in order. Returns how many remain: 0, unless a value is not a field element. */
  readonly hashGroups: (count: number) => number;
}

/** Groups of values per call; a level of a tree is hashed in chunks of this size. */
const CAPACITY = 512;
const PAGE = 65_536;

// Functions by index. The multiplications for other numbers of products follow.
const MULTIPLY_ADD = 0;
const SQUARE = 1;
const READ = 2;
const WRITE = 3;
const HASH = 4;
const HASH_GROUPS = 5;
const OTHER_SUMS = 6;

const compiled: (PoseidonModule | undefined)[] = [];

/** Compiled on first use, which takes about 50 ms including the computation of the constants. */
export function poseidonModule(inputs: number): PoseidonModule {
  return (compiled[inputs] ??= compilePoseidon(inputs));
}

function compilePoseidon(inputs: number): PoseidonModule {
  const memory = new MemoryPlan();
  const otherSums: number[] = [];
  const sumIndex = (pairs: number): number => {
    if (pairs === 1) return MULTIPLY_ADD;
    if (!otherSums.includes(pairs)) otherSums.push(pairs);
    return OTHER_SUMS + otherSums.indexOf(pairs);
  };
  const { code, state, hash } = permutation(roundsOf(inputs + 1), {
    sumOfProducts: sumIndex,
    square: SQUARE,
    constant: (value) => memory.constant(toMontgomery(value)),
    room: () => memory.room(),
  });
  const functions = [
    sumOfProducts(1),
    square(),
    readElement(),
    writeElement(),
    hashOnce(memory, { code, state, hash }, inputs),
    hashGroups(inputs),
    ...otherSums.map(sumOfProducts),
  ];
  const start = memory.end;
  const pages = Math.ceil((start + CAPACITY * inputs * 32) / PAGE);
  const exported = { hashGroups: HASH_GROUPS };
  const instance = instantiate(assemble(functions, exported, pages));
  memory.fill(new Uint32Array(instance.memory.buffer));
  return {
    bytes: new Uint8Array(
      instance.memory.buffer,
      start,
      CAPACITY * inputs * 32,
    ),
    capacity: CAPACITY,
    hashGroups: (count) => instance.hashGroups(start, start, count),
  };
}

const FROM = 0;
const TO = 1;
const COUNT = 2;

/** `(from, to)`: the hash of the values at `from`. Returns 0 and writes nothing if a value is not a field element. */
function hashOnce(
  memory: MemoryPlan,
  { code, state, hash }: Permutation,
  inputs: number,
): WasmFunction {
  const rounds = roundsOf(inputs + 1);
  const [zero, one] = [memory.constant(0n), memory.constant(toMontgomery(1n))];
  // Multiplying by this converts a plain value to Montgomery form; multiplying by a plain 1 converts it back.
  const enter = memory.constant(toMontgomery(toMontgomery(1n)));
  const leave = memory.constant(1n);
  const multiplyAdd = (to: number, addend: number, a: number, b: number) =>
    call(MULTIPLY_ADD, to, addend, a, b);
  const constants = rounds.first[0]!.map((value) =>
    memory.constant(toMontgomery(value)),
  );
  const readValue = (i: number): Code => {
    const at = state[i + 1]!;
    return [
      ...[...get(FROM), ...i32(32 * i), I32_ADD, ...i32(at), ...call(READ)],
      ...[I32_EQZ, ...IF, ...i32(0), RETURN, END],
      ...multiplyAdd(at, constants[i + 1]!, at, enter),
    ];
  };
  return {
    parameters: 2,
    returns: true,
    locals: 0,
    code: [
      ...Array.from({ length: inputs }, (_, i) => i).flatMap(readValue),
      ...multiplyAdd(state[0]!, constants[0]!, zero, one),
      ...code,
      ...multiplyAdd(hash, zero, hash, leave),
      ...[...i32(hash), ...get(TO), ...call(WRITE)],
      ...i32(1),
    ],
  };
}

/** `(from, to, count)`: the hashes of `count` groups of values. Returns how many remain. */
function hashGroups(inputs: number): WasmFunction {
  const advance = (local: number, by: number): Code => [
    ...[...get(local), ...i32(by), I32_ADD, ...set(local)],
  ];
  return {
    parameters: 3,
    returns: true,
    locals: 0,
    code: [
      ...LOOP,
      ...[...get(FROM), ...get(TO), ...call(HASH), I32_EQZ],
      ...[...IF, ...get(COUNT), RETURN, END],
      ...[...advance(FROM, 32 * inputs), ...advance(TO, 32)],
      ...[...get(COUNT), ...i32(-1), I32_ADD, ...tee(COUNT), ...REPEAT_IF],
      END,
      ...i32(0),
    ],
  };
}

/** Allocates memory for elements, one after another, and records the constants among them. */
class MemoryPlan {
  #end = 0;
  readonly #constants = new Map<bigint, number>();

  get end(): number {
    return this.#end;
  }

  room(): number {
    const at = this.#end;
    this.#end += ELEMENT_BYTES;
    return at;
  }

  constant(value: bigint): number {
    const known = this.#constants.get(value);
    if (known !== undefined) return known;
    const at = this.room();
    this.#constants.set(value, at);
    return at;
  }

  fill(words: Uint32Array): void {
    for (const [value, at] of this.#constants)
      words.set(limbsOf(value).map(Number), at / 4);
  }
}

interface Instance {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly hashGroups: (from: number, to: number, count: number) => number;
}

/** Declared here because, outside the browser's types, neither TypeScript nor Node declares WebAssembly. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: Instance };
  };
};

function instantiate(bytes: Uint8Array): Instance {
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}
