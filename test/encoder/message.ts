import { mapKey } from "../../src/codecs/bytes.ts";
import type { InstructionGroup } from "../../src/domain/block.ts";
import { asAddress, type Address } from "../../src/domain/values.ts";

/** The keys of a transaction in index order, and its outer instructions with key indexes. */
export interface CompiledMessage {
  readonly staticKeys: readonly Address[];
  readonly writable: readonly Address[];
  readonly readonly: readonly Address[];
  readonly instructions: readonly CompiledInstruction[];
  readonly indexOf: (key: Address) => number;
}

export interface CompiledInstruction {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
}

const FEE_PAYER = asAddress(new Uint8Array(32).fill(9));

/** With lookups, all keys are loaded except fee payer and outer programs, which a message must contain itself. */
export function compileMessage(
  groups: readonly InstructionGroup[],
  lookups: boolean,
): CompiledMessage {
  const outer = groups.map((group) => group[0]!);
  const named = distinct([FEE_PAYER, ...outer.map(({ program }) => program)]);
  const used = groups.flat().flatMap((i) => [i.program, ...i.accounts]);
  const all = distinct([...named, ...used]);
  const loaded = lookups ? all.slice(named.length) : [];
  const half = loaded.length >> 1;
  const index = new Map(all.map((key, i) => [mapKey(key), i]));
  const indexOf = (key: Address) => index.get(mapKey(key))!;
  return {
    staticKeys: lookups ? named : all,
    writable: loaded.slice(0, half),
    readonly: loaded.slice(half),
    instructions: outer.map(({ program, accounts, data }) => ({
      programIndex: indexOf(program),
      accountIndexes: accounts.map(indexOf),
      data,
    })),
    indexOf,
  };
}

function distinct(keys: readonly Address[]): Address[] {
  return [...new Map(keys.map((key) => [mapKey(key), key])).values()];
}
