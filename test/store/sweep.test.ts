import assert from "node:assert/strict";
import type { Slot } from "../../src/domain/values.ts";
import { openForUpkeep } from "../../src/store/open.ts";
import { Sweep } from "../../src/store/past/sweep.ts";
import { makeHistory } from "../model/history.ts";
import { dump } from "./dump.ts";
import { test } from "./eachEngine.ts";

const shape = { blocks: 60, transactionsPerBlock: 6 };

test("a sweep under way leaves the rows that a rebuild keeps, and a later one removes the rest", async (withStore) => {
  await withStore(async ({ writer, reader, url }) => {
    const { updates } = makeHistory({ seed: 3, ...shape });
    await writer.apply(updates);
    const head = updates.at(-1)!.block.slot;
    const [late, early] = [head - 10, 120];
    const connection = await openForUpkeep(url);
    const rowsUntil = async (bound: Slot) =>
      (await dump(reader))["past_rows"]!.filter(
        (row) => Number(row.split(" ")[4]) <= bound,
      ).length;
    const sweep = new Sweep(5);
    const step = (from: Slot) =>
      connection.transaction(() => sweep.step(connection, from));
    try {
      await step(late);
      const kept = (await rowsUntil(late)) - (await rowsUntil(early));
      for (let i = 0; i < 100; i++) await step(early);
      assert.equal(await rowsUntil(early), 0);
      assert.equal(await rowsUntil(late), kept);
      for (let i = 0; i < 100; i++) await step(late);
      assert.equal(await rowsUntil(late), 0);
    } finally {
      await connection.close();
    }
  });
});
