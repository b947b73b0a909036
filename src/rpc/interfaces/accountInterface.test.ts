import assert from "node:assert/strict";
import { test } from "node:test";
import {
  key,
  sampleAccount,
  sampleToken,
  signature,
} from "../../../test/store/sampleAccounts.ts";
import {
  AMOUNT_AT,
  encodeTokenAccount,
} from "../../codecs/accounts/splToken.ts";
import type { Account } from "../../domain/account.ts";
import type { OnChainAccount } from "../../domain/chain.ts";
import { combined } from "./accountInterface.ts";

const owner = key(5);
const mint = key(6);
const stored = (account: Account, slotCreated: number) => ({
  account,
  slotCreated,
  createdBy: signature(1),
  spent: null,
});
const onChain = (data: Uint8Array): OnChainAccount => ({
  owner: key(7),
  lamports: 2_039_280n,
  data,
  executable: false,
  rentEpoch: 2n ** 64n - 1n,
});
const amountIn = (data: Uint8Array) =>
  Buffer.from(data).readBigUInt64LE(AMOUNT_AT);

test("without an account on chain or in the index, the answer is null", () => {
  assert.equal(combined(null, []), null);
});

test("tokens of one mint add up, on chain and compressed", () => {
  const cold = [
    stored(sampleToken(1, owner, mint, 5n), 10),
    stored(sampleToken(2, owner, mint, 2n ** 60n), 11),
  ];
  const alone = combined(null, cold)!;
  assert.equal(alone.data.length, 165);
  assert.equal(amountIn(alone.data), 2n ** 60n + 5n);
  const { token } = cold[0]!.account;
  const hot = onChain(encodeTokenAccount(token!, 100n));
  const both = combined(hot, cold)!;
  assert.equal(amountIn(both.data), 2n ** 60n + 105n);
  assert.equal(both.lamports, hot.lamports);
});

test("tokens of another mint, or none, do not change the on-chain account", () => {
  const cold = [stored(sampleToken(1, owner, mint, 5n), 10)];
  const { token } = sampleToken(1, owner, key(8), 0n);
  for (const data of [encodeTokenAccount(token!, 9n), Buffer.from("other")])
    assert.deepEqual(combined(onChain(data), cold), onChain(data));
});

test("an account that is only compressed is shown as it will be on chain, the newest of several", () => {
  const data = { discriminator: 0x0807060504030201n, data: Buffer.of(9, 10) };
  const cold = [
    stored(sampleAccount(1, { owner, lamports: 7n }, data), 20),
    stored(sampleAccount(2, { owner }, { ...data, data: Buffer.of(0) }), 19),
  ];
  const shown = combined(null, cold)!;
  assert.deepEqual([...shown.data], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(shown.lamports, 7n);
  const bare = combined(null, [stored(sampleAccount(3, { owner }), 1)])!;
  assert.equal(bare.data.length, 0);
});
