import assert from "node:assert/strict";
import { askStore } from "../../../test/model/lists.ts";
import { lightMintData } from "../../../test/node/mintAccounts.ts";
import { test } from "../../../test/store/eachEngine.ts";
import {
  key,
  sampleAccount,
  sampleBlock,
  sampleToken,
} from "../../../test/store/sampleAccounts.ts";
import { parseExact } from "../../client/bigintJson.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import { COMPRESSED_TOKEN } from "../../codecs/programs.ts";
import type { Reader } from "../../store/reader.ts";

const MINT = key(77);
const mint = encodeBase58(MINT);
const texts = { name: "Fresh Coin", symbol: "FRESH", uri: "https://x.test/f" };

/** The compressed mint as an account of the token program. */
const compressedMint = (fill: number, decimals: number) =>
  sampleAccount(
    fill,
    { owner: COMPRESSED_TOKEN, address: key(78) },
    { discriminator: 1n, data: lightMintData(MINT, decimals, texts) },
  );

async function ask(read: Reader, params: unknown) {
  const call = { jsonrpc: "2.0", id: 1, method: "getCompressedMintInfo" };
  const text = await askStore(read)(JSON.stringify({ ...call, params }));
  return parseExact(text) as {
    result?: { context: { slot: number }; value: unknown };
    error?: { code: number; message: string };
  };
}

test("a compressed mint is decoded from the index: new ones, with holders, after a change, and no longer when it is closed", (withStore) =>
  withStore(async ({ writer, reader }) => {
    const value = async () => (await ask(reader, { mint })).result!.value;
    const first = compressedMint(1, 6);
    await writer.apply([sampleBlock(10, { created: [first] })]);
    const empty = { supply: 0, holders: 0, transactions: 0 };
    const sources = {
      ...{ decimalsSource: "compressed", nameSource: "compressed" },
    };
    assert.deepEqual(await value(), {
      ...{ mint, decimals: 6, ...texts, ...empty, ...sources },
    });
    const tokens = [
      sampleToken(2, key(5), MINT, 2n ** 53n + 1n),
      sampleToken(3, key(6), MINT, 0n),
    ];
    const second = compressedMint(4, 9);
    await writer.apply([
      sampleBlock(11, {
        ...{ created: [...tokens, second], spent: [first.hash] },
      }),
    ]);
    await writer.saveMintNames(
      [
        {
          ...{ mint: MINT, decimals: 2, decimalsSource: "mint" },
          ...{ metadata: { ...texts, name: "Other" }, nameSource: "metaplex" },
        },
      ],
      1,
    );
    const held = { supply: 2n ** 53n + 1n, holders: 1, transactions: 1 };
    assert.deepEqual(await value(), {
      ...{ mint, decimals: 9, ...texts, ...held, ...sources },
    });
    await writer.apply([sampleBlock(12, { spent: [second.hash] })]);
    assert.deepEqual(await value(), {
      ...{ mint, decimals: 2, ...texts, name: "Other", ...held },
      ...{ decimalsSource: "mint", nameSource: "metaplex" },
    });
  }));

test("an unknown mint is null, and bad input names the field", (withStore) =>
  withStore(async ({ reader }) => {
    assert.deepEqual((await ask(reader, { mint })).result, {
      ...{ context: { slot: 0 }, value: null },
    });
    for (const [params, message] of [
      [{}, /^mint: /],
      [{ mint: "0" }, /^mint: /],
      [{ mint: mint.slice(3) }, /^mint: /],
      [{ mint: null }, /^mint: /],
      [{ mint, atSlot: 3 }, /atSlot/],
    ] as const) {
      const { error } = await ask(reader, params);
      assert.equal(error?.code, -32602);
      assert.match(error.message, message);
    }
  }));
