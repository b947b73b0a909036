import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { Prover } from "../../src/domain/prover.ts";
import { TreeType } from "../../src/domain/tree.ts";
import type { Address } from "../../src/domain/values.ts";
import { joinChunks } from "../../src/render/text.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import type { Dispatch } from "../../src/rpc/dispatch/dispatchOptions.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { listTrees } from "../../src/store/trees/listTrees.ts";
import { TreeHistory } from "../model/treeHistory.ts";
import { test } from "./eachEngine.ts";

const point = new Uint8Array(32);
const prover: Prover = {
  prove: () => Promise.resolve({ a: point, b: new Uint8Array(64), c: point }),
};
const log = {
  error: (fields: object) => assert.fail(JSON.stringify(fields)),
};

interface Proven {
  readonly root: string;
  readonly rootIndex: number | { rootIndex: number; proveByIndex: boolean };
  readonly merkleContext: { readonly tree: string };
}

interface ProofAnswer {
  readonly result?: {
    readonly value: { accounts: Proven[]; addresses: Proven[] };
  };
  readonly error?: unknown;
}

async function prove(ask: Dispatch, params: object): Promise<Proven[]> {
  const request = { jsonrpc: "2.0", id: "1", method: "getValidityProofV2" };
  const body = Buffer.from(JSON.stringify({ ...request, params }));
  const text = joinChunks((await ask(body, "/", ""))!);
  const { result, error } = JSON.parse(text) as ProofAnswer;
  assert.equal(error, undefined);
  return [...result!.value.accounts, ...result!.value.addresses];
}

/** One request for each kind of tree, since no circuit takes two versions. */
function requestsFor(history: TreeHistory, capacityOf: Capacities): object[] {
  const requests: object[] = [];
  for (const { tree, type } of history.trees) {
    if (!capacityOf.has(encodeBase58(tree))) continue;
    if (type === TreeType.StateV1 || type === TreeType.StateV2) {
      const account = history.unspent.find(
        (each) =>
          each.treeType === type &&
          history.model(tree).leaf(each.leafIndex) !== 0n,
      );
      if (account)
        requests.push({
          hashes: [encodeBase58(account.hash)],
          newAddressesWithTrees: [],
        });
      continue;
    }
    const { address } = history.addresses.findLast(
      (each) => each.tree === tree && !history.whereIs(each.address, tree),
    )!;
    const asked = { address: encodeBase58(address), tree: encodeBase58(tree) };
    requests.push({ hashes: [], newAddressesWithTrees: [asked] });
  }
  return requests;
}

type Capacities = ReadonlyMap<string, number>;

test("a root index is the sequence number modulo the root history of its own tree, however short that is", async (withStore) => {
  const wrapped = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 4, maxLength: 4 }),
      (seed, capacities) =>
        withStore(async ({ writer, reader }) => {
          const history = new TreeHistory({ seed, blocks: 30 });
          await writer.addTrees(history.trees);
          const rings = history.trees.map(({ tree }, i) => ({
            tree,
            capacity: capacities[i]!,
          }));
          await writer.saveTreeFacts(rings);
          await writer.apply(history.updates);
          while (await writer.refreshTrees());
          const capacityOf = new Map(
            rings.map(({ tree, capacity }) => [encodeBase58(tree), capacity]),
          );
          const { trees } = await listTrees(reader);
          const keyOf = new Map<string, Address>(
            trees.map(({ tree }) => [encodeBase58(tree), tree]),
          );
          const ask = createDispatch({ read: reader, prover, methods, log });
          for (const request of requestsFor(history, capacityOf)) {
            const [proven] = await prove(ask, request);
            const { root, rootIndex, merkleContext } = proven!;
            const model = history.model(keyOf.get(merkleContext.tree)!);
            const capacity = BigInt(capacityOf.get(merkleContext.tree)!);
            const shown =
              typeof rootIndex === "number" ? rootIndex : rootIndex.rootIndex;
            assert.equal(root, encodeBase58(model.root()));
            assert.equal(BigInt(shown), model.seq % capacity);
            if (model.seq >= capacity) wrapped.add(model.type);
          }
        }),
    ),
    { numRuns: 5, endOnFailure: true },
  );
  assert.ok(wrapped.has(TreeType.StateV1) && wrapped.has(TreeType.AddressV1));
  assert.ok(wrapped.has(TreeType.StateV2) || wrapped.has(TreeType.AddressV2));
});
