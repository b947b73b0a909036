import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { waitFor } from "../waitFor.ts";
import { axeProblems, overflowOf } from "./axe.ts";
import {
  answerWith,
  copiedBy,
  expectRows,
  type OpenedExplorer,
  openExplorer,
  openTab,
  rows,
  search,
} from "./openExplorer.ts";

const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
/** 6i2x3F… moved 1,561 of MINT from 5MS2… to 2A5K…. */
const TRANSFER =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";
const ACCOUNT = "1tSWVzc1UCSf8GghStCjkYHcHeNU52p6Px5wCCLDCTB";

suite("what each page of the explorer tells", () => {
  let opened: OpenedExplorer;
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer({ recording: true });
    ({ visit } = opened);
  });

  after(() => opened.close());

  const textOf = (page: Page, selector: string) =>
    page.locator(selector).first().innerText();
  const facts = (page: Page) => textOf(page, ".facts-list");

  test("the home page tells what is in the index and what the latest transactions did", () =>
    visit("", async (page) => {
      await page.getByText("This is a recorded chain.").waitFor();
      const counts = page.locator(".intro .figures");
      await counts.waitFor();
      assert.match(await counts.innerText(), /Transactions\s+377/);
      assert.match(await counts.innerText(), /Mints\s+6/);
      const chart = page.locator(".bars rect");
      assert.equal(await chart.count(), 21);
      await page.locator(".top-mints tbody tr").nth(5).waitFor();
      const transfer = rows(page).filter({
        has: page.locator(`a[href="#/${TRANSFER}"]`),
      });
      await transfer.getByText("Transfer").waitFor();
      assert.match(
        await transfer.locator(".what").innerText(),
        /^Transfer\s+1,561\s+EEdw…hUHZ\s+from\s+5MS2…ZB93\s+to\s+2A5K…bAV6$/,
      );
      for (const action of ["Mint", "Approve", "Revoke", "Compress"])
        await page.locator(`.act:text-is("${action}")`).first().waitFor();
    }));

  test("the examples on the home page lead to pages of each kind", () =>
    visit("", async (page) => {
      for (const [name, kind] of [
        ["A transfer", "Transaction"],
        ["A mint", "Mint"],
        ["An owner", "Token owner"],
        ["An account", "Account"],
        ["A slot", "Slot"],
      ] as const) {
        await page
          .locator(".examples")
          .getByRole("link", { name, exact: true })
          .click();
        await page
          .locator(".kinds .badge", { hasText: kind })
          .first()
          .waitFor();
        await page.goBack();
      }
    }));

  test("a transaction shows its status, fee, signer, programs, net changes and its raw form", () =>
    visit(`#/${TRANSFER}`, async (page) => {
      await page
        .getByRole("heading", { name: "Net change of tokens" })
        .waitFor();
      const shown = await facts(page);
      assert.match(shown, /Status\s+success/);
      assert.match(shown, /Fee\s+0\.000005 SOL/);
      assert.match(shown, /Signer\s+6i2x3FR/);
      assert.match(shown, /Compressed Token program\s+Transfer/);
      const net = page.locator(".table").first().locator("td.number");
      assert.deepEqual(await net.allInnerTexts(), ["-1,561", "+1,561"]);
      await page.getByText("Raw transaction").click();
      await page
        .getByRole("region", { name: "Raw transaction" })
        .getByText('"computeUnitsConsumed": 70059')
        .waitFor();
    }));

  test("an owner's page has balances, and a history with signed amounts and the balance after each", () =>
    visit(`#/${OWNER}`, async (page) => {
      await page.locator(".key-facts .figures").waitFor();
      assert.match(
        await textOf(page, ".key-facts"),
        /Compressed SOL\s+0\.00154945 SOL\s+Mints held\s+3/,
      );
      await expectRows(page, 3);
      assert.deepEqual(await page.locator("td.number").allInnerTexts(), [
        "19,761",
        "620,722",
        "368,342",
      ]);
      await openTab(page, "Balance history");
      await expectRows(page, 8);
      assert.deepEqual(
        await rows(page).nth(1).locator("td.number").allInnerTexts(),
        ["-389,135", "368,342"],
      );
    }));

  test("a mint's page has shares of the supply, transfers, and supply and holders over time", () =>
    visit(`#/${MINT}`, async (page) => {
      await expectRows(page, 46);
      await page.locator("td.share", { hasText: "7.68%" }).first().waitFor();
      await page.locator(".key-facts .figures").waitFor();
      assert.match(await textOf(page, ".key-facts"), /Supply\s+22,933,123/);
      await openTab(page, "Transfers");
      await expectRows(page, 50);
      await openTab(page, "Over time");
      const supply = page.getByRole("img", { name: /^Supply: from/ });
      assert.match(
        (await supply.getAttribute("aria-label"))!,
        /slot 1,000 to 22,933,123 at slot 1,020/,
      );
      const holders = page.getByRole("img", { name: /^Holders: from/ });
      assert.match((await holders.getAttribute("aria-label"))!, /to 46 at/);
    }));

  test("supply over time keeps every digit", () =>
    visit("", async (page) => {
      const whole = 2n ** 64n - 1n;
      const rest = { blockTime: 1_750_000_000, owner: OWNER, mint: MINT };
      await answerWith(page, "getCompressedTokenHistory", {
        items: [
          {
            ...{ ...rest, signature: TRANSFER, slot: 1020 },
            ...{ change: whole, balance: whole },
          },
        ],
        cursor: null,
      });
      await page.goto(`${opened.demo.url}?digits#/${MINT}/over-time`);
      const supply = page.getByRole("img", { name: /^Supply: from/ });
      assert.match(
        (await supply.getAttribute("aria-label"))!,
        /to 18,446,744,073,709,551,615 at slot 1,020/,
      );
    }));

  test("pages of a public cluster lead to the same page of public explorers", () =>
    visit("", async (page) => {
      const chain = "genesis:EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
      let asked = 0;
      await page.route("**/status", async (route) => {
        const response = await route.fetch();
        const json = { ...((await response.json()) as object), chain };
        asked++;
        return route.fulfill({ json });
      });
      const toSolscan = (path: string) =>
        page.locator(`a[href="https://solscan.io/${path}?cluster=devnet"]`);
      for (const [link, path] of [
        [TRANSFER, `tx/${TRANSFER}`],
        [OWNER, `account/${OWNER}`],
        [MINT, `account/${MINT}`],
        ["slot/1010", "block/1010"],
      ] as const) {
        await page.goto(`${opened.demo.url}?devnet#/${link}`);
        await toSolscan(path).waitFor();
      }
      await page.evaluate(
        `document.querySelector('a[href*="solscan.io/block"]').id = "still-here"`,
      );
      const seen = asked;
      await waitFor("the next status", () => asked > seen + 1);
      assert.equal(await page.locator("#still-here").count(), 1);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }));

  test("the search finds mints by name, also before a page has shown them", () =>
    visit("#/trees", async (page) => {
      const info = { ...named(MINT), name: "Gold Reserve", symbol: "AUR" };
      await answerWith(page, "getIndexStatistics", { topMints: [info] });
      await expectRows(page, 1);
      await page.keyboard.press("/");
      await page.keyboard.type("gold res");
      const option = page.getByRole("option");
      await option.waitFor();
      assert.match(await option.innerText(), /Mint\s+AUR · Gold Reserve/);
      await page.keyboard.press("Enter");
      await page.waitForURL(new RegExp(MINT));
      await expectRows(page, 10);
    }));

  test("holders at a slot are a link, and their CSV is of that slot", () =>
    visit(`#/${MINT}/holders`, async (page) => {
      await expectRows(page, 46);
      await page.getByLabel("At slot").fill("1,005");
      await page.getByRole("button", { name: "Show" }).click();
      await page.waitForURL(/at=1005/);
      await page.getByText("As of slot 1,005").waitFor();
      await expectRows(page, 10);
      const [first] = await page.locator("td.number").allInnerTexts();
      assert.equal(first, "1,025,896");
      assert.ok((await rows(page).count()) < 46);
      await page.route("**/export/**", (route) =>
        route.fulfill({
          body: "owner,balance\n",
          headers: {
            "content-disposition": 'attachment; filename="holders-1005.csv"',
          },
        }),
      );
      const asked = page.waitForRequest(
        /export\/getCompressedMintTokenHolders/,
      );
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download CSV" }).click();
      const { searchParams } = new URL((await asked).url());
      assert.deepEqual(Object.fromEntries(searchParams), {
        format: "csv",
        mint: MINT,
        atSlot: "1005",
      });
      assert.equal((await download).suggestedFilename(), "holders-1005.csv");
    }));

  test("a slot that is not indexed is refused with the reason", () =>
    visit(`#/${MINT}/holders?at=7`, async (page) => {
      await page.getByText("slot 7 is not indexed").waitFor();
    }));

  test("a slot's page lists its transactions and leads to the one before", () =>
    visit("#/slot/1010", async (page) => {
      await expectRows(page, 10);
      assert.match(await facts(page), /Previous\s+1,009/);
      await page.getByRole("link", { name: "1,009" }).click();
      await page.getByRole("heading", { name: "1,009" }).waitFor();
      await expectRows(page, 10);
      await visit("#/slot/1001", async (skipped) => {
        await skipped
          .getByText("No compressed transactions in this slot")
          .waitFor();
      });
    }));

  test("an account shows its tree, queue and the transaction that made it", () =>
    visit(`#/${ACCOUNT}`, async (page) => {
      await page.getByText("Created by").waitFor();
      const shown = await page.locator(".facts-list").nth(1).innerText();
      assert.match(shown, /Queue\s+oq4ypwvV/);
      await page.locator('label:has-text("u64")').click();
      const data = page.getByRole("region", { name: "Data", exact: true });
      assert.match(await data.innerText(), /^\d+\n\d+/);
    }));

  test("transactions set aside are listed with the reason", () =>
    visit("#/set-aside", async (page) => {
      await page.getByText("Nothing was set aside").waitFor();
      await page.route("**/getSetAsideTransactions", (route) =>
        route.fulfill({ json: answerOf(SET_ASIDE) }),
      );
      await page.reload();
      await page.getByText("9 is not a token account state").waitFor();
    }));

  test("the search takes slots, names and pasted links, and suggests recent pages", () =>
    visit("", async (page) => {
      const box = page.getByRole("combobox");
      const options = page.getByRole("option");
      await search(page, "1,010");
      await page.getByRole("heading", { name: "1,010" }).waitFor();
      await search(page, `https://solscan.io/tx/${TRANSFER}?cluster=devnet`);
      await page.locator(".kinds").getByText("Transaction").waitFor();
      assert.match(page.url(), new RegExp(TRANSFER));
      await page.keyboard.press("/");
      assert.deepEqual(await options.locator(".badge").allInnerTexts(), [
        "Transaction",
        "Slot",
      ]);
      await page.keyboard.type("merkle");
      await page.keyboard.press("ArrowDown");
      assert.equal(
        await box.getAttribute("aria-activedescendant"),
        "suggestion-0",
      );
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Merkle trees" }).waitFor();
      await page.keyboard.press("/");
      await page.getByRole("button", { name: "Forget" }).click();
      await page.reload();
      await page.keyboard.press("/");
      assert.equal(await options.count(), 0);
    }));

  test("names and URIs of mints are shown as text, bounded, without control characters, and never fetched", () =>
    visit("", async (page) => {
      const foreign: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(opened.demo.url))
          foreign.push(request.url());
      });
      await page.route("**/*", async (route) => {
        const body = route.request().postData() ?? "";
        if (!body.includes("getCompressedMintInfo")) return route.fallback();
        const asked = JSON.parse(body) as { params: { mint: string } }[];
        return route.fulfill({
          json: asked.map(({ params }) => answerOf(named(params.mint))),
        });
      });
      await page.goto(`${opened.demo.url}#/${MINT}`);
      await page.reload();
      const title = page.locator(".mint-title");
      await title.getByText("<b>DEMO").waitFor();
      assert.equal(await title.locator("b").count(), 0);
      const [symbol, name] = await title.locator("bdi").allInnerTexts();
      assert.equal(symbol, "<b>DEMO");
      assert.equal(name, `${"n".repeat(32)}…`);
      assert.match(await textOf(page, ".uri"), /https:\/\/elsewhere\.test\/x/);
      assert.equal(
        await page.locator('.uri a, img[src*="elsewhere"]').count(),
        0,
      );
      await expectRows(page, 10);
      const [first] = await page.locator("td.number").allInnerTexts();
      assert.equal(first, "17,619.82");
      assert.deepEqual(foreign, []);
    }));

  test("the keys j and k move through rows, and r unfolds the request, which stays unfolded", () =>
    visit(`#/${OWNER}`, async (page) => {
      await expectRows(page, 3);
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      const focused = page.locator("tbody tr:focus-within");
      assert.match(await focused.innerText(), /^8u6Hop/);
      await page.keyboard.press("k");
      assert.match(await focused.innerText(), /^48f2CF/);
      await page.keyboard.press("r");
      await page.locator(".request pre").waitFor();
      await page.reload();
      await page.locator(".request pre").waitFor();
    }));

  test("a row's key is copied by its own button", () =>
    visit(`#/${OWNER}`, async (page) => {
      await expectRows(page, 3);
      const row = rows(page).first();
      await row.hover();
      const button = row.getByRole("button", {
        name: "Copy the key of this row",
      });
      assert.match(await copiedBy(page, button), /^48f2CFMQ\w+$/);
    }));

  test("a server that cannot read transactions shows them without what they did", () =>
    visit("", async (page) => {
      const error = { code: -32005, message: "no Solana node to ask" };
      await page.route("**/*", (route) => {
        const body = route.request().postData() ?? "";
        if (!body.includes("getTransactionWithCompressionInfo"))
          return route.fallback();
        const asked = JSON.parse(body) as unknown;
        const answer = { jsonrpc: "2.0", id: "1", error };
        return route.fulfill({
          json: Array.isArray(asked) ? asked.map(() => answer) : answer,
        });
      });
      await page.reload();
      await page.locator(".table.no-what").waitFor();
      assert.equal(
        await page.locator(".no-what td.what").first().isVisible(),
        false,
      );
      await rows(page).locator("td.wide a").last().click();
      await page.getByText("This transaction cannot be shown here").waitFor();
      assert.equal(
        await page.getByRole("alert").filter({ hasText: /\S/ }).count(),
        0,
      );
    }));

  test("the accessibility checker finds no problems, and nothing is wider than a phone", async () => {
    const links = [
      `#/${TRANSFER}`,
      `#/${OWNER}/balance-history`,
      `#/${MINT}/over-time`,
      `#/${MINT}/holders?at=1005`,
      "#/slot/1010",
      "#/set-aside",
    ];
    for (const colorScheme of ["dark", "light"] as const)
      for (const link of links)
        await visit(
          link,
          async (page) => {
            await page
              .locator("tbody tr:not(.skeleton), .line-chart, .notice")
              .first()
              .waitFor();
            await page.keyboard.press("/");
            assert.equal(await overflowOf(page), 0, link);
            assert.deepEqual(
              await axeProblems(page),
              [],
              `${colorScheme} ${link}`,
            );
          },
          {
            colorScheme,
            reducedMotion: "reduce",
            viewport: { width: 390, height: 844 },
          },
        );
  });
});

const answerOf = (value: unknown) => ({
  jsonrpc: "2.0",
  id: "1",
  result: { context: { slot: 1020 }, value },
});

const SET_ASIDE = {
  items: [
    {
      slot: 1004,
      index: 2,
      signature: TRANSFER,
      reason: "9 is not a token account state",
    },
  ],
  cursor: null,
};

/** A name that would be an element, one that turns the text around it, and one that is too long. */
const named = (mint: string) => ({
  mint,
  decimals: 2,
  name: "n".repeat(200),
  symbol: "\u202e<b>DEMO",
  uri: "https://elsewhere.test/x",
  supply: 22_933_123,
  holders: 46,
  transactions: 52,
  decimalsSource: "mint",
  nameSource: "metaplex",
});
