import assert from "node:assert/strict";
import {
  metaplexMetadata,
  pointedMetadata,
  splMint,
  token2022Mint,
} from "../../../test/node/mintAccounts.ts";
import {
  type NodeAccount,
  startSimulatedNode,
} from "../../../test/node/simulatedNode.ts";
import { makeHistory } from "../../../test/model/history.ts";
import { askStore } from "../../../test/model/lists.ts";
import { recordedUpdates } from "../../../test/replay/chain.ts";
import { test } from "../../../test/store/eachEngine.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import { parseAddress } from "../../codecs/bytes.ts";
import type { StateUpdate } from "../../domain/update.ts";
import { asAddress, type Address } from "../../domain/values.ts";
import { createJsonRpc } from "../../ingest/source/node/jsonRpc.ts";
import { rpcAccounts } from "../../ingest/source/node/rpcAccounts.ts";
import type { Reader } from "../../store/reader.ts";
import type { Reporter } from "../reporter.ts";
import { MintUpkeep } from "./mintUpkeep.ts";

const signal = new AbortController().signal;
const POLICY = { firstPauseMs: 1, longestPauseMs: 1, giveUpAfterMs: 0 };
const reporter = { status: () => undefined } as unknown as Reporter;
const textsOf = (name: string) => ({ name, symbol: "S", uri: "u" });

async function askMint(read: Reader, mint: Address) {
  const text = await askStore(read)(
    JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "getCompressedMintInfo" },
      params: { mint: encodeBase58(mint) },
    }),
  );
  const { result } = JSON.parse(text) as {
    result: { value: Record<string, unknown> };
  };
  const { decimals, name, symbol, uri, decimalsSource, nameSource } =
    result.value;
  return { decimals, name, symbol, uri, decimalsSource, nameSource };
}

const nothing = {
  ...{ decimals: null, name: null, symbol: null, uri: null },
  ...{ decimalsSource: null, nameSource: null },
};

async function mintsIn(read: Reader): Promise<Address[]> {
  const rows = await read.all("select mint from mint_totals order by mint", []);
  return rows.map(([mint]) => asAddress(mint as Uint8Array));
}

/** The slot that each mint is first seen in. */
function firstSeen(updates: readonly StateUpdate[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { block, transactions } of updates)
    for (const { created } of transactions)
      for (const { token } of created) {
        const mint = token && encodeBase58(token.mint);
        if (mint && !seen.has(mint)) seen.set(mint, block.slot);
      }
  return seen;
}

/** A history whose mints do not all begin in the same block. */
const { updates } = makeHistory({
  seed: 8,
  blocks: 30,
  transactionsPerBlock: 1,
});
const seen = firstSeen(updates);
const last = Math.max(...seen.values());
const before = updates.filter(({ block }) => block.slot < last);

test("decimals and names come from the node in one request, and are asked again only after a day", async (withStore, _, t) => {
  const accounts: NodeAccount[] = [];
  const node = await startSimulatedNode({ blocks: [], accounts });
  t.after(() => node.close());
  await withStore(async ({ writer, reader }) => {
    await writer.apply(await recordedUpdates("programs-400"));
    const mints = await mintsIn(reader);
    const [spl, own, pointing, unknown] = mints as [
      ...[Address, Address, Address, Address],
      ...Address[],
    ];
    const pointed = parseAddress("SysvarRent111111111111111111111111111111111");
    accounts.push(
      ...[splMint(spl, 6), metaplexMetadata(spl, textsOf('"\u0007Gold"\n'))],
      token2022Mint(own, 0, { pointer: own, texts: textsOf("Own") }),
      metaplexMetadata(own, textsOf("not the pointed one")),
      token2022Mint(pointing, 9, { pointer: pointed }),
      pointedMetadata(pointed, pointing, textsOf("Pointed")),
    );
    assert.deepEqual(await askMint(reader, spl), nothing);
    let now = 1_800_000_000_000;
    const upkeep = new MintUpkeep({
      ...{ writer, reporter, now: () => now },
      accounts: rpcAccounts(createJsonRpc(node.url), POLICY),
    });
    assert.equal(await upkeep.ask(signal), mints.length);
    assert.equal(node.calls.get("getMultipleAccounts"), 2, "one for pointers");
    const [s, u] = ["S", "u"];
    assert.deepEqual(await askMint(reader, spl), {
      ...{ decimals: 6, name: '"Gold"', symbol: s, uri: u },
      ...{ decimalsSource: "mint", nameSource: "metaplex" },
    });
    assert.deepEqual(await askMint(reader, own), {
      ...{ decimals: 0, name: "Own", symbol: s, uri: u },
      ...{ decimalsSource: "mint", nameSource: "mint" },
    });
    assert.deepEqual(await askMint(reader, pointing), {
      ...{ decimals: 9, name: "Pointed", symbol: s, uri: u },
      ...{ decimalsSource: "mint", nameSource: "mint" },
    });
    assert.deepEqual(await askMint(reader, unknown), nothing);

    now += 86_399_000;
    assert.equal(await upkeep.ask(signal), 0);
    accounts.push(splMint(unknown, 2));
    now += 1_000;
    assert.equal(await upkeep.ask(signal), mints.length);
    assert.equal((await askMint(reader, unknown)).decimals, 2);
    assert.equal((await askMint(reader, own)).name, "Own");
  });
});

test("while the node fails, mints keep their place; a mint that a fork takes away is not stored", async (withStore, _, t) => {
  let failing = true;
  const node = await startSimulatedNode({
    blocks: [],
    disturb: () =>
      failing ? { error: { code: -32601, message: "no" } } : null,
  });
  t.after(() => node.close());
  await withStore(async ({ writer, reader }) => {
    await writer.apply(before);
    const first = (await mintsIn(reader)).length;
    await writer.apply(updates);
    const all = await mintsIn(reader);
    assert.ok(all.length > first);
    const accounts = rpcAccounts(createJsonRpc(node.url), POLICY);
    const undoing = {
      ...accounts,
      readAccounts: async (keys: readonly Address[]) => {
        const found = await accounts.readAccounts(keys, signal);
        await writer.undoAfter(before.at(-1)!.block.slot);
        return found;
      },
    };
    const upkeep = new MintUpkeep({ writer, reporter, accounts: undoing });
    await assert.rejects(upkeep.ask(signal), /no/);
    failing = false;
    assert.equal(await upkeep.ask(signal), all.length);
    const [row] = await reader.all("select count(*) from mint_names", []);
    assert.equal(Number(row![0]), first);
    assert.equal(await upkeep.ask(signal), 0, "those left were asked");
  });
});

test("the newest mints are asked first", (withStore) =>
  withStore(async ({ writer }) => {
    for (const update of updates) await writer.apply([update]);
    const mints = await writer.mintsToAsk(1, 100);
    const slots = mints.map((mint) => seen.get(encodeBase58(mint)));
    assert.deepEqual(
      slots,
      [...seen.values()].sort((a, b) => b - a),
    );
    assert.notEqual(slots[0], slots.at(-1));
  }));
