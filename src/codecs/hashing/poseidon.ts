import { asHash, type Hash } from "../../domain/values.ts";
import { DecodeError } from "../reader.ts";
import { poseidonModule } from "./wasm/module.ts";

/** Poseidon over BN254 with circom's parameters: hashes one to seven values of 32 big-endian bytes. */
export function poseidon(...inputs: readonly Uint8Array[]): Hash {
  const { bytes, hashGroups } = poseidonModule(inputs.length);
  for (const [i, input] of inputs.entries()) bytes.set(asHash(input), 32 * i);
  if (hashGroups(1) !== 0) throw notAFieldElement();
  return asHash(bytes.slice(0, 32));
}

export function notAFieldElement(): DecodeError {
  return new DecodeError("not a field element");
}
