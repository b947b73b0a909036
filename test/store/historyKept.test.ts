import assert from "node:assert/strict";
import type { HistoryKept } from "../../src/domain/historyKept.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { readHistoryFrom } from "../../src/store/past/kept.ts";
import type { Reader } from "../../src/store/reader.ts";
import type { Writer } from "../../src/store/writer.ts";
import { makeHistory } from "../model/history.ts";
import { askStore, assertListsEqualAt } from "../model/lists.ts";
import { dump } from "./dump.ts";
import { test } from "./eachEngine.ts";
import { listsAt } from "./listsAtSlot.ts";
import { type OpenedStore, withOpened } from "./withStore.ts";

const slotOf = ({ block }: StateUpdate) => block.slot;
const shape = { blocks: 700, transactionsPerBlock: 2, keys: 3 };

async function index(writer: Writer, updates: readonly StateUpdate[]) {
  for (let at = 0; at < updates.length; at += 25)
    await writer.apply(updates.slice(at, at + 25));
}

async function pastRows(reader: Reader): Promise<string[]> {
  return (await dump(reader))["past_rows"]!;
}

test("the past is kept for the slots asked for, and made again from spent accounts when more is asked for", async (_, withUrl) => {
  const { history, updates } = makeHistory({ seed: 77, ...shape });
  const head = slotOf(updates.at(-1)!);
  assert.ok(head > 1_000);
  await withUrl((url) =>
    withUrl(async (allUrl) => {
      const open = (
        kept: HistoryKept,
        work: (store: OpenedStore) => Promise<void>,
      ) => withOpened(url, work, { history: kept });
      const assertAt = async (reader: Reader, slot: number) => {
        const lists = listsAt(history, updates, slot);
        await assertListsEqualAt(askStore(reader), slot, lists, [7]);
      };
      let rows: string[] = [];
      await withOpened(allUrl, async ({ writer, reader }) => {
        await index(writer, updates);
        rows = await pastRows(reader);
      });
      await open({ slots: 0 }, async ({ writer, reader }) => {
        await index(writer, updates);
        const from = await readHistoryFrom(reader);
        assert.ok(from <= head - 512 && from > head - 700, `from ${from}`);
        const kept = rows.filter((row) => Number(row.split(" ")[4]) > from);
        assert.ok(kept.length < rows.length);
        assert.deepEqual(await pastRows(reader), kept);
        for (const slot of [from, from + 100, head])
          await assertAt(reader, slot);
        const ask = askStore(reader);
        const unkept = listsAt(history, updates, 150).filter(({ method }) =>
          /Signatures|TokenHistory/.test(method),
        );
        assert.ok(unkept.length > 5);
        await assertListsEqualAt(ask, 150, unkept, [7]);
        const text = await ask(
          `{"jsonrpc":"2.0","id":1,"method":"getCompressedAccountsByOwner","params":{"owner":"11111111111111111111111111111111","atSlot":${from - 1}}}`,
        );
        assert.match(text, new RegExp(`-32011.*slots ${from} to ${head}`));
        assert.equal(await writer.rebuildPast(), false);
      });
      await open("all", async ({ writer, reader }) => {
        while (await writer.rebuildPast());
        assert.deepEqual(await pastRows(reader), rows);
        for (const slot of [150, 400, head - 600]) await assertAt(reader, slot);
      });
    }),
  );
});
