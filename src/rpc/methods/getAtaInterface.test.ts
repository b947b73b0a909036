import assert from "node:assert/strict";
import {
  getAssociatedTokenAddressInterface,
  parseLightTokenHot,
} from "@lightprotocol/compressed-token";
import { base58 } from "@scure/base";
import { PublicKey } from "@solana/web3.js";
import {
  key,
  sampleBlock,
  sampleToken,
} from "../../../test/store/sampleAccounts.ts";
import { test, type WithStore } from "../../../test/store/eachEngine.ts";
import {
  COMPRESSED_TOKEN,
  SPL_TOKEN,
  TOKEN_2022,
} from "../../codecs/programs.ts";
import { encodeTokenAccount } from "../../codecs/accounts/splToken.ts";
import type { Account } from "../../domain/account.ts";
import { type Chain, ChainUnavailable } from "../../domain/chain.ts";
import { asAddress, type Address } from "../../domain/values.ts";
import { createDispatch } from "../dispatch/dispatch.ts";
import * as methods from "./index.ts";

const wallet = asAddress(
  base58.decode("2xCvPBzzKzpMkxmjZLsRqm33mtpZM7AMrd9oCu4Nqi6Q"),
);
const mint = key(6);
const delegate = key(9);
const text = (address: Uint8Array) => base58.encode(Uint8Array.from(address));
const PROGRAMS = {
  light: COMPRESSED_TOKEN,
  spl: SPL_TOKEN,
  token2022: TOKEN_2022,
};
type Name = keyof typeof PROGRAMS;

/** As the client derives them. */
const addressOf = (name: Name): Address =>
  asAddress(
    getAssociatedTokenAddressInterface(
      new PublicKey(mint),
      new PublicKey(wallet),
      false,
      new PublicKey(PROGRAMS[name]),
    ).toBytes(),
  );

interface Hot {
  readonly amount: bigint;
  readonly delegate?: Address;
  readonly owner?: Address;
  readonly mint?: Address;
}

/** A node with these accounts; `null` is one that gives no answer. */
function chainOf(hot: Partial<Record<Name, Hot>> | null): Chain {
  const accounts = new Map(
    Object.entries(hot ?? {}).map(([name, account]) => {
      const { amount, owner, ...rest } = account;
      const token = { mint, owner: wallet, delegate: null, ...rest };
      const data = Buffer.concat([
        encodeTokenAccount({ ...token, state: "initialized" }, amount),
        Buffer.alloc(5), // an extension of Token-2022
      ]);
      if (account.delegate) data.writeBigUInt64LE(amount, 121);
      const program = owner ?? PROGRAMS[name as Name];
      const unused = { lamports: 1n, executable: false, rentEpoch: 0n };
      return [
        text(addressOf(name as Name)),
        { owner: program, data, ...unused },
      ];
    }),
  );
  return {
    findTransaction: () => Promise.resolve(null),
    readAccounts: (keys) =>
      hot
        ? Promise.resolve(keys.map((key) => accounts.get(text(key)) ?? null))
        : Promise.reject(new ChainUnavailable("down")),
  };
}

interface Shown {
  readonly key: string;
  readonly mode: string;
  readonly addresses: Record<string, string>;
  readonly account: { data: string; owner: string; space: number };
  readonly cold: { leafIndex: number }[] | null;
  readonly hot: Record<Name, { address: string; amount: number } | null>;
}
interface Answer {
  readonly result?: { context: { slot: number }; value: Shown | null };
  readonly error?: { code: number; message: string; data?: object };
}

async function withAsk(
  withStore: WithStore,
  created: readonly Account[],
  hot: Partial<Record<Name, Hot>> | null,
  work: (
    ask: (config?: object, owner?: Address) => Promise<Answer>,
  ) => Promise<void>,
) {
  await withStore(async ({ writer, reader: read }) => {
    await writer.apply([sampleBlock(7, { created: [...created] })]);
    const log = { error: () => assert.fail("nothing here may fail") };
    const chain = chainOf(hot);
    const dispatch = createDispatch({ read, chain, methods, log });
    await work(async (config, owner = wallet) => {
      const params = [text(owner), text(mint), config ?? null];
      const call = { jsonrpc: "2.0", id: 1, method: "getAtaInterface", params };
      const body = Buffer.from(JSON.stringify(call));
      return JSON.parse((await dispatch(body, "/", "r1")) as string) as Answer;
    });
  });
}

/** The fields that the client reads; it requires the light token program as the owner. */
const tokensIn = ({ data }: Shown["account"]) => {
  const account = {
    data: Buffer.from(data, "base64"),
    owner: new PublicKey(COMPRESSED_TOKEN),
    lamports: 1,
    executable: false,
  } as unknown as Parameters<typeof parseLightTokenHot>[1];
  return parseLightTokenHot(new PublicKey(wallet), account).parsed;
};

const compressed = [
  sampleToken(1, wallet, mint, 5n),
  sampleToken(2, wallet, mint, 10n),
  sampleToken(3, wallet, key(77), 1000n),
  sampleToken(4, addressOf("light"), mint, 100n),
];

test("compressed and on-chain tokens are shown as one account, owned by the wallet", async (withStore) => {
  const hot = { light: { amount: 7n }, spl: { amount: 2000n } };
  await withAsk(withStore, compressed, hot, async (ask) => {
    const { result } = await ask();
    assert.equal(result!.context.slot, 7);
    const { account, cold, ...shown } = result!.value!;
    assert.deepEqual(shown, {
      key: text(addressOf("light")),
      owner: text(wallet),
      mint: text(mint),
      mode: "auto",
      wrap: false,
      addresses: {
        light: text(addressOf("light")),
        spl: text(addressOf("spl")),
        token2022: text(addressOf("token2022")),
        canonical: text(addressOf("light")),
      },
      hot: {
        light: { address: text(addressOf("light")), amount: 7 },
        spl: null,
        token2022: null,
      },
    });
    assert.deepEqual(
      cold!.map(({ leafIndex }) => leafIndex),
      [1, 2, 4],
    );
    const parsed = tokensIn(account);
    assert.equal(parsed.amount, 7n + 5n + 10n + 100n);
    assert.equal(parsed.owner.toBase58(), text(wallet));
    assert.equal(parsed.mint.toBase58(), text(mint));
    assert.equal(account.space, 165);
  });
});

test("wrap counts SPL Token and Token-2022 as well, and a program's id counts that program only", async (withStore) => {
  const hot = { spl: { amount: 2000n }, token2022: { amount: 30000n } };
  await withAsk(withStore, compressed, hot, async (ask) => {
    const amountOf = ({ result }: Answer) =>
      tokensIn(result!.value!.account).amount;
    const wrapped = await ask({ wrap: true });
    assert.equal(amountOf(wrapped), 32115n);
    assert.equal(wrapped.result!.value!.hot.token2022!.amount, 30000);
    const spl = await ask({ programId: text(SPL_TOKEN) });
    assert.equal(amountOf(spl), 2115n);
    assert.equal(spl.result!.value!.mode, "spl");
    assert.equal(spl.result!.value!.key, text(addressOf("spl")));
    assert.equal(spl.result!.value!.account.owner, text(SPL_TOKEN));
    assert.equal(spl.result!.value!.hot.token2022, null);
    const light = await ask({ programId: text(COMPRESSED_TOKEN) });
    assert.equal(amountOf(light), 115n);
  });
});

test("an account of another program or mint at the address does not count, and no account is null", async (withStore) => {
  const hot = {
    light: { amount: 7n, owner: SPL_TOKEN },
    spl: { amount: 1n, mint: key(3) },
  };
  await withAsk(withStore, [], hot, async (ask) => {
    const { result } = await ask({ wrap: true });
    assert.deepEqual(result, { context: { slot: 7 }, value: null });
  });
});

test("the delegate is that of the on-chain account, with the allowances of all accounts", async (withStore) => {
  const delegated = { amount: 7n, delegate };
  const hot = { light: delegated, spl: { amount: 20n, delegate: key(8) } };
  await withAsk(withStore, compressed, hot, async (ask) => {
    const { result } = await ask({ wrap: true });
    const parsed = tokensIn(result!.value!.account);
    assert.equal(parsed.amount, 7n + 20n + 115n);
    assert.equal(parsed.delegate?.toBase58(), text(delegate));
    assert.equal(parsed.delegatedAmount, 7n);
  });
});

test("the errors of bad options name them, and a node that does not answer is not an empty account", async (withStore) => {
  const refused: [config: object | undefined, owner: Address, says: RegExp][] =
    [
      [{ wrap: true, programId: text(SPL_TOKEN) }, wallet, /^config\.wrap: /],
      [{ programId: text(mint) }, wallet, /^config\.programId: must be the id/],
      [{ wrap: 1 }, wallet, /^config\.wrap: must be true or false/],
      [
        { commitment: "finalized" },
        wallet,
        /^commitment: finalized is not available/,
      ],
      [{ other: 1 }, wallet, /^unknown field "config\.other"/],
      [undefined, addressOf("light"), /^owner: is off the curve/],
    ];
  await withAsk(withStore, compressed, null, async (ask) => {
    for (const [config, owner, says] of refused) {
      const { error } = await ask(config, owner);
      assert.equal(error?.code, -32602);
      assert.match(error.message, says);
    }
    assert.equal((await ask()).error?.code, -32005);
  });
  await withAsk(withStore, compressed, {}, async (ask) => {
    const offCurve = await ask(
      { allowOwnerOffCurve: true },
      addressOf("light"),
    );
    assert.equal(offCurve.result!.value!.cold!.length, 1);
    assert.ok(
      (await ask({ minContextSlot: 7, commitment: "confirmed" })).result,
    );
    assert.deepEqual((await ask({ minContextSlot: 8 })).error, {
      code: -32016,
      message: "Minimum context slot has not been reached",
      data: { contextSlot: 7 },
    });
  });
});
