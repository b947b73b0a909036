import {
  ADD,
  type Code,
  get,
  I32_EQZ,
  i64,
  I64_EQZ,
  load32,
  load8,
  OR,
  SELECT,
  set,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  SHIFT_RIGHT_SIGNED,
  store32,
  store8,
  SUBTRACT,
  tee,
  type WasmFunction,
} from "./assembly.ts";
import { LIMB_BITS, LIMBS, ORDER_LIMBS } from "./limbs.ts";
import { masked, range } from "./multiply.ts";

const FROM = 0;
const TO = 1;
const LIMB = 2;
const REDUCED = LIMB + LIMBS;
const BORROW = REDUCED + LIMBS;
const LOCALS = 2 * LIMBS + 1;
const BITS = Number(LIMB_BITS);

/** `(from, to)`: converts 32 big-endian bytes to limbs, not yet in Montgomery form. Returns 0 if the value reaches the order. */
export function readElement(): WasmFunction {
  const limb = (i: number): Code => {
    const firstByte = Math.floor((BITS * i) / 8);
    const lastByte = Math.min(31, Math.floor((BITS * i + BITS - 1) / 8));
    const bytes = range(firstByte, lastByte + 1).flatMap((byte) => [
      ...get(FROM),
      ...load8(31 - byte),
      ...i64(BigInt(8 * (byte - firstByte))),
      SHIFT_LEFT,
      ...(byte === firstByte ? [] : [OR]),
    ]);
    const extra = BigInt(BITS * i - 8 * firstByte);
    return [
      ...[...bytes, ...i64(extra), SHIFT_RIGHT, ...masked()],
      ...set(LIMB + i),
    ];
  };
  const store = (i: number): Code => [
    ...get(TO),
    ...get(LIMB + i),
    ...store32(4 * i),
  ];
  const isBelowOrder = [...get(BORROW), I64_EQZ, I32_EQZ];
  return {
    parameters: 2,
    returns: true,
    locals: LOCALS,
    code: [
      ...range(0, LIMBS).flatMap(limb),
      ...range(0, LIMBS).flatMap(store),
      ...subtractOrder(),
      ...isBelowOrder,
    ],
  };
}

/** `(from, to)`: converts limbs of at most the order, no longer in Montgomery form, to 32 big-endian bytes. */
export function writeElement(): WasmFunction {
  const load = (i: number): Code => [
    ...get(FROM),
    ...load32(4 * i),
    ...set(LIMB + i),
  ];
  const reduce = (i: number): Code => [
    ...[...get(REDUCED + i), ...get(LIMB + i)],
    ...[...get(BORROW), I64_EQZ, SELECT],
    ...set(LIMB + i),
  ];
  const byte = (at: number): Code => {
    const i = Math.floor((8 * at) / BITS);
    const low = [
      ...[...get(LIMB + i), ...i64(BigInt(8 * at - BITS * i)), SHIFT_RIGHT],
    ];
    const missing = BigInt(BITS * (i + 1) - 8 * at);
    const high =
      missing < 8n
        ? [...get(LIMB + i + 1), ...i64(missing), SHIFT_LEFT, OR]
        : [];
    return [...get(TO), ...low, ...high, ...store8(31 - at)];
  };
  return {
    parameters: 2,
    returns: false,
    locals: LOCALS,
    code: [
      ...range(0, LIMBS).flatMap(load),
      ...subtractOrder(),
      ...range(0, LIMBS).flatMap(reduce),
      ...range(0, 32).flatMap(byte),
    ],
  };
}

/** Stores the limbs minus the order in `REDUCED`. `BORROW` is 0 if the result is not negative, else -1. */
function subtractOrder(): Code {
  const step = (i: number): Code => [
    ...[...get(LIMB + i), ...i64(ORDER_LIMBS[i]!), SUBTRACT],
    ...[...get(BORROW), ADD, ...tee(BORROW)],
    ...[...masked(), ...set(REDUCED + i)],
    ...[...get(BORROW), ...i64(LIMB_BITS), SHIFT_RIGHT_SIGNED, ...set(BORROW)],
  ];
  return [...i64(0n), ...set(BORROW), ...range(0, LIMBS).flatMap(step)];
}
