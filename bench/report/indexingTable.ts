import { STAGES, type IndexingRow } from "../indexing/run.ts";

/** One paragraph a chain: rates by the clock on the wall and by processor time, and where the time went. */
export function indexingLines(row: IndexingRow): string[] {
  const cpu = STAGES.reduce((sum, stage) => sum + row.stages[stage], 0);
  const share = (stage: (typeof STAGES)[number]): string =>
    `${stage} ${((100 * row.stages[stage]) / cpu).toFixed(0)} %`;
  const rate = (count: number, seconds: number): string =>
    (count / seconds).toFixed(0);
  return [
    `indexing ${row.chain}: ${row.transactions} transactions, ${row.compression} of them compression, ${row.accounts} accounts made`,
    `  ${rate(row.transactions, row.seconds)} transactions/s, ${rate(row.compression, row.seconds)} compression transactions/s`,
    `  a second of processor time: ${rate(row.transactions, cpu)} and ${rate(row.compression, cpu)}`,
    `  ${STAGES.map(share).join(", ")}; ${row.bytesPerAccount.toFixed(0)} bytes of store an account`,
  ];
}
