import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { axeProblems, overflowOf } from "./axe.ts";
import {
  copiedBy,
  expectRows,
  type OpenedExplorer,
  openExplorer,
  openRequest,
  openTab,
  rows,
  search,
  typeSearch,
} from "./openExplorer.ts";

const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const ADDRESS = "1kRSnY9JjLNpiEwEKfF9ryS6TXH7qzi7Hy6xmzXvTsc";
const TOKEN_PROGRAM = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m";
const HASH = "1tSWVzc1UCSf8GghStCjkYHcHeNU52p6Px5wCCLDCTB";
const UNUSED_KEY = "11111111111111111111111111111112";

suite("the explorer in a browser", () => {
  let opened: OpenedExplorer;
  let demo: OpenedExplorer["demo"];
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer({ heldBack: 1 });
    ({ demo, visit } = opened);
  });

  after(() => opened.close());

  const kinds = (page: Page) => page.locator(".kinds .badge").allTextContents();

  test("searching an owner shows tokens, accounts and histories", () =>
    visit("", async (page) => {
      await expectRows(page, 1);
      await search(page, OWNER);
      await page.getByRole("link", { name: "Balance history" }).waitFor();
      assert.deepEqual(await kinds(page), [
        "Token owner",
        "Delegate",
        "Account owner",
      ]);
      await expectRows(page, 3);
      for (const view of [
        "Balance history",
        "Token accounts",
        "Delegated to it",
        "Accounts",
        "Token transactions",
        "Account transactions",
      ]) {
        await openTab(page, view);
        await expectRows(page, 1);
      }
    }));

  test("searching a mint shows its holders and the distribution of the supply", () =>
    visit("", async (page) => {
      await search(page, MINT);
      await expectRows(page, 20);
      assert.deepEqual(await kinds(page), ["Mint"]);
      const figures = await page.locator(".distribution .figures").innerText();
      assert.match(figures, /Largest\s+\d+\.\d\d%/);
      const share = await page.locator(".share-bar").getAttribute("aria-label");
      assert.match(share!, /^Largest: .*%, 2 – 10: .*%/);
      const balances = await page.locator("td.number").allTextContents();
      const sorted = balances.map((text) => BigInt(text.replaceAll(",", "")));
      assert.deepEqual(
        sorted,
        sorted.toSorted((a, b) => (a < b ? 1 : -1)),
      );
    }));

  test("searching an address shows the history of its account", () =>
    visit("", async (page) => {
      await search(page, ADDRESS);
      await page.getByText("Leaf index").waitFor();
      await openTab(page, "Address history");
      await expectRows(page, 1);
      assert.ok((await kinds(page)).includes("Account address"));
      const time = page.locator("td.time time").first();
      assert.match(await time.innerText(), /^\d+ \w+ ago$/);
      assert.match(
        (await time.getAttribute("title"))!,
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/,
      );
    }));

  test("searching a signature shows the accounts the transaction created and spent", () =>
    visit("", async (page) => {
      await expectRows(page, 1);
      const [first] = await rows(page)
        .locator("td.wide .key")
        .allTextContents();
      await search(page, first!);
      await page.locator(".kinds", { hasText: "Transaction" }).waitFor();
      await page.getByRole("heading", { name: /created \(\d+\)$/ }).waitFor();
    }));

  test("searching a hash shows its account", () =>
    visit("", async (page) => {
      await search(page, HASH);
      await page.getByText("0000  75 59 fd e1").waitFor();
      await page.locator(".kinds", { hasText: "Token account" }).waitFor();
      assert.deepEqual(await kinds(page), ["Account", "Token account"]);
    }));

  test("unknown keys and invalid input give clear messages", () =>
    visit("", async (page) => {
      await search(page, UNUSED_KEY);
      await page.getByText("Nothing is indexed for this key").waitFor();
      await typeSearch(page, "not a key");
      await page.getByRole("alert").filter({ hasText: "not base58" }).waitFor();
    }));

  test("an account shows its data in three encodings, and any slice of it", () =>
    visit(`#/${TOKEN_PROGRAM}/accounts`, async (page) => {
      await page.locator(`a[href*="${HASH}"]`).click();
      await page.getByText("0000  75 59 fd e1").waitFor();
      const data = page.getByRole("region", { name: "Data", exact: true });
      await page.getByLabel("Length").fill("4");
      assert.equal(
        await data.innerText(),
        "0000  75 59 fd e1                                      uY··",
      );
      await page.locator('label:has-text("base64")').click();
      assert.equal(await data.innerText(), "dVn94Q==");
      await page.locator('label:has-text("base58")').click();
      assert.equal(await data.innerText(), "3zyn9n");
      assert.match(
        await page.locator(".data .facts-list").innerText(),
        /02 00 00 00 00 00 00 00/,
      );
    }));

  test("a filter by account data becomes part of the link", () =>
    visit(`#/${TOKEN_PROGRAM}/accounts`, async (page) => {
      await expectRows(page, 10);
      await page.getByLabel("equals").fill("3zyn9n");
      await page.getByRole("button", { name: "Filter" }).click();
      await page.waitForURL(/offset=0&bytes=3zyn9n/);
      // The unfiltered rows disappear asynchronously.
      const filter = /"memcmp":\{"offset":0,"bytes":"3zyn9n"\}/;
      await openRequest(page);
      await page.locator(".request code", { hasText: filter }).waitFor();
      await page.locator(`a[href*="${HASH}"]`).waitFor();
    }));

  test("scrolling shows all transactions, each once", () =>
    visit("", async (page) => {
      await expectRows(page, 50);
      const end = page.locator(".shown-count", { hasText: "in all" });
      for (let i = 0; i < 200 && !(await end.isVisible()); i++)
        await page.mouse.wheel(0, 4000);
      await end.waitFor();
      const links = await page.evaluate<string[]>(
        "[...document.querySelectorAll('tbody tr:not(.top-mints tr) td.wide a')].map((a) => a.hash)",
      );
      assert.ok(links.length > 300);
      assert.equal(new Set(links).size, links.length);
    }));

  test("a shared link shows the same view in another browser", async () => {
    let shared = "";
    let seen = "";
    const content = (page: Page) => page.locator(".content").innerText();
    await visit("", async (page) => {
      await search(page, OWNER);
      await openTab(page, "Balance history");
      await expectRows(page, 5);
      const button = page.getByRole("button", { name: "Copy the link" });
      shared = await copiedBy(page, button);
      await button.filter({ hasText: "Link" }).waitFor();
      seen = await content(page);
    });
    assert.equal(shared, `${demo.url}#/${OWNER}/balance-history`);
    await visit(shared.slice(demo.url.length), async (page) => {
      await expectRows(page, 5);
      assert.equal(await content(page), seen);
    });
  });

  test("the request beside the view runs as it is copied", () =>
    visit(`#/${MINT}/holders`, async (page) => {
      await expectRows(page, 20);
      await openRequest(page);
      const copied = async (language: string): Promise<string> => {
        await page.locator(`.request label:has-text("${language}")`).click();
        const button = page.getByRole("button", { name: "Copy the request" });
        return copiedBy(page, button);
      };
      const asked = await fetch(`${demo.url}getCompressedMintTokenHolders`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: "1",
          method: "getCompressedMintTokenHolders",
          params: { mint: MINT, limit: 1000 },
        }),
      });
      const expected = (await asked.json()) as { result: unknown };
      const shell = await promisify(execFile)("sh", [
        "-c",
        await copied("curl"),
      ]);
      assert.deepEqual(JSON.parse(shell.stdout), expected);
      const code = `${await copied("JavaScript")}\nreturn result;`;
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- running it is the point
      const run = new Function(
        `return (async () => {${code}})()`,
      ) as () => Promise<unknown>;
      assert.deepEqual(await run(), expected.result);
      assert.match(
        await copied("Rust"),
        /\.post\("http:.*getCompressedMintTokenHolders"\)/,
      );
    }));

  test("the theme follows the system until it is switched, and stays switched", () =>
    visit(
      "",
      async (page) => {
        const ground = () =>
          page.evaluate("getComputedStyle(document.body).backgroundColor");
        assert.equal(await ground(), "rgb(10, 13, 19)");
        await page.getByRole("button", { name: "Dark theme" }).click();
        assert.equal(await ground(), "rgb(246, 247, 249)");
        await page.reload();
        assert.equal(await ground(), "rgb(246, 247, 249)");
      },
      { colorScheme: "dark" },
    ));

  test("on a phone nothing is wider than the screen", async () => {
    for (const link of [
      "",
      `#/${OWNER}`,
      `#/${MINT}`,
      `#/${HASH}/account?owner=${TOKEN_PROGRAM}`,
    ])
      await visit(
        link,
        async (page) => {
          await page
            .locator("tbody tr:not(.skeleton), .data pre")
            .first()
            .waitFor();
          assert.equal(await overflowOf(page), 0, link);
        },
        {
          viewport: { width: 360, height: 740 },
          isMobile: true,
          hasTouch: true,
        },
      );
  });

  test("the accessibility checker finds no problems in either theme", async () => {
    const links = [
      "",
      `#/${OWNER}`,
      `#/${MINT}`,
      `#/${TOKEN_PROGRAM}/accounts`,
      `#/${HASH}/account?owner=${TOKEN_PROGRAM}`,
      `#/${UNUSED_KEY}`,
    ];
    for (const colorScheme of ["dark", "light"] as const)
      for (const link of links)
        await visit(
          link,
          async (page) => {
            await page
              .locator("tbody tr:not(.skeleton), .data pre, .notice")
              .first()
              .waitFor();
            assert.deepEqual(
              await axeProblems(page),
              [],
              `${colorScheme} ${link}`,
            );
          },
          { colorScheme, reducedMotion: "reduce" },
        );
  });

  test("the status shows version and slot, and the page has a strict content security policy", () =>
    visit("", async (page) => {
      const status = page.getByRole("region", { name: "Server status" });
      await status.getByText("9.8.7").waitFor();
      assert.match(await status.innerText(), /Slot\s+1,0\d\d/);
      const response = await page.request.get(demo.url);
      assert.match(
        response.headers()["content-security-policy"]!,
        /default-src 'none'; script-src 'self'/,
      );
      assert.equal(
        await page
          .locator("script:not([src]), style, [style], [onclick]")
          .count(),
        0,
      );
    }));

  test("new transactions appear at the top of an open page", () =>
    visit("", async (page) => {
      await expectRows(page, 10);
      const first = () => rows(page).first().innerText();
      const before = await first();
      await demo.catchUp();
      await page.locator("tr.arrived").first().waitFor();
      assert.notEqual(await first(), before);
    }));
});
