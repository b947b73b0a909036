import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  anyAddress,
  anyHash,
  anyCreated,
  anyLoggedChange,
  anyQueueChange,
  anySignature,
  anyTokenMaker,
  anyU64,
} from "../../../test/encoder/arbitraries.ts";
import { makeAccount } from "../../../test/encoder/accounts.ts";
import {
  encodeBlock,
  type TransactionContent,
} from "../../../test/encoder/block.ts";
import type { Change } from "../../../test/encoder/change.ts";
import { calledBy, transfer, vote } from "../../../test/encoder/groups.ts";
import { loggedEvent, treeEvent } from "../../../test/encoder/loggedEvents.ts";
import { plain } from "../../../test/encoder/plain.ts";
import { queueEvent } from "../../../test/encoder/queueEvents.ts";
import { readJsonBlock } from "../../codecs/blocks/jsonBlock.ts";
import type { InstructionGroup } from "../../domain/block.ts";
import { TreeType } from "../../domain/tree.ts";
import type { StateUpdate, TransactionUpdate } from "../../domain/update.ts";
import { asAddress, asSignature, type Address } from "../../domain/values.ts";
import { builtInTrees } from "../trees/builtInTrees.ts";
import { TreeBook } from "../trees/treeBook.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { resolveBlock } from "./resolveBlock.ts";
import type { TreeEvent } from "../../codecs/events/treeEvent.ts";
import { unknownTrees } from "./unknownTrees.ts";

const book = new TreeBook(builtInTrees);
const signature = asSignature(new Uint8Array(64).fill(5));
const program = asAddress(new Uint8Array(32).fill(6));
const runs = { numRuns: 60 };

function decode(...transactions: readonly TransactionContent[]): StateUpdate {
  const block = encodeBlock({ slot: 10, transactions });
  const json: unknown = JSON.parse(JSON.stringify(block));
  const decoded = decodeBlock(readJsonBlock(10, json));
  return resolveBlock(decoded, book, { verify: true });
}

function decodeGroups(...groups: readonly InstructionGroup[]): StateUpdate {
  return decode({ signature, groups });
}

function assertSays(update: StateUpdate, ...changes: readonly Change[]): void {
  const expected = {
    signature,
    created: changes.flatMap(({ created = [] }) => created),
    spent: changes.flatMap(({ spent = [] }) => spent),
    nullifiers: changes.flatMap(({ nullifiers = [] }) => nullifiers),
    addresses: changes.flatMap(({ addresses = [] }) => addresses),
    batches: [],
    nullifiedLeaves: [],
    insertedElements: [],
  };
  assert.deepEqual(plain(update.setAside), []);
  assert.deepEqual(plain(update.transactions), [plain(expected)]);
}

test("a V1 event equals the logged one", () => {
  const options = fc.record({
    transfers: fc.constantFrom(1 as const, 2 as const),
    withAtaOwners: fc.boolean(),
  });
  fc.assert(
    fc.property(anyLoggedChange, options, (change, how) => {
      assertSays(decodeGroups(loggedEvent(change, how)), change);
    }),
    runs,
  );
});

test("a V2 event equals the records of system program and queues", () => {
  const form = fc.constantFrom(
    "invoke" as const,
    "invokeCpi" as const,
    "withReadOnly" as const,
    "withReadOnly, mode 1" as const,
  );
  fc.assert(
    fc.property(anyQueueChange, form, fc.nat(5), (change, form, context) => {
      const fromContext = Math.min(context, change.created.length);
      const group = queueEvent(change, { form, fromContext });
      assertSays(decodeGroups(calledBy(program, group)), change);
    }),
    runs,
  );
});

test("a V2 event from account infos is the same", () => {
  // This form names one owner for all accounts.
  const infos = anyCreated([TreeType.StateV2], { maker: anyTokenMaker });
  fc.assert(
    fc.property(infos, (created) => {
      const group = queueEvent({ created }, { form: "withAccountInfo" });
      assertSays(decodeGroups(group), { created });
    }),
    runs,
  );
});

test("several events of one instruction or transaction keep their order", () => {
  fc.assert(
    fc.property(
      fc.array(anyQueueChange, { minLength: 4, maxLength: 4 }),
      (four) => {
        const [a, b, c, d] = four.map((change) => queueEvent(change));
        const groups = [
          calledBy(program, a!, b!),
          transfer(),
          calledBy(program, c!, d!),
        ];
        assertSays(decodeGroups(...groups), ...four);
      },
    ),
    { numRuns: 20 },
  );
});

test("batch events are kept for known trees only", () => {
  const kind = fc.constantFrom("append", "nullify", "addressAppend");
  const batch = fc.record({
    kind: kind as fc.Arbitrary<"append">,
    tree: fc.constantFrom(...builtInTrees.map(({ tree }) => tree)),
    oldNextIndex: anyU64,
    newNextIndex: anyU64,
    newRoot: anyHash,
    sequenceNumber: anyU64,
  });
  fc.assert(
    fc.property(batch, anyAddress, (known, unknown) => {
      const groups = [treeEvent(known), treeEvent({ ...known, tree: unknown })];
      const [transaction] = decodeGroups(...groups).transactions;
      assert.deepEqual(plain(transaction?.batches), [plain(known)]);
    }),
    runs,
  );
});

test("a transaction decodes the same from every message version, with or without lookups", () => {
  const shape = fc.constantFrom<Partial<TransactionContent>>(
    { version: "legacy" },
    { version: 0 },
    { version: 0, lookups: true },
    { version: 1 },
  );
  fc.assert(
    fc.property(
      anyQueueChange,
      anyLoggedChange,
      shape,
      (queued, logged, how) => {
        const groups = [
          transfer(),
          calledBy(program, queueEvent(queued)),
          loggedEvent(logged),
        ];
        assertSays(decode({ signature, groups, ...how }), queued, logged);
      },
    ),
    runs,
  );
});

test("failed transactions and votes leave nothing, others leave their signature", () => {
  const kinds = fc.constantFrom("event", "failed", "vote", "other");
  const transactions = fc.array(fc.tuple(anySignature, kinds), {
    maxLength: 12,
  });
  const groupsOf = (kind: string): InstructionGroup[] => {
    if (kind === "vote") return [vote()];
    return kind === "other" ? [transfer()] : [loggedEvent({})];
  };
  fc.assert(
    fc.property(transactions, (list) => {
      const update = decode(
        ...list.map(([signature, kind]) => ({
          signature,
          groups: groupsOf(kind),
          failed: kind === "failed",
        })),
      );
      const signed = (kind: string) =>
        list.filter(([, each]) => each === kind).map(([each]) => each);
      const found = update.transactions.map((each) => each.signature);
      assert.deepEqual(plain(found), plain(signed("event")));
      assert.deepEqual(plain(update.others), plain(signed("other")));
      assert.deepEqual(update.setAside, []);
    }),
    runs,
  );
});

test("tree maintenance counts as compression, also for unknown trees", () => {
  const tree = program;
  for (const event of [
    { kind: "nullifier", tree, leafIndexes: [1n], seq: 1n },
    { kind: "indexedUpdate", tree, elements: [], seq: 1n },
  ] as const) {
    const { transactions } = decodeGroups(treeEvent(event));
    const [only] = transactions as [TransactionUpdate];
    assert.deepEqual(only.created, []);
    assert.deepEqual(only.signature, Buffer.from(signature));
  }
});

test("forester updates of V1 leaves are kept for known V1 trees only", () => {
  const [state, address] = [TreeType.StateV1, TreeType.AddressV1].map(
    (type) => builtInTrees.find((tree) => tree.type === type)!.tree,
  ) as [Address, Address];
  const nullifier = (tree: Address) =>
    ({ kind: "nullifier", tree, leafIndexes: [3n, 1n], seq: 9n }) as const;
  const indexed = (tree: Address) =>
    ({
      kind: "indexedUpdate",
      tree,
      elements: [{ value: program, index: 2n }],
      seq: 4n,
    }) as const;
  const [only] = decodeGroups(
    ...[state, address, program].map((tree) => treeEvent(nullifier(tree))),
    ...[state, address, program].map((tree) => treeEvent(indexed(tree))),
  ).transactions;
  assert.deepEqual(
    plain(only!.nullifiedLeaves),
    plain([{ tree: state, leafIndexes: [3, 1], seq: 9n }]),
  );
  assert.deepEqual(
    plain(only!.insertedElements),
    plain([
      { tree: address, elements: [{ value: program, leafIndex: 2 }], seq: 4n },
    ]),
  );
});

test("a leaf index beyond the capacity of a V1 tree sets the transaction aside", () => {
  const { tree } = builtInTrees[0]!;
  const event = { kind: "nullifier", tree, leafIndexes: [2n ** 26n], seq: 1n };
  const update = decodeGroups(treeEvent(event as TreeEvent));
  assert.deepEqual(update.transactions, []);
  assert.match(update.setAside[0]!.reason, /leaf 67108864 is outside/);
});

const strange = { tree: program, queue: program, type: TreeType.StateV2 };
const stranger = makeAccount(
  { owner: program },
  { tree: strange, leafIndex: 0 },
);
const [address, transactionHash] = [program, stranger.hash];
const queuePlace = (fill: number) => ({
  tree: asAddress(new Uint8Array(32).fill(fill)),
  queueIndex: 0n,
});

test("accounts, nullifiers and addresses of unknown trees are skipped, their spends are not", () => {
  const group = queueEvent({
    created: [stranger],
    spent: [stranger.hash],
    nullifiers: [{ hash: stranger.hash, transactionHash, ...queuePlace(1) }],
    addresses: [{ address, ...queuePlace(2) }],
  });
  assertSays(decodeGroups(group), { spent: [stranger.hash] });
});

const nullifying = (tree: Address) =>
  ({ kind: "nullifier", tree, leafIndexes: [], seq: 0n }) as const;

test("unknown trees of a block are listed once", () => {
  const known = builtInTrees[0]!;
  const groups = [
    queueEvent({
      created: [stranger],
      spent: [stranger.hash],
      nullifiers: [{ hash: stranger.hash, transactionHash, ...queuePlace(1) }],
      addresses: [{ address, ...queuePlace(2) }],
    }),
    treeEvent(nullifying(strange.tree)),
    treeEvent(nullifying(known.tree)),
  ];
  const json = encodeBlock({ slot: 1, transactions: [{ signature, groups }] });
  const decoded = decodeBlock(readJsonBlock(1, json));
  assert.deepEqual(
    plain(unknownTrees(decoded, book)),
    plain([strange.tree, queuePlace(1).tree, queuePlace(2).tree]),
  );
});
