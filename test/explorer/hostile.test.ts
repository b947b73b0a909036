// What anybody can write into the chain, a mint's name or a link is shown as text: nothing of it runs, and no page
// becomes wider than its screen.
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { overflowOf } from "./axe.ts";
import {
  answerWith,
  expectRows,
  type OpenedExplorer,
  openExplorer,
  typeSearch,
} from "./openExplorer.ts";

const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const TRANSFER =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";
const ACCOUNT = "1tSWVzc1UCSf8GghStCjkYHcHeNU52p6Px5wCCLDCTB";
const SYSTEM = "11111111111111111111111111111111";
const MARKUP = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`;
const LONG_WORD = "W".repeat(4_000);

const NAMES: readonly (readonly [kind: string, text: string])[] = [
  ["markup", MARKUP],
  ["a link that runs", "javascript:window.ran=1"],
  ["text that turns what follows around", "\u202egnp.exe\u2066\u200f"],
  ["characters that show nothing", "\u200b\u2060\u00ad\ufeff\u3164"],
  ["line breaks and control characters", "a\n\r\t\u0000\u001b[31mb\u2028c"],
  ["piled marks", `Z${"\u0351\u0316".repeat(60)}`],
  ["a long word", LONG_WORD],
  ["wide characters", "𒐫﷽".repeat(60)],
];

suite("the explorer with hostile data", () => {
  let opened: OpenedExplorer;
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer();
    ({ visit } = opened);
  });

  after(() => opened.close());

  /** Nothing of the page at this link runs, loads from elsewhere or makes the page wider than its screen. */
  async function isHarmless(
    link: string,
    prepare: (page: Page) => Promise<unknown>,
    look: (page: Page) => Promise<void>,
    widths = [390],
  ): Promise<void> {
    for (const width of widths)
      await visit(
        "",
        async (page) => {
          const foreign = requestsElsewhere(page, opened.demo.url);
          await prepare(page);
          await page.goto(`${opened.demo.url}?hostile#/${link}`);
          await look(page);
          assert.equal(await page.evaluate("window.ran"), undefined);
          assert.deepEqual(await page.evaluate(STRANGE), []);
          assert.equal(await overflowOf(page), 0, `${width} px`);
          assert.deepEqual(foreign, []);
          await page.unrouteAll({ behavior: "ignoreErrors" });
        },
        { viewport: { width, height: 900 } },
      );
  }

  for (const [kind, text] of NAMES)
    test(`a mint whose name, symbol and URI are ${kind}`, () =>
      isHarmless(
        MINT,
        (page) => answerWith(page, "getCompressedMintInfo", named(MINT, text)),
        async (page) => {
          await page.locator(".key-facts .figures").waitFor();
          await expectRows(page, 10);
        },
      ));

  test("a home page and a history full of such mints", async () => {
    const mints = NAMES.map(([, text]) => named(MINT, text));
    const prepare = async (page: Page) => {
      await answerWith(page, "getCompressedMintInfo", mints[0]);
      await answerWith(page, "getIndexStatistics", statistics(mints));
    };
    await isHarmless(
      "",
      prepare,
      async (page) => {
        await page.locator(".top-mints tbody tr").first().waitFor();
        await expectRows(page, 5);
      },
      [1440, 768, 390],
    );
    await isHarmless(
      `${OWNER}/balance-history`,
      prepare,
      (page) => expectRows(page, 5),
      [1440, 768, 390],
    );
  });

  for (const [kind, text] of NAMES)
    test(`an account whose data is ${kind}`, () =>
      isHarmless(
        ACCOUNT,
        (page) => answerWith(page, "getCompressedAccount", accountWith(text)),
        async (page) => {
          const data = page.getByRole("region", { name: "Data", exact: true });
          await data.waitFor();
          await page.locator('label:has-text("UTF-8")').click();
          const shown = (await data.textContent())!;
          assert.ok(shown.includes(text.slice(0, 20)));
          for (const form of ["base58", "u64", "base64"])
            await page.locator(`label:has-text("${form}")`).click();
        },
      ));

  test("reasons, logs and errors are text", async () => {
    const reason = `${MARKUP} ${LONG_WORD}`;
    const item = { slot: 1004, index: 2, signature: TRANSFER, reason };
    await isHarmless(
      "set-aside",
      (page) =>
        answerWith(page, "getSetAsideTransactions", {
          items: [item],
          cursor: null,
        }),
      (page) => page.getByText("<script>").first().waitFor(),
    );
    await isHarmless(
      TRANSFER,
      (page) =>
        page.route("**/getTransactionWithCompressionInfo", async (route) => {
          const response = await route.fetch();
          const answer = (await response.json()) as Raw;
          const { meta } = answer.result.transaction;
          Object.assign(meta, { err: reason, logMessages: [reason] });
          await route.fulfill({ json: answer });
        }),
      async (page) => {
        await page.locator(".kinds", { hasText: "Failed" }).waitFor();
        await page.getByText("Log", { exact: true }).click();
        await page.getByRole("region", { name: "Log" }).waitFor();
      },
    );
    await isHarmless(
      `${MINT}/holders`,
      (page) =>
        page.route("**/getCompressedMintTokenHolders", (route) =>
          route.fulfill({ json: { error: { code: -1, message: reason } } }),
        ),
      (page) => page.getByRole("alert").getByText("<script>").waitFor(),
    );
  });

  test("links with markup, and pages that another page has stored, lead nowhere", () =>
    visit("", async (page) => {
      for (const link of [
        MARKUP,
        "javascript:window.ran=1",
        `slot/${MARKUP}`,
        `${MINT}/${MARKUP}`,
        `${MINT}/holders?at=${MARKUP}`,
        "__proto__/constructor",
      ]) {
        await page.goto(`${opened.demo.url}?at=link#/${encodeURI(link)}`);
        await page.locator(".content > *").first().waitFor();
      }
      await page.evaluate(
        `localStorage.setItem("tachyon.recent", JSON.stringify([
          { link: "javascript:window.ran=1", kind: "Slot", title: "bait" },
          { link: "#/trees", kind: ${JSON.stringify(MARKUP)}, title: "known" },
        ]))`,
      );
      await page.goto(`${opened.demo.url}?stored`);
      await page.keyboard.press("/");
      await page.getByRole("option", { name: "known" }).waitFor();
      assert.equal(await page.getByRole("option").count(), 1);
      await typeSearch(page, "javascript:window.ran=1");
      assert.equal(await page.evaluate("window.ran"), undefined);
      assert.deepEqual(await page.evaluate(STRANGE), []);
    }));
});

interface Raw {
  readonly result: { readonly transaction: { readonly meta: object } };
}

function requestsElsewhere(page: Page, home: string): string[] {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(home.replace(/\/$/, "")))
      foreign.push(request.url());
  });
  return foreign;
}

/** Elements that the page's own code never makes, and links that are not to pages of this server. */
const STRANGE = `
  [...document.querySelectorAll("main img, main script, main iframe, main [onerror], main [style]"),
   ...[...document.querySelectorAll("a[href]")].filter((a) => a.origin !== location.origin)]
    .map((element) => element.outerHTML)`;

const named = (mint: string, text: string) => ({
  ...{ mint, decimals: 2, supply: 22_933_123, holders: 46, transactions: 52 },
  ...{ name: text, symbol: text, uri: text },
  ...{ decimalsSource: "mint", nameSource: "metaplex" },
});

const statistics = (topMints: readonly object[]) => ({
  ...{ firstSlot: 1000, transactions: 377, accounts: 900 },
  ...{ unspentAccounts: 469, owners: 70, tokenOwners: 59, mints: 6, trees: 7 },
  ...{ topMints, slotsPerPoint: 1, transactionsOverTime: [] },
});

const accountWith = (text: string) => ({
  ...{ hash: ACCOUNT, address: null, owner: SYSTEM, lamports: 1, seq: null },
  ...{ tree: SYSTEM, leafIndex: 1, slotCreated: 1004 },
  data: {
    discriminator: 1,
    data: Buffer.from(text).toString("base64"),
    dataHash: ACCOUNT,
  },
});
