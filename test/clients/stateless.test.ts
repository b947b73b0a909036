/* eslint @typescript-eslint/no-unsafe-assignment: off, @typescript-eslint/no-unsafe-call: off,
   @typescript-eslint/no-unsafe-member-access: off, @typescript-eslint/no-unsafe-return: off,
   @typescript-eslint/no-unsafe-argument: off -- the numbers of these packages come from bn.js, which has no types */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bn,
  createBN254,
  createRpc,
  featureFlags,
  type Rpc,
  VERSION,
} from "@lightprotocol/stateless.js";
import { PublicKey } from "@solana/web3.js";
import { CALLED_BY } from "./calls.ts";
import { withEmptyNode } from "./emptyNode.ts";
import { type ServedChain, withServedChain } from "./servedChain.ts";

const V1_CHAINS = [
  "e2e_mint_and_transfer_transactions",
  "lamport_transfers",
  "nullifier_and_address_queue",
];

test("stateless.js reads a chain of V1 and V2 trees through every method it has", async () => {
  await withServedChain("programs-400", async (served) => {
    await readEverything(served);
    await readProofs(served);
    assert.deepEqual(
      [...served.called].sort(),
      [...CALLED_BY["stateless.js"]].sort(),
    );
  });
});

test("stateless.js in V1 mode reads chains of V1 trees through every method it has", async () => {
  const called = new Set<string>();
  const before = featureFlags.version;
  featureFlags.version = VERSION.V1;
  try {
    for (const name of V1_CHAINS)
      await withServedChain(name, async (served) => {
        await readEverything(served);
        // The recording of the other chain begins after the first update of its tree.
        if (name !== "nullifier_and_address_queue") await readProofs(served);
        for (const method of served.called) called.add(method);
      });
  } finally {
    featureFlags.version = before;
  }
  assert.deepEqual(
    [...called].sort(),
    [...CALLED_BY["stateless.js in V1 mode"]].sort(),
  );
});

test("stateless.js waits for a slot by polling the indexed slot", async () => {
  await withServedChain("programs-400", async ({ url }) => {
    const rpc = createRpc(url);
    const slot = await rpc.getIndexerSlot();
    assert.equal(await rpc.confirmTransactionIndexed(slot), true);
  });
});

test("stateless.js combines the data of a node and of the index", async () => {
  await withServedChain("programs-400", async ({ url, paramsOf }) => {
    await withEmptyNode(async (node) => {
      const rpc = createRpc(node, url, url);
      await readInterfaces(rpc, paramsOf);
    });
  });
});

const TOKENS = new PublicKey("cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m");

async function readInterfaces(
  rpc: Rpc,
  paramsOf: ServedChain["paramsOf"],
): Promise<void> {
  const owners = paramsOf("getCompressedTokenAccountsByOwner");
  for (const { owner } of owners) {
    const { items } = await rpc
      .getCompressedTokenBalancesByOwnerV2(key(owner))
      .then(({ value }) => value);
    for (const { mint, balance } of items) {
      const joined = await rpc.getTokenAccountBalanceInterface(
        key(owner),
        key(owner),
        mint,
      );
      assert.ok(joined.amount.eq(balance));
      assert.equal(joined.hasColdBalance, balance.gtn(0));
    }
    const lamports = await rpc.getCompressedBalanceByOwner(key(owner));
    const { total } = await rpc.getBalanceInterface(key(owner));
    assert.ok(total.eq(lamports));
    const made = await rpc.getCompressionSignaturesForOwner(key(owner));
    const history = await rpc.getSignaturesForOwnerInterface(key(owner));
    assert.equal(history.signatures.length, made.items.length);
  }
  const addresses = paramsOf("getCompressionSignaturesForAddress");
  assert.ok(addresses.length > 0);
  for (const { address } of addresses) {
    const { signatures } = await rpc.getSignaturesForAddressInterface(
      key(address),
    );
    const made = await rpc.getCompressionSignaturesForAddress(key(address));
    assert.equal(signatures.length, made.items.length);
    // Nothing on the node and no account derived from this key: both return null.
    const info = await rpc.getAccountInfoInterface(key(address), TOKENS);
    assert.equal(info, null);
  }
}

/** Each throws on an answer it does not understand. */
async function readEverything(served: ServedChain): Promise<void> {
  const rpc = createRpc(served.url);
  assert.equal(await rpc.getIndexerHealth(), "ok");
  assert.ok((await rpc.getIndexerSlot()) > 0);
  await readAccounts(rpc, served);
  await readTokens(rpc, served);
  await readSignatures(rpc, served);
  for (const { signature } of served.paramsOf(
    "getTransactionWithCompressionInfo",
  )) {
    const found = await rpc.getTransactionWithCompressionInfo(signature!);
    assert.ok(found?.transaction);
  }
  const unknown = await rpc.getTransactionWithCompressionInfo("1".repeat(64));
  assert.equal(unknown, null);
}

const key = (text: string | undefined) => new PublicKey(text!);
const number = (text: string | undefined) => createBN254(text!, "base58");

async function readAccounts(rpc: Rpc, { paramsOf }: ServedChain) {
  const hashes = paramsOf("getCompressedAccount").flatMap(
    ({ hash, address }) => (hash && !address ? [number(hash)] : []),
  );
  const present = [];
  for (const hash of hashes) {
    const account = await rpc.getCompressedAccount(undefined, hash);
    const balance = await rpc.getCompressedBalance(undefined, hash);
    assert.ok(balance.eq(account?.lamports ?? bn(0)));
    await rpc.getCompressedTokenAccountBalance(hash);
    if (account) present.push(hash);
  }
  // The client refuses a list with a hole in it, so it is given accounts that exist.
  const many = await rpc.getMultipleCompressedAccounts(present);
  assert.equal(many.length, present.length);
  for (const { address } of paramsOf("getCompressedAccount"))
    if (address) await rpc.getCompressedAccount(number(address));
  for (const { owner } of paramsOf("getCompressedAccountsByOwner")) {
    const { items } = await rpc.getCompressedAccountsByOwner(key(owner));
    const sum = items.reduce((all, { lamports }) => all.add(lamports), bn(0));
    const balance = await rpc.getCompressedBalanceByOwner(key(owner));
    if (items.length < 1000)
      assert.ok(balance.eq(sum), `lamports of ${owner!}`);
    const sliced = await rpc.getCompressedAccountsByOwner(key(owner), {
      filters: [{ memcmp: { offset: 0, bytes: "1" } }],
      dataSlice: { offset: 0, length: 4 },
      limit: bn(2),
    });
    assert.ok(sliced.items.length <= 2);
  }
}

async function readTokens(rpc: Rpc, { paramsOf }: ServedChain) {
  for (const { owner } of paramsOf("getCompressedTokenAccountsByOwner")) {
    const { items } = await rpc.getCompressedTokenAccountsByOwner(key(owner));
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- applications still call it
    const balances = await rpc.getCompressedTokenBalancesByOwner(key(owner));
    const v2 = await rpc.getCompressedTokenBalancesByOwnerV2(key(owner));
    assert.equal(v2.value.items.length, balances.items.length);
    for (const { mint, balance } of balances.items) {
      const sum = items
        .filter(({ parsed }) => parsed.mint.equals(mint))
        .reduce((all, { parsed }) => all.add(parsed.amount), bn(0));
      assert.ok(balance.eq(sum), `${owner!} ${mint.toBase58()}`);
      const holders = await rpc.getCompressedMintTokenHolders(mint);
      const held = holders.value.items.find((h) => h.owner.equals(key(owner)));
      assert.ok((held?.balance ?? bn(0)).eq(balance));
    }
  }
  const delegates = paramsOf("getCompressedTokenAccountsByDelegate");
  for (const { delegate } of [...delegates, { delegate: "1".repeat(32) }])
    await rpc.getCompressedTokenAccountsByDelegate(key(delegate));
}

async function readSignatures(rpc: Rpc, { paramsOf }: ServedChain) {
  for (const { hash } of paramsOf("getCompressionSignaturesForAccount")) {
    const made = await rpc.getCompressionSignaturesForAccount(number(hash));
    assert.ok(made.length > 0);
  }
  await rpc.getCompressionSignaturesForAccount(number("1".repeat(31) + "2"));
  const addresses = paramsOf("getCompressionSignaturesForAddress");
  for (const { address } of [...addresses, { address: "1".repeat(32) }])
    await rpc.getCompressionSignaturesForAddress(key(address));
  for (const { owner } of paramsOf("getCompressionSignaturesForOwner"))
    await rpc.getCompressionSignaturesForOwner(key(owner));
  const owners = paramsOf("getCompressionSignaturesForTokenOwner");
  for (const { owner } of [...owners, { owner: "1".repeat(32) }])
    await rpc.getCompressionSignaturesForTokenOwner(key(owner));
  const latest = await rpc.getLatestCompressionSignatures();
  const all = await rpc.getLatestNonVotingSignatures(3);
  assert.ok(latest.value.items.length > 0 && all.value.items.length > 0);
}

/** Proofs of unspent accounts of one version of trees, which is what a transaction may have. */
async function readProofs({ url, paramsOf }: ServedChain): Promise<void> {
  const rpc = createRpc(url);
  const present = [];
  const asked = paramsOf("getCompressedAccountProof").map(({ hash }) => hash);
  for (const hash of new Set(asked)) {
    const account = hash
      ? await rpc.getCompressedAccount(undefined, number(hash))
      : null;
    if (account && present.length < 8) present.push(account);
  }
  const hashes = present.map(({ hash }) => hash);
  assert.ok(hashes.length > 0);
  const paths = await rpc.getMultipleCompressedAccountProofs(hashes);
  assert.deepEqual(
    paths.map(({ hash }) => hash.toString()),
    hashes.map(String),
  );
  for (const { hash, leafIndex, treeInfo } of present.slice(0, 4)) {
    const { tree, queue } = treeInfo;
    const proof = await rpc.getValidityProofV0([{ hash, tree, queue }]);
    assert.deepEqual(proof.leafIndices, [leafIndex]);
    // In V1 mode the package reads a field that the answer does not have, from the reference neither.
    if (featureFlags.isV2()) {
      const path = await rpc.getCompressedAccountProof(hash);
      assert.equal(path.leafIndex, leafIndex);
    } else await assert.rejects(rpc.getCompressedAccountProof(hash), TypeError);
  }
  const address = bn(new Uint8Array(32).fill(7, 1));
  const [proof] = await rpc.getMultipleNewAddressProofs([address]);
  assert.equal(proof!.merkleProofHashedIndexedElementLeaf.length, 26);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- applications still call it
  const valid = await rpc.getValidityProof([hashes[0]!], []);
  assert.equal(valid.leafIndices[0], present[0]!.leafIndex);
}
