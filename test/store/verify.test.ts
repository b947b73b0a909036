import assert from "node:assert/strict";
import { encodeU128 } from "../../src/codecs/bigEndian.ts";
import { openFileAccounts } from "../../src/ingest/source/file/fileAccounts.ts";
import type { AccountReader } from "../../src/ingest/source/accounts.ts";
import type { Finding } from "../../src/service/verify/finding.ts";
import { verifyStore } from "../../src/service/verify/verifyStore.ts";
import type { Connection, Row } from "../../src/store/connection.ts";
import { openForUpkeep } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { lamportBalances, treePages } from "../../src/store/schema/tables.ts";
import { pageNumber, TreePage } from "../../src/store/trees/nodes/treePage.ts";
import { chainNames } from "../encoder/recorded.ts";
import {
  accountsPath,
  recordedTrees,
  recordedUpdates,
} from "../replay/chain.ts";
import { test, type WithStore } from "./eachEngine.ts";
import type { OpenedStore } from "./withStore.ts";

const never = new AbortController().signal;

async function findings(
  reader: Reader,
  accounts: AccountReader | null = null,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const output = {
    found: (finding: Finding) => void found.push(finding),
    progress: () => undefined,
  };
  await verifyStore(reader, accounts, output, never);
  return found;
}

async function differences(
  reader: Reader,
  accounts?: AccountReader,
): Promise<string[]> {
  const found = await findings(reader, accounts);
  return found.filter(({ ok }) => ok === false).map(({ text }) => text);
}

/** A store that has indexed a recorded chain. */
function withChain<T>(
  withStore: WithStore,
  name: string,
  work: (store: OpenedStore) => Promise<T>,
): Promise<T> {
  return withStore(async (store) => {
    await store.writer.addTrees([...(await recordedTrees())]);
    await store.writer.apply(await recordedUpdates(name));
    while (await store.writer.refreshTrees());
    return work(store);
  });
}

/** Breaks something behind the store's back, and returns what a verification finds. */
function foundAfter(
  withStore: WithStore,
  damage: (connection: Connection) => Promise<void>,
): Promise<string[]> {
  return withChain(withStore, "batched_tree_transactions", async (store) => {
    const connection = await openForUpkeep(store.url);
    try {
      await damage(connection);
    } finally {
      await connection.close();
    }
    return differences(store.reader);
  });
}

async function firstRow(connection: Connection, sql: string): Promise<Row> {
  const [row] = await connection.all(sql, []);
  assert.ok(row, `no row: ${sql}`);
  return row;
}

/** Changes the first node of a row of pages that stands at one of these places of its page. */
async function breakNode(
  connection: Connection,
  row: number,
  ...slots: readonly number[]
): Promise<void> {
  const sql = `select tree, page, content from ${treePages.name} where page >= ${pageNumber(row, 0)} and page < ${pageNumber(row + 1, 0)} order by tree, page`;
  for (const [tree, page, content] of await connection.all(sql, [])) {
    const decoded = TreePage.decode(content!);
    const slot = slots.find(
      (each) => decoded.nodes[each] && !decoded.isNullified(each),
    );
    if (slot === undefined) continue;
    decoded.nodes[slot] = Uint8Array.from(decoded.nodes[slot]!, (byte, i) =>
      i === 31 ? byte ^ 1 : byte,
    );
    return connection.upsertMany(treePages, [[tree!, page!, decoded.encode()]]);
  }
  assert.fail("no such node");
}

test("no fault is found after any recorded chain", async (withStore) => {
  for (const name of chainNames)
    await withChain(withStore, name, async ({ reader }) => {
      assert.deepEqual(await differences(reader), [], name);
    });
});

test("roots are compared with those of batches, and with the accounts of trees", async (withStore) => {
  const accounts = await openFileAccounts(accountsPath);
  await withChain(
    withStore,
    "batched_address_transactions",
    async ({ reader }) => {
      const found = await findings(reader, accounts);
      const texts = found.map(({ ok, text }) => `${String(ok)} ${text}`);
      assert.ok(
        texts.some((text) => /^true .* root is the one of batch/.test(text)),
      );
      assert.ok(texts.some((text) => /^true .* in its account/.test(text)));
    },
  );
});

test("an account whose content does not match its hash is found", async (withStore) => {
  const found = await foundAfter(withStore, async (connection) => {
    const [hash] = await firstRow(
      connection,
      "select hash from accounts where data is null and spent_slot is not null",
    );
    await connection.run(
      "update accounts set leaf_index = leaf_index + 16 where hash = ?",
      [hash!],
    );
  });
  assert.match(found[0]!, /^the account hash of account \w+ does not match$/);
});

test("an unspent account that its owner's list lacks is found", async (withStore) => {
  const found = await foundAfter(withStore, async (connection) => {
    const [key, position] = await firstRow(
      connection,
      "select key, position from accounts_by_owner",
    );
    await connection.run(
      "delete from accounts_by_owner where key = ? and position = ?",
      [key!, position!],
    );
  });
  assert.ok(found.includes("it is unspent but not in the list of its owner"));
});

test("a balance that is not the sum of its accounts is found", async (withStore) => {
  const found = await foundAfter(withStore, (connection) =>
    Promise.resolve(
      connection.run(
        "update lamport_balances set amount = ? where owner in (select owner from lamport_balances order by owner limit 1)",
        [Buffer.from("000000000000000000000000000000ff", "hex")],
      ),
    ),
  );
  assert.equal(found.length, 2);
  assert.match(
    found[0]!,
    /^255 lamports are stored, and its unspent accounts have \d+$/,
  );
  assert.match(
    found[1]!,
    /^255 lamports are stored, and its changes add up to \d+$/,
  );
});

/** The same on a chain with token transfers. */
function foundInTokens(
  withStore: WithStore,
  sqlFor: (firstByte: string) => string,
): Promise<readonly string[]> {
  const name = "e2e_mint_and_transfer_transactions";
  return withChain(withStore, name, async (store) => {
    const connection = await openForUpkeep(store.url);
    try {
      const firstByte = connection.dialect.hex("substr(list, 1, 1)");
      await connection.run(sqlFor(firstByte));
    } finally {
      await connection.close();
    }
    return differences(store.reader);
  });
}

test("a changed row of a history is found", async (withStore) => {
  const found = await foundInTokens(
    withStore,
    () =>
      "update token_changes set change = '7777' where position = (select max(position) from (select position from token_changes order by position limit 1) as first)",
  );
  assert.ok(
    found.some((text) => / tokens of mint \w+ .* its changes add/.test(text)),
    found.join("\n"),
  );
});

for (const [what, sql] of [
  ["a missing past row", "delete from past_rows where LIST"],
  [
    "a past row that ends later",
    "update past_rows set until = until + 1 where LIST",
  ],
  [
    "a past row at a wrong node",
    "update past_rows set node = node + 1 where LIST",
  ],
] as const)
  for (const [list, isIt] of [
    ["accounts", "<> '04'"],
    ["holders", "= '04'"],
  ] as const)
    test(`${what} in lists of ${list} is found`, async (withStore) => {
      const found = await foundInTokens(withStore, (firstByte) =>
        sql.replace("LIST", `${firstByte} ${isIt}`),
      );
      assert.ok(
        found.some((text) => text.includes(`of lists of ${list} are stored`)),
        found.join("\n"),
      );
    });

test("a balance without accounts, and accounts without a balance, are found", async (withStore) => {
  const found = await foundAfter(withStore, async (connection) => {
    await connection.run("delete from lamport_balances");
    const row = [Buffer.alloc(32, 0xfe), encodeU128(5n), 1];
    await connection.upsertMany(lamportBalances, [row]);
  });
  assert.ok(found.length >= 2, found.join("\n"));
  assert.match(found[0]!, /^0 lamports are stored, and its .* have [1-9]/);
  assert.ok(
    found.some((text) =>
      /^5 lamports are stored, and its .* have 0$/.test(text),
    ),
    found.join("\n"),
  );
});

test("a leaf that is not its account's hash is found, and the node above it", async (withStore) => {
  const found = await foundAfter(withStore, async (connection) => {
    const slot = Array.from({ length: 16 }, (_, i) => i);
    await breakNode(connection, 0, ...slot);
  });
  const text = found.join("\n");
  assert.match(text, /^leaf \d+ of tree \w+ does not hold it$/m);
  assert.match(text, /^node \d+ of level 1 does not match its children/m);
});

for (const [row, slot, level] of [
  [0, 16, 1],
  [0, 28, 3],
  [1, 0, 4],
  [3, 24, 14],
] as const)
  test(`a wrong node of level ${level} is found and located`, async (withStore) => {
    const found = await foundAfter(withStore, async (connection) => {
      await breakNode(connection, row, slot);
    });
    const wrong = (at: number) =>
      `node 0 of level ${at} does not match its children`;
    assert.deepEqual(found.slice(0, 2), [wrong(level), wrong(level + 1)]);
  });

test("nodes above missing pages are found", async (withStore) => {
  const found = await foundAfter(withStore, async (connection) => {
    await connection.run(`delete from ${treePages.name} where page = 0`, []);
  });
  assert.ok(
    found.some((text) => /exist without leaves below them$/.test(text)),
    found.join("\n"),
  );
});

test("a stored root that differs from the nodes', or from a batch's, is found", async (withStore) => {
  const other = Buffer.alloc(32, 7);
  const stored = await foundAfter(withStore, (connection) =>
    Promise.resolve(
      connection.run("update tree_states set root = ? where root is not null", [
        other,
      ]),
    ),
  );
  assert.ok(
    stored.every((text) =>
      /^its root is \w+, and its nodes make \w+$/.test(text),
    ),
  );
  const announced = await foundAfter(withStore, (connection) =>
    Promise.resolve(connection.run("update batch_roots set root = ?", [other])),
  );
  assert.ok(
    announced.some((text) => /, and batch \d+ announced \w+$/.test(text)),
    announced.join("\n"),
  );
});

test("a root that differs from the one in the tree's account is found", async (withStore) => {
  const recorded = await openFileAccounts(accountsPath);
  const accounts: AccountReader = {
    ...recorded,
    readSlice: async (pubkey, offset, length, signal) => {
      const slice = await recorded.readSlice(pubkey, offset, length, signal);
      if (!slice) return slice;
      // As from a node: the roots of new trees in a recording may have been changed.
      const live = { ...slice, slot: 1 };
      if (length !== 32) return live;
      const data = Buffer.alloc(32, 9);
      return { ...live, account: { ...slice.account, data } };
    },
  };
  await withChain(withStore, "lamport_transfers", async ({ reader }) => {
    const found = await differences(reader, accounts);
    assert.ok(found.length > 0);
    for (const text of found) assert.match(text, /on chain it is/);
  });
});
