import type { Signature } from "../../src/domain/values.ts";
import type { CompiledInstruction, CompiledMessage } from "./message.ts";
import { ByteWriter } from "../../src/codecs/writer.ts";

export type MessageVersion = "legacy" | 0 | 1;

const BLOCKHASH = new Uint8Array(32).fill(3);

export function encodeWire(
  version: MessageVersion,
  signature: Signature,
  message: CompiledMessage,
): Uint8Array {
  if (version === 1) return encodeVersion1(signature, message);
  const writer = new ByteWriter().compactU16(1).bytes(signature);
  if (version === 0) writer.u8(0x80);
  writer.u8(1).u8(0).u8(0);
  writer.compactU16(message.staticKeys.length);
  writer.items(message.staticKeys, (key) => writer.bytes(key));
  writer.bytes(BLOCKHASH);
  writer.compactU16(message.instructions.length);
  writer.items(message.instructions, (each) => writeInstruction(writer, each));
  if (version === 0) writeLookup(writer, message);
  return writer.done();
}

function writeInstruction(writer: ByteWriter, each: CompiledInstruction) {
  writer.u8(each.programIndex);
  writer.compactU16(each.accountIndexes.length);
  writer.bytes(Uint8Array.from(each.accountIndexes));
  return writer.compactU16(each.data.length).bytes(each.data);
}

/** One table that holds every loaded key. */
function writeLookup(writer: ByteWriter, message: CompiledMessage): void {
  const { writable, readonly } = message;
  if (writable.length + readonly.length === 0) {
    writer.compactU16(0);
    return;
  }
  writer.compactU16(1).zeros(32);
  writer.compactU16(writable.length).bytes(Uint8Array.from(writable.keys()));
  writer.compactU16(readonly.length).bytes(Uint8Array.from(readonly.keys()));
}

/** SIMD-0385, with a priority fee and a heap size among the config values. */
function encodeVersion1(
  signature: Signature,
  { staticKeys, instructions }: CompiledMessage,
): Uint8Array {
  const writer = new ByteWriter().u8(0x81).u8(1).u8(0).u8(0);
  writer.u32(0b10011).bytes(BLOCKHASH);
  writer.u8(instructions.length).u8(staticKeys.length);
  writer.items(staticKeys, (key) => writer.bytes(key));
  writer.u64(1n).u32(32_768);
  writer.items(instructions, ({ programIndex, accountIndexes, data }) =>
    writer.u8(programIndex).u8(accountIndexes.length).u16(data.length),
  );
  writer.items(instructions, ({ accountIndexes, data }) =>
    writer.bytes(Uint8Array.from(accountIndexes)).bytes(data),
  );
  return writer.bytes(signature).done();
}
