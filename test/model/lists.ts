import assert from "node:assert/strict";
import type { MaybePromise, Page } from "../../src/store/page.ts";
import { accountsByOwner } from "../../src/store/pages/accountsByOwner.ts";
import { holders } from "../../src/store/pages/holders.ts";
import { latestSignatures } from "../../src/store/pages/latestSignatures.ts";
import { signaturesByAddress } from "../../src/store/pages/signaturesByAddress.ts";
import { signaturesByOwner } from "../../src/store/pages/signaturesByOwner.ts";
import { signaturesByTokenOwner } from "../../src/store/pages/signaturesByTokenOwner.ts";
import { tokensByDelegate } from "../../src/store/pages/tokensByDelegate.ts";
import { tokensByOwner } from "../../src/store/pages/tokensByOwner.ts";
import type { Reader } from "../../src/store/reader.ts";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { parseExact } from "./exactJson.ts";
import type { History } from "./history.ts";
import type { Model } from "./model.ts";

interface Walk {
  readonly name: string;
  readonly expected: unknown[];
  page(after: Uint8Array | null, limit: number): MaybePromise<Page>;
}

/** Every list anyone could ask for, with what the model says it holds. */
function everyList(read: Reader, history: History, model: Model): Walk[] {
  const walks: Walk[] = [
    {
      name: "latest",
      expected: model.latest(),
      page: (after, limit) => latestSignatures.page(read, { after, limit }),
    },
  ];
  const same = (a: Uint8Array | null | undefined, b: Uint8Array) =>
    !!a && Buffer.compare(a, b) === 0;
  for (const key of [...history.keys, COMPRESSED_TOKEN]) {
    walks.push(
      {
        name: "accounts by owner",
        expected: model.accountsByOwner(key),
        page: (after, limit) =>
          accountsByOwner.page(read, {
            key,
            after,
            limit,
            filters: [],
            dataSlice: null,
          }),
      },
      {
        name: "signatures for owner",
        expected: model.signatures((a) => same(a.owner, key)),
        page: (after, limit) =>
          signaturesByOwner.page(read, { key, after, limit }),
      },
      {
        name: "signatures for token owner",
        expected: model.signatures((a) => same(a.token?.owner, key)),
        page: (after, limit) =>
          signaturesByTokenOwner.page(read, { key, after, limit }),
      },
    );
    for (const mint of [undefined, ...history.mints]) {
      const prefix = mint ?? null;
      walks.push(
        {
          name: "tokens by owner",
          expected: model.tokens("owner", key, mint),
          page: (after, limit) =>
            tokensByOwner.page(read, { key, after, prefix, limit }),
        },
        {
          name: "tokens by delegate",
          expected: model.tokens("delegate", key, mint),
          page: (after, limit) =>
            tokensByDelegate.page(read, { key, after, prefix, limit }),
        },
      );
    }
  }
  for (const key of history.mints) {
    walks.push({
      name: "holders",
      expected: model.holders(key),
      page: (after, limit) => holders.page(read, { key, after, limit }),
    });
  }
  for (const key of history.addresses) {
    walks.push({
      name: "signatures for address",
      expected: model.signatures((a) => same(a.address, key)),
      page: (after, limit) =>
        signaturesByAddress.page(read, { key, after, limit }),
    });
  }
  return walks;
}

/** Walks every list at every page size and compares it, item by item, with the model. */
export async function assertListsEqual(
  read: Reader,
  history: History,
  model: Model,
  pageSizes: readonly number[] = [1, 3, 7, 1000],
): Promise<void> {
  for (const walk of everyList(read, history, model)) {
    for (const limit of pageSizes) {
      assert.deepEqual(
        await walkPages(walk, limit),
        walk.expected,
        `${walk.name}, ${limit} a page`,
      );
    }
  }
}

async function walkPages(walk: Walk, limit: number): Promise<unknown[]> {
  const items: unknown[] = [];
  let after: Uint8Array | null = null;
  for (;;) {
    const page: Page = await walk.page(after, limit);
    const shown = parseExact(`[${page.items}]`) as unknown[];
    items.push(...shown);
    assert.equal(page.count, shown.length);
    assert.equal(page.cursor === null, shown.length < limit);
    if (!page.cursor) return items;
    after = page.cursor;
  }
}
