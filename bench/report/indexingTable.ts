import type { IndexingRow } from "../indexing/run.ts";

/** One paragraph per chain: wall-clock rates, CPU time, and time by stage. */
export function indexingLines(row: IndexingRow): string[] {
  const { transactions, compression, seconds, stages } = row;
  const rate = (count: number): string => (count / seconds).toFixed(0);
  const each = (spent: number): string =>
    `${((1e6 * spent) / transactions).toFixed(0)} µs`;
  return [
    `indexing ${sourceOf(row)}: ${transactions} transactions, ${compression} of them compression, ${row.accounts} accounts created`,
    `  ${rate(transactions)} transactions/s, ${rate(compression)} compression transactions/s`,
    `  CPU time per transaction: ${each(row.processor)}, of which the writing thread ${each(row.writingThread)}`,
    `  that thread waits ${each(stages.fetch)}, decodes ${each(stages.decode)}, writes ${each(stages.write)}; ${row.bytesPerAccount.toFixed(0)} bytes of store per account`,
    ...(row.node === null ? [] : [`  and the node ${each(row.node)}`]),
  ];
}

export function sourceOf({
  chain,
  node,
}: Pick<IndexingRow, "chain" | "node">): string {
  return node == null ? chain : `${chain} from a node`;
}
