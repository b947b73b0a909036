// Run by faults.test.ts in a process whose files may not grow beyond a limit.
import { sqliteCode } from "../../src/store/errors.ts";
import { openStore } from "../../src/store/open.ts";
import { makeHistory } from "../model/history.ts";

const store = await openStore(process.argv[2]!, { write: true });
const { updates } = makeHistory({
  seed: 5,
  blocks: 60,
  transactionsPerBlock: 12,
});
for (const [i, update] of updates.entries()) {
  try {
    await store.writer!.apply([update]);
  } catch (error) {
    console.log(
      `failed with ${sqliteCode(error) ?? String(error)} at block ${i}`,
    );
    process.exit(0);
  }
}
console.log("wrote everything");
