import type { Address } from "../../domain/values.ts";
import {
  PACKED_OUTPUT_MIN,
  readAddress,
  readCompressedAccount,
  readPackedOutput,
  type PackedOutput,
} from "../accounts/compressedAccount.ts";
import { ByteReader, DecodeError } from "../reader.ts";

/** The instructions of the Light system program, by their discriminator read as a little-endian u64. */
export const SystemDiscriminator = {
  invoke: 0x19f2ca1507a9101an,
  invokeCpi: 0xc42bc22781bfd431n,
  invokeCpiWithReadOnly: 0x085cdf15a6a32f56n,
  invokeCpiWithAccountInfo: 0xf0568b2f548022e4n,
  createCpiContext: 0xbcb22179424770e9n,
} as const;

/** The part of an event that only the system instruction contains; the queue insertion has the rest. */
export interface SystemInstruction {
  readonly outputs: readonly PackedOutput[];
  /** Position in the instruction's accounts at which tree indexes of the outputs start. */
  readonly fixedAccounts: number;
}

const DISCRIMINATOR = 8;
const PROOF = 32 + 64 + 32;
const MERKLE_CONTEXT = 1 + 1 + 4 + 1;
const ROOT_INDEX = 2;
const NEW_ADDRESS = 32 + 1 + 1 + 2;
const NEW_ADDRESS_ASSIGNED = NEW_ADDRESS + 1 + 1;
const CPI_CONTEXT = 3;
/** discriminator, data hash, position in the tree, lamports; an address may follow. */
const INPUT = 8 + 32 + MERKLE_CONTEXT + ROOT_INDEX + 8;

/** Reads up to the outputs. The fields after them (fees, read-only accounts) do not change state. */
export function decodeSystemInstruction(data: Uint8Array): SystemInstruction {
  const reader = new ByteReader(data);
  const discriminator = reader.u64();
  switch (discriminator) {
    case SystemDiscriminator.invoke:
      reader.skip(4); // length of the payload
      return readInvoke(reader);
    case SystemDiscriminator.invokeCpi:
      reader.skip(4);
      return readInvokeCpi(reader);
    case SystemDiscriminator.invokeCpiWithReadOnly:
      return readWithReadOnly(reader);
    case SystemDiscriminator.invokeCpiWithAccountInfo:
      return readWithAccountInfo(reader);
    default:
      throw new DecodeError("unknown instruction of the system program");
  }
}

function readInvoke(reader: ByteReader): SystemInstruction {
  skipProof(reader);
  reader.vector(1, skipFullInput);
  return { outputs: readOutputs(reader), fixedAccounts: 9 };
}

function readInvokeCpi(reader: ByteReader): SystemInstruction {
  skipProof(reader);
  skipVector(reader, NEW_ADDRESS);
  reader.vector(1, skipFullInput);
  return { outputs: readOutputs(reader), fixedAccounts: 11 };
}

function readWithReadOnly(reader: ByteReader): SystemInstruction {
  const { fixedAccounts } = readCpiHeader(reader);
  reader.vector(INPUT + 1, (r) => {
    r.skip(INPUT);
    r.option(readAddress);
  });
  return { outputs: readOutputs(reader), fixedAccounts };
}

function readWithAccountInfo(reader: ByteReader): SystemInstruction {
  const { fixedAccounts, program } = readCpiHeader(reader);
  const infos = reader.vector(3, (r) => readAccountInfo(r, program));
  return { outputs: infos.filter((output) => output !== null), fixedAccounts };
}

/** One account before and after: either side may be missing, and both share owner and address. */
function readAccountInfo(
  reader: ByteReader,
  owner: Address,
): PackedOutput | null {
  const address = reader.option(readAddress);
  reader.option((r) => {
    r.skip(INPUT);
  });
  return reader.option((r) => {
    const discriminator = r.u64();
    const dataHash = r.hash();
    const treeIndex = r.u8();
    const lamports = r.u64();
    const data = { discriminator, data: r.bytes(r.u32()), dataHash };
    return { account: { owner, lamports, address, data }, treeIndex };
  });
}

/** The common header of the two newer instructions. */
function readCpiHeader(reader: ByteReader) {
  const mode = reader.u8();
  reader.skip(1); // bump
  const program = reader.address();
  const lamports = reader.u64();
  const isCompress = reader.bool();
  const withCpiContext = reader.bool();
  reader.bool(); // with transaction hash
  reader.skip(CPI_CONTEXT);
  skipProof(reader);
  skipVector(reader, NEW_ADDRESS_ASSIGNED);
  const optional =
    Number(lamports > 0n) +
    Number(lamports > 0n && !isCompress) +
    Number(withCpiContext);
  return { program, fixedAccounts: mode === 0 ? 11 : 6 + optional };
}

function readOutputs(reader: ByteReader): PackedOutput[] {
  return reader.vector(PACKED_OUTPUT_MIN, readPackedOutput);
}

function skipProof(reader: ByteReader): void {
  reader.option((r) => {
    r.skip(PROOF);
  });
}

function skipVector(reader: ByteReader, itemSize: number): void {
  reader.skip(reader.u32() * itemSize);
}

function skipFullInput(reader: ByteReader): void {
  readCompressedAccount(reader);
  reader.skip(MERKLE_CONTEXT + ROOT_INDEX);
  reader.bool(); // read only
}

/** Null if there are fewer than eight bytes. */
export function readDiscriminator(data: Uint8Array): bigint | null {
  return data.length < DISCRIMINATOR ? null : new ByteReader(data).u64();
}
