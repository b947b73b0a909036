// A decoded block as one buffer that can be transferred to another thread. The structured clone of a block would cost
// the receiving thread half as much as decoding it; reading it from the buffer only creates views.
import {
  type CompressedAccount,
  readCompressedAccount,
} from "../../codecs/accounts/compressedAccount.ts";
import { ByteReader } from "../../codecs/reader.ts";
import { ByteWriter } from "../../codecs/writer.ts";
import type { BlockHeader } from "../../domain/block.ts";
import { asSignature, type Signature } from "../../domain/values.ts";
import type { DecodedBlock, DecodedTransaction } from "./decodeBlock.ts";
import type { ChainEvent, EventOutput, TransactionEvent } from "./events.ts";

const KINDS: readonly ChainEvent["kind"][] = [
  "transaction",
  "append",
  "nullify",
  "addressAppend",
  "nullifier",
  "indexedUpdate",
  "changelog",
];

/** Everything but the header. Blocks with set-aside transactions are never packed. */
export function packBlock(decoded: DecodedBlock): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.u32(decoded.forged);
  writer.vector(decoded.others, (signature) => writer.bytes(signature));
  writer.vector(decoded.transactions, ({ signature, index, events }) => {
    writer.bytes(signature).u32(index);
    writer.vector(events, (event) => {
      writeEvent(writer, event);
    });
  });
  return writer.done();
}

/** `rawAt` returns a transaction of the block before decoding. */
export function unpackBlock(
  packed: Uint8Array,
  header: BlockHeader,
  rawAt: (index: number) => DecodedTransaction["raw"],
): DecodedBlock {
  const reader = new ByteReader(packed);
  const forged = reader.u32();
  const others = reader.vector(64, readSignature);
  const transactions = reader.vector(72, (): DecodedTransaction => {
    const signature = readSignature(reader);
    const index = reader.u32();
    const events = reader.vector(21, readEvent);
    return { signature, index, events, raw: rawAt(index) };
  });
  return { header, forged, others, transactions, setAside: [] };
}

function readSignature(reader: ByteReader): Signature {
  return asSignature(reader.bytes(64));
}

function writeEvent(writer: ByteWriter, event: ChainEvent): void {
  writer.u8(KINDS.indexOf(event.kind));
  if (event.kind === "transaction") {
    writeTransactionEvent(writer, event);
    return;
  }
  writer.bytes(event.tree);
  switch (event.kind) {
    case "changelog":
      break;
    case "nullifier":
      writer.vector(event.leafIndexes, (index) => writer.u64(index));
      writer.u64(event.seq);
      break;
    case "indexedUpdate":
      writer.vector(event.elements, ({ value, index }) =>
        writer.bytes(value).u64(index),
      );
      writer.u64(event.seq);
      break;
    default:
      writer.u64(event.oldNextIndex).u64(event.newNextIndex);
      writer.bytes(event.newRoot).u64(event.sequenceNumber);
  }
}

function readEvent(reader: ByteReader): ChainEvent {
  const kind = KINDS[reader.u8()]!;
  switch (kind) {
    case "transaction":
      return readTransactionEvent(reader);
    case "append":
    case "nullify":
    case "addressAppend":
      return {
        kind,
        tree: reader.address(),
        oldNextIndex: reader.u64(),
        newNextIndex: reader.u64(),
        newRoot: reader.hash(),
        sequenceNumber: reader.u64(),
      };
    case "nullifier":
      return {
        kind,
        tree: reader.address(),
        leafIndexes: reader.vector(8, () => reader.u64()),
        seq: reader.u64(),
      };
    case "indexedUpdate":
      return {
        kind,
        tree: reader.address(),
        elements: reader.vector(40, () => ({
          value: reader.address(),
          index: reader.u64(),
        })),
        seq: reader.u64(),
      };
    default:
      return { kind, tree: reader.address() };
  }
}

function writeTransactionEvent(
  writer: ByteWriter,
  event: TransactionEvent,
): void {
  writer.vector(event.spent, (hash) => writer.bytes(hash));
  writer.vector(event.outputs, ({ hash, account, leafIndex, target }) => {
    writer.bytes(hash).u32(leafIndex).bytes(target);
    writeAccount(writer, account);
  });
  writer.vector(event.sequences, ({ tree, seq }) =>
    writer.bytes(tree).u64(seq),
  );
  writer.vector(event.nullifiers, (nullifier) => {
    writer.bytes(nullifier.hash).bytes(nullifier.tree);
    writer.u64(nullifier.queueIndex).bytes(nullifier.transactionHash);
  });
  writer.vector(event.addresses, ({ address, tree, queueIndex }) =>
    writer.bytes(address).bytes(tree).u64(queueIndex),
  );
}

function readTransactionEvent(reader: ByteReader): TransactionEvent {
  return {
    kind: "transaction",
    spent: reader.vector(32, () => reader.hash()),
    outputs: reader.vector(110, readOutput),
    sequences: reader.vector(40, () => ({
      tree: reader.address(),
      seq: reader.u64(),
    })),
    nullifiers: reader.vector(104, () => ({
      hash: reader.hash(),
      tree: reader.address(),
      queueIndex: reader.u64(),
      transactionHash: reader.hash(),
    })),
    addresses: reader.vector(72, () => ({
      address: reader.address(),
      tree: reader.address(),
      queueIndex: reader.u64(),
    })),
  };
}

function readOutput(reader: ByteReader): EventOutput {
  return {
    hash: reader.hash(),
    leafIndex: reader.u32(),
    target: reader.address(),
    account: readCompressedAccount(reader),
  };
}

/** In the layout of the programs, so that one parser reads both. */
function writeAccount(writer: ByteWriter, account: CompressedAccount): void {
  writer.bytes(account.owner).u64(account.lamports);
  writer.option(account.address, (address) => writer.bytes(address));
  writer.option(account.data, ({ discriminator, data, dataHash }) =>
    writer.u64(discriminator).u32(data.length).bytes(data).bytes(dataHash),
  );
}
