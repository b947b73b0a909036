import { findDifferences } from "../diff.ts";
import { assert, assertSame, type Check, type Probe } from "./probe.ts";

const LATEST = "getLatestCompressionSignatures";
const BY_OWNER = "getCompressedAccountsByOwner";
const KEY = "1".repeat(32);

/** Methods of the contract, with the required field of each. */
const REQUIRED: Readonly<Record<string, string>> = {
  getCompressedTokenAccountsByOwner: "owner",
  getCompressedTokenAccountsByDelegate: "delegate",
  getCompressedAccountsByOwner: "owner",
  getCompressionSignaturesForTokenOwner: "owner",
  getCompressionSignaturesForAddress: "address",
  getCompressionSignaturesForOwner: "owner",
  getCompressedMintTokenHolders: "mint",
};

const WRONG_KEYS = ["", "0", "1".repeat(31), "1".repeat(33), 7, null, {}];

export const parameterChecks: readonly Check[] = [
  {
    title: "absent params, null, [] and {} mean the same",
    run: async (probe) => {
      const pages = [];
      for (const params of [undefined, null, [], {}])
        pages.push(await probe.result(LATEST, params));
      for (const page of pages)
        assertSame(Object.keys(page as object).sort(), ["context", "value"]);
    },
  },
  {
    title: "an array gives values by position",
    run: async (probe) => {
      const owner = probe.key("owners");
      const byName = { owner, limit: 1 };
      const named = await probe.result(BY_OWNER, byName);
      // owner, filters, dataSlice, cursor, limit
      const positions = [owner, null, null, null, 1];
      const positional = await probe.result(BY_OWNER, positions);
      const [a, b] = [named, positional] as { value: unknown }[];
      const differences = findDifferences(a!.value, b!.value);
      assertSame(differences.length, 0);
    },
  },
  {
    title: "an optional field that is null counts as absent",
    run: async (probe) => {
      await probe.result(LATEST, { cursor: null, limit: null });
    },
  },
  {
    title: "an unknown field is -32602 and named",
    run: (probe) => probe.refused(-32602, LATEST, { limitt: 1 }, "limitt"),
  },
  {
    title: "a missing field is -32602 and named",
    run: async (probe) => {
      for (const [method, field] of Object.entries(REQUIRED))
        await probe.refused(-32602, method, {}, field);
    },
  },
  {
    title: "a key that is not base58 of 32 bytes is -32602 and named",
    run: async (probe) => {
      for (const [method, field] of Object.entries(REQUIRED))
        for (const key of WRONG_KEYS)
          await probe.refused(-32602, method, { [field]: key }, field);
    },
  },
];

export const limitChecks: readonly Check[] = [
  {
    title: "a limit of 0 gives no items and no cursor",
    run: async (probe) => {
      const { items, cursor } = await page(probe, { limit: 0 });
      assertSame([items.length, cursor], [0, null]);
    },
  },
  {
    title: "a limit of 1000 is allowed, and no page is longer",
    run: async (probe) => {
      const { items } = await page(probe, { limit: 1000 });
      assert(items.length <= 1000, `${items.length} items`);
      const without = await page(probe, {});
      assert(without.items.length <= 1000, `${without.items.length} items`);
    },
  },
  {
    title: "a limit that is larger, negative, fractional or text is -32602",
    run: async (probe) => {
      for (const limit of [1001, -1, 1.5, "1", true])
        await probe.refused(-32602, LATEST, { limit }, "limit");
    },
  },
  {
    title: "a cursor of another alphabet or length is -32602",
    run: async (probe) => {
      for (const cursor of ["0", "l", "1", "1".repeat(73), 7])
        await probe.refused(-32602, LATEST, { cursor }, "cursor");
    },
  },
  {
    title: "at most 5 filters; an empty filter or memcmp is -32602",
    run: async (probe) => {
      const memcmp = { offset: 0, bytes: "2" };
      const asked = (filters: unknown) => ({ owner: KEY, filters });
      const five = Array<object>(5).fill({ memcmp });
      await probe.result(BY_OWNER, asked(five));
      for (const wrong of [[...five, { memcmp }], [{}], [{ memcmp: {} }]])
        await probe.refused(-32602, BY_OWNER, asked(wrong), "filters");
    },
  },
];

export interface ListPage {
  readonly items: readonly Record<string, unknown>[];
  readonly cursor: string | null;
}

async function page(probe: Probe, params: object): Promise<ListPage> {
  const { value } = (await probe.result(LATEST, params)) as { value: ListPage };
  return value;
}
