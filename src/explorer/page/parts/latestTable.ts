import { signatureColumns } from "../columns.ts";
import type { InContext, Page, Signature } from "../items.ts";
import type { Summary } from "../tx/summarize.ts";
import { Summaries } from "../tx/summaries.ts";
import type { ViewContext } from "../view.ts";
import { PagedTable } from "./pagedTable.ts";

export const LATEST = "getLatestCompressionSignatures";
const PAGE = 50;

export interface LatestOptions {
  /** Called with the first page. */
  readonly onFirst?: (items: readonly Signature[]) => void;
  readonly onSummary?: (signature: string, summary: Summary) => void;
}

/** The newest transactions with what they did. */
export function latestTable(
  context: ViewContext,
  { onFirst, onSummary }: LatestOptions = {},
): PagedTable<Signature> {
  const summaries = new Summaries(
    context,
    () => {
      table.element.classList.add("no-what");
    },
    onSummary,
  );
  const table = new PagedTable<Signature>({
    caption: "Latest transactions with compressed state",
    columns: signatureColumns(summaries),
    copied: ({ signature }) => signature,
    fetch: async (cursor) => {
      const params = { limit: PAGE, ...(cursor && { cursor }) };
      const answer = await context.ask({ method: LATEST, params });
      const { value } = answer as InContext<Page<Signature>>;
      if (!cursor) onFirst?.(value.items);
      return value;
    },
    empty: [
      "No transactions yet",
      "They appear here as soon as they are indexed.",
    ],
  });
  return table;
}
