import { FIELD_ORDER } from "./field.ts";
import { dot, timesVector, type Vector } from "./matrix.ts";
import { type PartialRound, roundsOf } from "./poseidonRounds.ts";

/**
 * Poseidon in big integers, with the constants of the compiled one. The explorer uses it, because compiling needs a right
 * that the page's content security policy withholds; tests compare the two.
 */
export function poseidonOfFields(inputs: readonly bigint[]): bigint {
  const rounds = roundsOf(inputs.length + 1);
  let state = [0n, ...inputs];
  for (const [i, constants] of rounds.first.entries()) {
    const isLast = i === rounds.first.length - 1;
    const mix = isLast ? rounds.mixBeforePartial : rounds.mix;
    state = timesVector(mix, fullSbox(state, constants));
  }
  for (const round of rounds.partial) partialRound(state, round);
  for (const constants of rounds.last.slice(0, -1))
    state = timesVector(rounds.mix, fullSbox(state, constants));
  // Only the first element is the hash, so the last mixing skips the others.
  return dot(rounds.mix[0]!, fullSbox(state, rounds.last.at(-1)!));
}

function fullSbox(state: Vector, constants: Vector): bigint[] {
  return state.map((value, i) => fifthPower(value + constants[i]!));
}

function partialRound(state: bigint[], round: PartialRound): void {
  const { column } = round;
  const head = fifthPower(state[0]! + round.constant);
  state[0] = head;
  const mixed = dot(round.row, state);
  for (let i = 1; i < state.length; i++)
    state[i] = (state[i]! + head * column[i - 1]!) % FIELD_ORDER;
  state[0] = mixed;
}

function fifthPower(value: bigint): bigint {
  const square = (value * value) % FIELD_ORDER;
  return (((square * square) % FIELD_ORDER) * value) % FIELD_ORDER;
}
