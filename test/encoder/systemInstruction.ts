import { SystemDiscriminator } from "../../src/codecs/events/systemInstruction.ts";
import type { Account } from "../../src/domain/account.ts";
import { writeAccount } from "./change.ts";
import { ByteWriter } from "../../src/codecs/writer.ts";

/** The ways to call the Light system program; `mode 1` has fewer fixed accounts. */
export type SystemForm =
  | "invoke"
  | "invokeCpi"
  | "withReadOnly"
  | "withReadOnly, mode 1"
  | "withAccountInfo";

type PackedIndex = (account: Account) => number;

/** Inputs and proofs are omitted: the insertion into queues repeats the relevant parts. */
export function encodeSystemInstruction(
  form: SystemForm,
  outputs: readonly Account[],
  packedIndex: PackedIndex,
): { data: Uint8Array; fixedAccounts: number } {
  const writer = new ByteWriter();
  const writeOutputs = () =>
    writer.vector(outputs, (account) =>
      writeAccount(writer, account).u8(packedIndex(account)),
    );
  switch (form) {
    case "invoke":
      writer.u64(SystemDiscriminator.invoke).u32(0).u8(0).u32(0);
      writeOutputs().u8(0).u32(0).u8(0).u8(0);
      return { data: writer.done(), fixedAccounts: 9 };
    case "invokeCpi":
      writer.u64(SystemDiscriminator.invokeCpi).u32(0).u8(0).u32(0).u32(0);
      writeOutputs().u8(0).u8(0).u8(0).u8(0);
      return { data: writer.done(), fixedAccounts: 11 };
    case "withAccountInfo":
      writer.u64(SystemDiscriminator.invokeCpiWithAccountInfo);
      writeCpiHeader(writer, 0, outputs[0]);
      writeInfos(writer, outputs, packedIndex).u32(0).u32(0);
      return { data: writer.done(), fixedAccounts: 11 };
    default: {
      const mode = form === "withReadOnly" ? 0 : 1;
      writer.u64(SystemDiscriminator.invokeCpiWithReadOnly);
      writeCpiHeader(writer, mode, outputs[0]).u32(0);
      writeOutputs().u32(0).u32(0);
      return { data: writer.done(), fixedAccounts: mode === 0 ? 11 : 8 };
    }
  }
}

/** Decompresses lamports, so that mode 1 has two optional accounts: the pool and the recipient. */
function writeCpiHeader(
  writer: ByteWriter,
  mode: number,
  first: Account | undefined,
): ByteWriter {
  writer
    .u8(mode)
    .u8(0)
    .bytes(first?.owner ?? new Uint8Array(32));
  writer.u64(mode === 0 ? 0n : 1n).zeros(3); // lamports, flags
  return writer.zeros(3).u8(0).u32(0); // no context, no proof, no addresses
}

/** In this form, the calling program owns all accounts, and all have data. */
function writeInfos(
  writer: ByteWriter,
  outputs: readonly Account[],
  packedIndex: PackedIndex,
): ByteWriter {
  return writer.vector(outputs, (account) => {
    const { data } = account;
    if (!data) throw new Error("account infos always have data");
    writer.option(account.address, (address) => writer.bytes(address));
    writer.u8(0).u8(1); // no input, an output
    writer.u64(data.discriminator).bytes(data.dataHash);
    writer.u8(packedIndex(account)).u64(account.lamports);
    writer.u32(data.data.length).bytes(data.data);
  });
}
