import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPRESSED_TOKEN } from "../../src/codecs/programs.ts";
import { parseTokenData } from "../../src/codecs/accounts/token.ts";
import type { Account } from "../../src/domain/account.ts";
import { asHash } from "../../src/domain/values.ts";
import { joinChunks } from "../../src/render/text.ts";
import type { MaybePromise } from "../../src/store/maybePromise.ts";
import type { Page } from "../../src/store/page.ts";
import { accountsByOwner } from "../../src/store/read/pages/accountsByOwner.ts";
import { latestSignatures } from "../../src/store/read/pages/latestSignatures.ts";
import { signaturesByOwner } from "../../src/store/read/pages/signaturesByOwner.ts";
import { tokensByOwner } from "../../src/store/read/pages/tokensByOwner.ts";
import type { Reader } from "../../src/store/reader.ts";
import { Random } from "../model/random.ts";
import { test } from "./eachEngine.ts";
import { key, sampleAccount, sampleBlock } from "./sampleAccounts.ts";

const BLOCKS = 1_100;
const person = key(7);
const mints = [key(3), key(4), key(5)];

/** Token accounts of one person, some of them with as much data as pages of 8 KB bear. */
function makeTokens(random: Random): Account[] {
  return Array.from({ length: BLOCKS }, (_, n) => {
    const tlv = random.chance(0.1) ? random.below(3_000) : 0;
    const data = Buffer.alloc(74 + (tlv ? 4 + tlv : 1));
    data.set(mints[n % mints.length]!);
    data.set(person, 32);
    const hash = asHash(random.bytes(32));
    const whole = { discriminator: 2n, data, dataHash: hash };
    const token = parseTokenData(COMPRESSED_TOKEN, whole);
    const fields = { owner: COMPRESSED_TOKEN };
    return { ...sampleAccount(n, fields, whole), hash, token };
  });
}

type Ask = (
  read: Reader,
  part: { after: Uint8Array | null; limit: number },
) => MaybePromise<Page>;

const noFilter = { filters: [], dataSlice: null };
const lists: Record<string, Ask> = {
  accounts: (read, part) =>
    accountsByOwner.page(read, { key: COMPRESSED_TOKEN, ...noFilter, ...part }),
  cut: (read, part) =>
    accountsByOwner.page(read, {
      ...{ key: COMPRESSED_TOKEN, filters: [], ...part },
      dataSlice: { offset: 0, length: 2 },
    }),
  tokens: (read, part) => tokensByOwner.page(read, { key: person, ...part }),
  "of a mint": (read, part) =>
    tokensByOwner.page(read, { key: person, prefix: mints[1]!, ...part }),
  signatures: (read, part) =>
    signaturesByOwner.page(read, { key: COMPRESSED_TOKEN, ...part }),
  latest: (read, part) => latestSignatures.page(read, part),
};

/** The page, put together from pages of a few items. */
async function inSmallPages(ask: Ask, read: Reader, part: Parameters<Ask>[1]) {
  const items: string[] = [];
  let count = 0;
  let { after } = part;
  for (;;) {
    const limit = Math.min(90, part.limit - count);
    const page = await ask(read, { after, limit });
    if (page.count > 0) items.push(joinChunks(page.items));
    count += page.count;
    after = page.cursor;
    if (!after || count === part.limit)
      return { items: items.join(","), count, cursor: after };
  }
}

test("a large page equals the small pages it consists of", async (withStore) => {
  const tokens = makeTokens(new Random(1));
  await withStore(async ({ writer, reader }) => {
    await writer.apply(
      tokens.map((account, i) => sampleBlock(i + 1, { created: [account] })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(lists)),
        fc.integer({ min: 0, max: 600 }),
        fc.oneof(fc.integer({ min: 90, max: 1000 }), fc.constant(1000)),
        async (name, skipped, limit) => {
          const ask = lists[name]!;
          const before = { after: null, limit: skipped };
          const { cursor: after } = await inSmallPages(ask, reader, before);
          const part = { after, limit };
          const page = await ask(reader, part);
          const { items, count, cursor } = page;
          assert.deepEqual(
            { items: joinChunks(items), count, cursor },
            await inSmallPages(ask, reader, part),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
