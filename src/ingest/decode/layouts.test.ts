// Instruction bytes written field by field from the programs' own struct definitions, without the encoder that other
// tests share: this finds a layout that encoder and decoder get wrong in the same way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { instruction, feeTransfer } from "../../../test/encoder/groups.ts";
import { plain } from "../../../test/encoder/plain.ts";
import {
  ACCOUNT_COMPRESSION,
  LIGHT_SYSTEM,
  REGISTERED_PROGRAM,
} from "../../codecs/programs.ts";
import { asAddress, asHash } from "../../domain/values.ts";
import { findQueueEvents } from "./eventsV2.ts";

const hex = (...parts: readonly string[]) =>
  Buffer.from(parts.join("").replaceAll(" ", ""), "hex");
/** A byte as text, `count` times. */
const fill = (byte: string, count: number) => byte.repeat(count);
const key = (byte: string) => asAddress(hex(fill(byte, 32)));
const hash = (byte: string) => asHash(hex(fill(byte, 32)));

/** Trees and queues as the system instruction lists them, and as the insertion does. */
const packed = ["a0", "a1", "a2"].map(key);
const inserted = ["a2", "a1", "b0"].map(key);

const PROOF = "01" + fill("cc", 32 + 64 + 32);
const NEW_ADDRESS = fill("51", 32) + "00 01 0200"; // seed, queue, tree, root index
const MERKLE_CONTEXT = "00 01 07000000 01"; // tree, queue, leaf index, prove by index
const ROOT_INDEX = "0300";
const DATA = "0102030405060708" + "03000000 d0d1d2" + fill("dd", 32);
/** owner, lamports, address, data, and in outputs the tree */
const OUTPUT = fill("11", 32) + "0500000000000000" + "00" + "01" + DATA + "01";
const ADDRESSED =
  fill("12", 32) + "0000000000000000" + "01" + fill("ad", 32) + "00" + "02";
/** A full account, its position, whether it is only read. */
const FULL_INPUT =
  fill("13", 32) +
  "0900000000000000" +
  ("01" + fill("ae", 32)) +
  ("01" + DATA) +
  MERKLE_CONTEXT +
  ROOT_INDEX +
  "00";
/** discriminator, data hash, position, lamports; an address may follow */
const INPUT =
  fill("08", 8) +
  fill("dd", 32) +
  MERKLE_CONTEXT +
  ROOT_INDEX +
  "0900000000000000";

const data = {
  discriminator: 0x0807060504030201n,
  data: hex("d0d1d2"),
  dataHash: hash("dd"),
};
const plainOutputs = [
  { owner: key("11"), lamports: 5n, address: null, data },
  { owner: key("12"), lamports: 0n, address: key("ad"), data: null },
];

/** mode, bump, calling program, lamports, compress, CPI context, transaction hash, context, proof, one new address */
const cpiHeader = (mode: string, lamports: string, flags: string) =>
  [mode, "ff", fill("ee", 32), lamports, flags, "000000", PROOF].join("") +
  ("01000000" + NEW_ADDRESS + "01 00");

const READ_ONLY =
  "01000000" +
  fill("52", 32) +
  "0400 01" + // address, root index, tree
  ("01000000" + fill("53", 32) + MERKLE_CONTEXT + ROOT_INDEX);

interface Layout {
  readonly data: string;
  readonly fixedAccounts: number;
}

const layouts: Readonly<Record<string, Layout>> = {
  invoke: {
    data:
      "1a10a90715caf219 00000000" +
      PROOF +
      ("01000000" + FULL_INPUT) +
      ("02000000" + OUTPUT + ADDRESSED) +
      "00" + // relay fee
      ("01000000" + NEW_ADDRESS) +
      "01 0500000000000000 01", // lamports, compress
    fixedAccounts: 9,
  },
  "invoke through a program, with a CPI context": {
    data:
      "31d4bf8127c22bc4 00000000" +
      PROOF +
      ("01000000" + NEW_ADDRESS) +
      ("01000000" + FULL_INPUT) +
      ("02000000" + OUTPUT + ADDRESSED) +
      "00 00 00" + // relay fee, lamports, compress
      "01 000000", // context: set, first set, account
    fixedAccounts: 11,
  },
  "with read-only accounts, compressing": {
    data:
      "562fa3a615df5c08" +
      cpiHeader("01", "0500000000000000", "01 00 01") +
      ("02000000" + INPUT + "00" + INPUT + "01" + fill("ae", 32)) +
      ("02000000" + OUTPUT + ADDRESSED) +
      READ_ONLY,
    fixedAccounts: 6 + 1,
  },
  "with read-only accounts, all accounts listed": {
    data:
      "562fa3a615df5c08" +
      cpiHeader("00", "0500000000000000", "00 01 01") +
      "00000000" +
      ("02000000" + OUTPUT + ADDRESSED) +
      READ_ONLY,
    fixedAccounts: 11,
  },
};

/** account of the insertion, leaf */
const LEAVES = ["f0", "f1", "f2"].map(
  (leaf, i) => `0${i % 2}` + fill(leaf, 32),
);
/** tree, queue, tree type, sequence number */
const sequence = (tree: string, seq: string) =>
  fill(tree, 32) + fill("00", 32) + "0300000000000000" + seq;
const UNUSED = fill("00", 80);

function insertion(leaves: number, contextOutputs: string) {
  const indexes = ["64000000", "65000000", "66000000"].slice(0, leaves);
  return hex(
    "b48f9f99232ef8a3 00000000",
    "01 ff 02 01 00 01" + fill("99", 32), // invoked by program, bump, counts, transaction hash
    `0${leaves}` + LEAVES.slice(0, leaves).join(""),
    // account hash, leaf index, prove by index, tree, queue: two in one tree, one in a V1 tree
    "03" + fill("e1", 32) + "07000000 01 01 00",
    fill("e2", 32) + "08000000 00 02 00" + fill("e3", 32) + "09000000 00 01 00",
    "02" + fill("61", 32) + "02 02" + fill("62", 32) + "00 00", // address, tree, queue
    "03" + sequence("a1", "6400000000000000") + UNUSED + UNUSED,
    "02" + sequence("a1", "1e00000000000000") + UNUSED,
    "02" + sequence("b0", "2800000000000000") + UNUSED,
    `0${leaves}` + indexes.join(""),
    contextOutputs,
  );
}

function eventOf(layout: Layout, leaves: number, contextOutputs = "00000000") {
  const fixed = new Array<typeof REGISTERED_PROGRAM>(layout.fixedAccounts);
  const call = instruction(LIGHT_SYSTEM, 2, {
    data: hex(layout.data),
    accounts: [...fixed.fill(key("00")), ...packed],
  });
  const insert = instruction(ACCOUNT_COMPRESSION, 3, {
    data: insertion(leaves, contextOutputs),
    accounts: [key("00"), REGISTERED_PROGRAM, ...inserted],
  });
  const events = findQueueEvents([call, feeTransfer(3), insert]);
  assert.equal(events.length, 1);
  return events[0]!;
}

const place = (i: number) => ({
  hash: hash(`f${i}`),
  leafIndex: 100 + i,
});

for (const [name, layout] of Object.entries(layouts)) {
  test(`${name}: outputs are read after all preceding fields`, () => {
    assert.deepEqual(
      plain(eventOf(layout, 2).outputs),
      plain(
        plainOutputs.map((account, i) => ({
          ...place(i),
          account,
          target: packed[i + 1],
        })),
      ),
    );
  });
}

/** address, input, output: discriminator, data hash, tree, lamports, data */
const OUTPUT_INFO =
  "01" +
  "0102030405060708" +
  fill("dd", 32) +
  "01 0500000000000000 03000000 d0d1d2";
const accountInfo: Layout = {
  data:
    "e42280542f8b56f0" +
    cpiHeader("01", "0500000000000000", "00 01 01") +
    "03000000" +
    ("00" + "01" + INPUT + "00") +
    ("01" + fill("ad", 32) + "01" + INPUT + OUTPUT_INFO) +
    ("00" + "00" + OUTPUT_INFO) +
    READ_ONLY,
  fixedAccounts: 6 + 3,
};

test("with account infos: entries with an output create accounts owned by the calling program", () => {
  const created = [key("ad"), null].map((address, i) => ({
    ...place(i),
    account: { owner: key("ee"), lamports: 5n, address, data },
    target: packed[1],
  }));
  assert.deepEqual(plain(eventOf(accountInfo, 2).outputs), plain(created));
});

test("outputs from a CPI context precede those of the executing instruction", () => {
  const { outputs } = eventOf(accountInfo, 3, "01000000" + ADDRESSED);
  assert.deepEqual(
    plain(
      outputs.map(({ account, target, ...at }) => [account.owner, target, at]),
    ),
    plain([
      [key("12"), packed[2], place(0)],
      [key("ee"), packed[1], place(1)],
      [key("ee"), packed[1], place(2)],
    ]),
  );
});

test("the queue insertion gives inputs, sequence numbers and queue indexes", () => {
  const { spent, sequences, nullifiers, addresses } = eventOf(accountInfo, 2);
  const transactionHash = hash("99");
  const tree = key("a1");
  assert.deepEqual(plain(spent), plain(["e1", "e2", "e3"].map(hash)));
  assert.deepEqual(plain(sequences), plain([{ tree, seq: 100n }]));
  assert.deepEqual(
    plain(nullifiers),
    plain([
      { hash: hash("e1"), tree, queueIndex: 30n, transactionHash },
      { hash: hash("e3"), tree, queueIndex: 31n, transactionHash },
    ]),
  );
  assert.deepEqual(
    plain(addresses),
    plain([{ address: key("61"), tree: key("b0"), queueIndex: 40n }]),
  );
});
