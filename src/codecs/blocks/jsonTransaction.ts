import type {
  Instruction,
  InstructionGroup,
  RawTransaction,
  Transaction,
} from "../../domain/block.ts";
import type { Address } from "../../domain/values.ts";
import {
  asBase58,
  asEncodedBytes,
  asList,
  asNatural,
  asRecord,
  asText,
} from "../json.ts";
import { KeyList } from "./keyList.ts";
import { DecodeError } from "../reader.ts";
import { TransactionText } from "./transactionText.ts";
import {
  decodeWireTransaction,
  type WireTransaction,
} from "./wireTransaction.ts";

/** One transaction of a getBlock response. `bytes` is its JSON, so that it can be read again later. */
export function rawJsonTransaction(entry: unknown): RawTransaction {
  if (entry instanceof TransactionText)
    return {
      read: () => readText(entry),
      bytes: () => Buffer.from(entry.text),
    };
  return {
    read: () => readEntry(entry),
    bytes: () => Buffer.from(JSON.stringify(entry ?? null)),
  };
}

function readEntry(json: unknown): Transaction {
  const entry = asRecord(json, "transaction entry");
  const meta = asRecord(entry["meta"], "meta");
  const bytes = asEncodedBytes(entry["transaction"], "transaction");
  return new JsonTransaction(decodeWireTransaction(bytes), {
    failed: hasFailed(meta),
    loadedAddresses: meta["loadedAddresses"],
    innerInstructions: () => meta["innerInstructions"],
  });
}

/** Parses `meta` only for a transaction whose instructions are asked for. */
function readText(entry: TransactionText): Transaction {
  let parsed: Record<string, unknown> | undefined;
  const meta = () => (parsed ??= asRecord(entry.meta, "meta"));
  return new JsonTransaction(decodeWireTransaction(entry.wire), {
    failed: entry.failed ?? hasFailed(meta()),
    loadedAddresses: entry.loadedAddresses ?? meta()["loadedAddresses"],
    innerInstructions: () => meta()["innerInstructions"],
  });
}

function hasFailed({ err }: Record<string, unknown>): boolean {
  return err !== null && err !== undefined;
}

/** What a transaction takes from `meta`. */
interface Meta {
  readonly failed: boolean;
  readonly loadedAddresses: unknown;
  readonly innerInstructions: () => unknown;
}

/** Most transactions of a block do not concern compression, so instructions are assembled only on demand. */
class JsonTransaction implements Transaction {
  readonly signature;
  readonly failed: boolean;
  readonly #wire: WireTransaction;
  readonly #innerInstructions: Meta["innerInstructions"];
  readonly #keys: KeyList;
  #groups: readonly InstructionGroup[] | undefined;

  constructor(wire: WireTransaction, meta: Meta) {
    this.signature = wire.signature;
    this.failed = meta.failed;
    this.#wire = wire;
    this.#innerInstructions = meta.innerInstructions;
    this.#keys = new KeyList(wire.staticKeys, loadedKeys(meta));
  }

  mentions(key: Address): boolean {
    return this.#keys.includes(key);
  }

  get groups(): readonly InstructionGroup[] {
    return (this.#groups ??= this.#readGroups());
  }

  #readGroups(): InstructionGroup[] {
    const groups = this.#wire.instructions.map((outer): Instruction[] => [
      new LazyInstruction(this.#keys, outer, 1),
    ]);
    const inner = this.#innerInstructions() ?? [];
    for (const entry of asList(inner, "innerInstructions")) {
      const { index, instructions } = asRecord(entry, "inner instructions");
      const group = groups[asNatural(index, "index of inner instructions")];
      if (!group)
        throw new DecodeError(
          "inner instructions without an outer instruction",
        );
      for (const each of asList(instructions, "inner instructions"))
        group.push(readInner(this.#keys, each));
    }
    return groups;
  }
}

/** Writable keys come first, then readonly ones. */
function loadedKeys({ loadedAddresses }: Meta): readonly unknown[] {
  const loaded = loadedAddresses ?? { writable: [], readonly: [] };
  const { writable, readonly } = asRecord(loaded, "loadedAddresses");
  return [
    ...asList(writable, "loadedAddresses.writable"),
    ...asList(readonly, "loadedAddresses.readonly"),
  ];
}

function readInner(keys: KeyList, json: unknown): Instruction {
  const inner = asRecord(json, "inner instruction");
  const { stackHeight } = inner;
  return new LazyInstruction(
    keys,
    {
      programIndex: asNatural(inner["programIdIndex"], "programIdIndex"),
      accountIndexes: asList(inner["accounts"], "accounts"),
      data: asText(inner["data"], "data"),
    },
    stackHeight === null || stackHeight === undefined
      ? null
      : asNatural(stackHeight, "stackHeight"),
  );
}

export interface IndexedInstruction {
  readonly programIndex: number;
  readonly accountIndexes: Uint8Array | readonly unknown[];
  /** Inner instructions are base58, which is expensive to decode and seldom needed. */
  readonly data: Uint8Array | string;
}

export class LazyInstruction implements Instruction {
  readonly program: Address;
  readonly stackHeight: number | null;
  readonly #keys: KeyList;
  readonly #source: IndexedInstruction;
  #accounts: readonly Address[] | undefined;
  #data: Uint8Array | undefined;

  constructor(
    keys: KeyList,
    source: IndexedInstruction,
    stackHeight: number | null,
  ) {
    this.program = keys.at(source.programIndex);
    this.stackHeight = stackHeight;
    this.#keys = keys;
    this.#source = source;
  }

  get accounts(): readonly Address[] {
    return (this.#accounts ??= Array.from<unknown, Address>(
      this.#source.accountIndexes,
      (index) => this.#keys.at(asNatural(index, "account index")),
    ));
  }

  get data(): Uint8Array {
    return (this.#data ??= decodeData(this.#source.data));
  }
}

function decodeData(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? asBase58(data, "instruction data") : data;
}
