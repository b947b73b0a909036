import { SOLANA_SYSTEM, VOTE } from "../../src/codecs/programs.ts";
import type { Instruction, InstructionGroup } from "../../src/domain/block.ts";
import type { Address } from "../../src/domain/values.ts";
import { ByteWriter } from "../../src/codecs/writer.ts";

export function instruction(
  program: Address,
  stackHeight: number,
  { accounts = [], data = new Uint8Array() }: Partial<Instruction> = {},
): Instruction {
  return { program, accounts, data, stackHeight };
}

export function feeTransfer(stackHeight: number): Instruction {
  const data = new ByteWriter().u32(2).u64(5000n).done();
  return instruction(SOLANA_SYSTEM, stackHeight, { data });
}

/** A transaction without compression. */
export function transfer(): InstructionGroup {
  return [feeTransfer(1)];
}

export function vote(): InstructionGroup {
  return [instruction(VOTE, 1)];
}

/** One instruction of `program` that makes the calls in sequence, each one level deeper. */
export function calledBy(
  program: Address,
  ...calls: readonly InstructionGroup[]
): InstructionGroup {
  const inner = calls.flat().map((call) => ({
    ...call,
    stackHeight: call.stackHeight === null ? null : call.stackHeight + 1,
  }));
  return [instruction(program, 1), ...inner];
}
