// A wallet that has nothing but this server: it lists token accounts, gets a proof, and builds a transfer, whose proof is
// verified for what the instruction names. The block with the transfer is indexed, and the next transfer follows from it.
/* eslint @typescript-eslint/no-unsafe-assignment: off, @typescript-eslint/no-unsafe-call: off,
   @typescript-eslint/no-unsafe-member-access: off, @typescript-eslint/no-unsafe-return: off,
   @typescript-eslint/no-unsafe-argument: off -- the numbers of these packages come from bn.js, which has no types */
import assert from "node:assert/strict";
import {
  CompressedTokenProgram,
  selectMinCompressedTokenAccountsForTransfer,
} from "@lightprotocol/compressed-token";
import {
  bn,
  createRpc,
  featureFlags,
  type Rpc,
  VERSION,
} from "@lightprotocol/stateless.js";
import { PublicKey } from "@solana/web3.js";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { parseAddress } from "../../src/codecs/bytes.ts";
import type { Prover } from "../../src/domain/prover.ts";
import { type Tree, TreeType } from "../../src/domain/tree.ts";
import { asAddress } from "../../src/domain/values.ts";
import { withServer } from "../clients/servedChain.ts";
import { recordedRootCapacities, recordedTrees } from "../replay/chain.ts";
import { withStore } from "../store/withStore.ts";
import { claimOf, isProvenBy } from "./answeredProof.ts";
import { type NamedTransfer, TokenChain } from "./tokenChain.ts";

const key = (byte: number) => asAddress(new Uint8Array(32).fill(byte));
const MINT = key(21);
const [ALICE, BOB] = [key(31), key(32)];
const KEYS = {
  V1: "smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT",
  V2: "bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU",
};

/** The programs refuse a transfer whose proof does not verify for its accounts and the roots that they have. */
function assertProven(chain: TokenChain, tree: Tree, sent: NamedTransfer) {
  const proven = sent.inputs.filter(({ proveByIndex }) => !proveByIndex);
  assert.equal(sent.proof === null, proven.length === 0);
  if (!sent.proof) return;
  const root = encodeBase58(chain.root(tree));
  const leaves = proven.map(({ account }) => encodeBase58(account.hash));
  const said = { roots: leaves.map(() => root), leaves };
  const version = tree.type === TreeType.StateV1 ? 1 : 2;
  const claim = claimOf(said, leaves.length, version);
  assert.ok(isProvenBy(claim, sent.proof), `${claim.circuit} ${root}`);
  const others = [...leaves.slice(1), encodeBase58(key(1))];
  const other = claimOf({ ...said, leaves: others }, leaves.length, version);
  assert.ok(!isProvenBy(other, sent.proof), "proven for other accounts");
}

interface Wallet {
  readonly rpc: Rpc;
  readonly chain: TokenChain;
  readonly tree: Tree;
}

/** Sends tokens, and returns what the chain got to read. */
async function send(
  { rpc, chain, tree }: Wallet,
  [from, to]: readonly [Uint8Array, Uint8Array],
  amount: number,
): Promise<NamedTransfer> {
  const listed = await rpc.getCompressedTokenAccountsByOwner(
    new PublicKey(from),
    { mint: new PublicKey(MINT) },
  );
  const [inputs] = selectMinCompressedTokenAccountsForTransfer(
    listed.items,
    bn(amount),
  );
  const proof = await rpc.getValidityProofV0(
    inputs.map(({ compressedAccount: { hash, treeInfo } }) => ({
      ...{ hash, tree: treeInfo.tree, queue: treeInfo.queue },
    })),
  );
  const instruction = await CompressedTokenProgram.transfer({
    payer: new PublicKey(from),
    inputCompressedTokenAccounts: inputs,
    toAddress: new PublicKey(to),
    amount: bn(amount),
    recentValidityProof: proof.compressedProof,
    recentInputStateRootIndices: proof.rootIndices,
  });
  const sent = chain.read(instruction);
  for (const [i, { account }] of sent.inputs.entries())
    assert.ok(
      inputs[i]!.compressedAccount.hash.eq(bn(account.hash)),
      "the instruction names another account",
    );
  assertProven(chain, tree, sent);
  await chain.accept(sent);
  return sent;
}

/** A wallet on a new store with a tree of this version, in the client's mode for it. */
async function withWallet(
  version: "V1" | "V2",
  prover: Prover,
  work: (wallet: Wallet) => Promise<void>,
): Promise<void> {
  const before = featureFlags.version;
  featureFlags.version = VERSION[version];
  try {
    await withStore(async ({ writer, reader: read }) => {
      const book = await recordedTrees();
      await writer.addTrees([...book]);
      await writer.saveTreeFacts(await recordedRootCapacities("accounts"));
      const chain = new TokenChain(writer, book);
      const tree = book.find(parseAddress(KEYS[version]))!;
      await withServer({ read, prover }, ({ url }) =>
        work({ rpc: createRpc(url, url, url), chain, tree }),
      );
    });
  } finally {
    featureFlags.version = before;
  }
}

const byIndex = ({ inputs }: NamedTransfer) =>
  inputs.map(({ proveByIndex }) => proveByIndex);

export async function transferInV1(prover: Prover): Promise<void> {
  await withWallet("V1", prover, async (wallet) => {
    await wallet.chain.mint(wallet.tree, MINT, ALICE, [500n, 300n, 200n]);
    const first = await send(wallet, [ALICE, BOB], 700);
    assert.deepEqual(byIndex(first), [false, false]);
    // The receiver pays on with what the block of the first transfer made.
    const second = await send(wallet, [BOB, ALICE], 650);
    assert.deepEqual(byIndex(second), [false]);
    await send(wallet, [ALICE, BOB], 940);
  });
}

export async function transferInV2(prover: Prover): Promise<void> {
  await withWallet("V2", prover, async (wallet) => {
    const { chain, tree } = wallet;
    await chain.mint(tree, MINT, ALICE, [500n, 300n]);
    await chain.append(tree);
    const first = await send(wallet, [ALICE, BOB], 700);
    assert.deepEqual(byIndex(first), [false, false]);
    // Its outputs wait in the output queue, and are proven by their index until they are appended.
    const second = await send(wallet, [BOB, ALICE], 50);
    assert.deepEqual(byIndex(second), [true]);
    await chain.append(tree);
    const third = await send(wallet, [BOB, ALICE], 650);
    assert.deepEqual(byIndex(third), [false]);
  });
}
