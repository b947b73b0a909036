// The explorer of servers that offer only a part of the methods: nothing broken is shown.
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { type OpenedExplorer, openExplorer } from "./openExplorer.ts";

const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const TRANSFER =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";
const TOKEN_PROGRAM = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m";
const ACCOUNT = "1tSWVzc1UCSf8GghStCjkYHcHeNU52p6Px5wCCLDCTB";
const LISTS = [
  "getCompressedAccountsByOwner",
  "getCompressedMintTokenHolders",
  "getCompressedTokenAccountsByDelegate",
  "getCompressedTokenAccountsByOwner",
  "getCompressionSignaturesForAddress",
  "getCompressionSignaturesForOwner",
  "getCompressionSignaturesForTokenOwner",
  "getLatestCompressionSignatures",
];
/** Each is left out alone, beside the server that has the lists only. */
const SINGLE = [
  "getCompressedMintInfo",
  "getCompressedTokenHistory",
  "getIndexStatistics",
  "getTransactionWithCompressionInfo",
  "getTrees",
  "getCompressedAccountProofV2",
  "getSetAsideTransactions",
];
const LINKS = [
  "",
  OWNER,
  MINT,
  `${MINT}/over-time`,
  TRANSFER,
  `${ACCOUNT}/account?owner=${TOKEN_PROGRAM}`,
  "slot/1010",
  "trees",
  "set-aside",
];

suite("the explorer of a server with few methods", () => {
  let opened: OpenedExplorer;
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer();
    ({ visit } = opened);
  });

  after(() => opened.close());

  /** Also fails on any error on the console, or of the page. */
  async function showsNoError(isOffered: (method: string) => boolean) {
    await visit("", async (page) => {
      const asked = new Set<string>();
      page.on("request", (request) => {
        for (const [, method] of (request.postData() ?? "").matchAll(
          /"method":"(\w+)"/g,
        ))
          asked.add(method!);
      });
      await offerOnly(page, isOffered);
      await page.goto(`${opened.demo.url}?few`);
      asked.clear();
      for (const link of LINKS) {
        await page.goto(`${opened.demo.url}?few#/${link}`);
        await page
          .locator("tbody tr:not(.skeleton), .facts-list, .notice, .line-chart")
          .first()
          .waitFor();
        const alerts = page.getByRole("alert").filter({ hasText: /\S/ });
        assert.deepEqual(await alerts.allInnerTexts(), [], link);
        const text = await page.locator(".content").innerText();
        assert.doesNotMatch(text, /\b(undefined|null|NaN)\b|\[object/, link);
      }
      const missing = [...asked].filter((method) => !isOffered(method));
      assert.deepEqual(missing, [], "methods that are not offered");
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
  }

  test("with the lists alone", () =>
    showsNoError((method) => LISTS.includes(method)));

  for (const method of SINGLE)
    test(`without ${method}`, () => showsNoError((each) => each !== method));
});

async function offerOnly(
  page: Page,
  isOffered: (method: string) => boolean,
): Promise<void> {
  await page.route("**/openapi.json", async (route) => {
    const response = await route.fetch();
    const api = (await response.json()) as { paths: Record<string, unknown> };
    const paths = Object.entries(api.paths);
    api.paths = Object.fromEntries(
      paths.filter(([path]) => isOffered(path.slice(1))),
    );
    await route.fulfill({ json: api });
  });
}
