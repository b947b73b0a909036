import assert from "node:assert/strict";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test, type TestContext } from "node:test";
import { once } from "node:events";
import type { Locator } from "playwright-core";
import { PLAIN_HOST } from "./browser.ts";
import {
  answerWith,
  expectRows,
  type OpenedExplorer,
  openExplorer,
  openTab,
  rows,
  search,
  typeSearch,
} from "./openExplorer.ts";

const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const UNUSED_KEY = "11111111111111111111111111111112";
const UNKNOWN_SIGNATURE = "1".repeat(64);
/** A transaction that spent one token account and made two. */
const TRANSFER =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";
const SPENT = "z6mzdbrhraYQa4bkLwStzJG26gqh9v83HkUfYAoK4Fo";
const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

suite("the explorer with missing data and failures", () => {
  let opened: OpenedExplorer;
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer();
    ({ visit } = opened);
  });

  after(() => opened.close());

  test("an unknown signature is called unknown", () =>
    visit(`#/${UNKNOWN_SIGNATURE}`, async (page) => {
      await page.getByText("No such transaction").waitFor();
      assert.equal(await page.getByRole("alert").count(), 0);
    }));

  test("a spent account, reached from the transaction that spent it, shows its content and the transactions that created and spent it", () =>
    visit(`#/${TRANSFER}`, async (page) => {
      await page.locator(`a[href*="${SPENT}"]`).first().click();
      await page.locator(".kinds", { hasText: "Spent" }).waitFor();
      await page.getByText("Spent by").waitFor();
      await page.locator(`a[href*="${TRANSFER}"]`).first().waitFor();
      await page.getByText("Created by").waitFor();
      await page.locator(".data pre").waitFor();
    }));

  test("searching the hash of a spent account finds it", () =>
    visit("", async (page) => {
      await search(page, SPENT);
      await page.locator(".kinds", { hasText: "Spent" }).waitFor();
      await page.locator(`a[href*="${TRANSFER}"]`).first().waitFor();
    }));

  test("when the server stops, the page says so, and goes on by itself when it is back", async (t) => {
    const way = await openWay(t, opened.demo.url);
    await visit(
      "",
      async (page) => {
        await expectRows(page, 10);
        await page.locator('.live[data-state="live"]').waitFor();
        way.cut();
        await page.locator('.live[data-state="lost"]').waitFor();
        assert.match(
          await page.getByRole("region", { name: "Server status" }).innerText(),
          /no answer/i,
        );
        await search(page, OWNER);
        await page.getByText("No answer from the server").waitFor();
        way.restore();
        await expectRows(page, 3);
        assert.equal(
          await page.getByText("No answer from the server").count(),
          0,
        );
        assert.doesNotMatch(
          await page.getByRole("region", { name: "Server status" }).innerText(),
          /no answer/i,
        );
      },
      { base: way.url, expected: /net::ERR|Failed to load/ },
    );
  });

  test("copying works without TLS on another name than localhost", () =>
    visit(
      `#/${OWNER}`,
      async (page) => {
        assert.equal(await page.evaluate("isSecureContext"), false);
        await page.getByRole("button", { name: "Copy this key" }).click();
        await page.getByText("Copied").first().waitFor();
        await page.getByRole("combobox").focus();
        await page.keyboard.press("Control+V");
        assert.equal(await page.getByRole("combobox").inputValue(), OWNER);
      },
      {
        base: opened.demo.url.replace("127.0.0.1", PLAIN_HOST),
        expected: /Cross-Origin-Opener-Policy/,
      },
    ));

  test("a slot that is not indexed is no error: the page says what is indexed", () =>
    visit("#/slot/5000", async (page) => {
      await page.getByText("That slot is not indexed yet").waitFor();
      await search(page, "7");
      await page.getByText("slot 7 is not indexed").waitFor();
      assert.equal(await filled(page.getByRole("alert")), 0);
    }));

  test("an answer that the page cannot read is not called a lost server", () =>
    visit(`#/${MINT}/holders`, async (page) => {
      await answerWith(page, "getCompressedMintTokenHolders", { items: 5 });
      await page.reload();
      await filledFirst(page.getByRole("alert")).waitFor();
      assert.equal(await page.getByText("No answer from").count(), 0);
    }));

  test("a mint that only its info knows is shown as one", () =>
    visit("", async (page) => {
      const known = { supply: 0, holders: 0, transactions: 0, decimals: 6 };
      const names = { name: "Fresh Coin", symbol: "FRESH", uri: null };
      const sources = {
        decimalsSource: "compressed",
        nameSource: "compressed",
      };
      await answerWith(page, "getCompressedMintInfo", {
        ...{ mint: UNUSED_KEY, ...known, ...names, ...sources },
      });
      await search(page, UNUSED_KEY);
      await page.locator(".mint-title", { hasText: "FRESH" }).waitFor();
      await page.getByText("No compressed tokens of this mint yet").waitFor();
      const kinds = page.locator(".kinds .badge");
      assert.deepEqual(await kinds.allTextContents(), ["Mint"]);
    }));

  test("holders with nothing, and balances that are not known yet, are shown as such", () =>
    visit("", async (page) => {
      const holders = [{ owner: OWNER, balance: 0 }];
      await answerWith(page, "getCompressedMintTokenHolders", {
        ...{ items: holders, cursor: null },
      });
      await search(page, MINT);
      await expectRows(page, 1);
      assert.equal(await rows(page).locator("td.number").innerText(), "0");
      const change = {
        signature: TRANSFER,
        slot: 1020,
        blockTime: 1_750_000_000,
      };
      const unknown = { owner: OWNER, mint: MINT, change: -5, balance: null };
      await answerWith(page, "getCompressedTokenHistory", {
        ...{ items: [{ ...change, ...unknown }], cursor: null },
      });
      await openTab(page, "Transfers");
      await expectRows(page, 1);
      const cells = rows(page).locator("td.number");
      assert.deepEqual(await cells.allInnerTexts(), ["-5", "–"]);
      assert.equal(await filled(page.getByRole("alert")), 0);
    }));

  test("a browser that refuses to keep anything still shows the page and switches its theme", () =>
    visit("", async (page) => {
      await page.addInitScript(`
        for (const place of ["localStorage", "sessionStorage"])
          Object.defineProperty(window, place, {
            get() { throw new DOMException("refused", "SecurityError"); },
          });`);
      await page.goto(`${opened.demo.url}?refused#/${OWNER}`);
      await expectRows(page, 3);
      const theme = page.getByRole("button", { name: "Dark theme" });
      const before = await theme.getAttribute("aria-pressed");
      await theme.click();
      assert.notEqual(await theme.getAttribute("aria-pressed"), before);
      await search(page, MINT);
      await expectRows(page, 10);
    }));

  test("going back returns to the same place in a list", () =>
    visit("", async (page) => {
      await expectRows(page, 10);
      while ((await rows(page).count()) < 150) await page.mouse.wheel(0, 3000);
      const link = rows(page).nth(120).locator("td.wide a");
      await link.scrollIntoViewIfNeeded();
      const place = () => page.evaluate<number>("Math.round(scrollY)");
      const left = await place();
      assert.ok(left > 2000);
      await link.click();
      await page.locator(".kinds", { hasText: "Transaction" }).waitFor();
      assert.equal(await place(), 0);
      await page.goBack();
      await rows(page).nth(120).waitFor();
      assert.equal(await place(), left);
      await page.goForward();
      await page.locator(".kinds", { hasText: "Transaction" }).waitFor();
    }));

  test("a search error goes away when another page is opened", () =>
    visit("", async (page) => {
      const problem = page.locator(".search-problem");
      await typeSearch(page, "not a key");
      await problem.filter({ hasText: /\S/ }).waitFor();
      await expectRows(page, 1);
      await rows(page).first().locator("td.wide a").click();
      await page.locator(".kinds", { hasText: "Transaction" }).waitFor();
      assert.equal(await problem.innerText(), "");
      assert.equal(await page.getByRole("combobox").inputValue(), "");
    }));

  test("headings keep a distance from the card below and the one above", () =>
    visit(`#/${TRANSFER}`, async (page) => {
      await page.getByRole("heading", { name: /created/ }).waitFor();
      const gaps = await page.evaluate<number[]>(`
        [...document.querySelectorAll(".content h2")].flatMap((heading) => {
          const { top, bottom } = heading.getBoundingClientRect();
          const before = heading.previousElementSibling?.getBoundingClientRect();
          const after = heading.nextElementSibling?.getBoundingClientRect();
          return [before && top - before.bottom, after && after.top - bottom];
        }).filter((gap) => gap !== undefined)`);
      assert.ok(gaps.length >= 3);
      for (const gap of gaps) assert.ok(gap >= 8, `a gap of ${gap} px`);
    }));

  test("on a phone the content begins in the upper quarter of the screen", async () => {
    for (const link of ["", `#/${OWNER}`])
      await visit(
        link,
        async (page) => {
          await expectRows(page, 1);
          const top = await page.evaluate<number>(
            'document.querySelector(".content").getBoundingClientRect().top',
          );
          assert.ok(top < 844 / 4, `${top} px from the top, at ${link}`);
        },
        PHONE,
      );
  });
});

const filledFirst = (alerts: Locator) =>
  alerts.filter({ hasText: /\S/ }).first();
const filled = (alerts: Locator) => alerts.filter({ hasText: /\S/ }).count();

/** A way to the server that can be cut and restored, as if the server stopped and started again. */
async function openWay(t: TestContext, target: string) {
  let isOpen = true;
  const server = createServer((incoming, outgoing) => {
    if (!isOpen) {
      incoming.socket.destroy();
      return;
    }
    const { method, headers, url } = incoming;
    const onwards = httpRequest(new URL(url!, target), { method, headers });
    onwards.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on("error", () => outgoing.destroy());
    incoming.pipe(onwards);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    cut: () => {
      isOpen = false;
      server.closeAllConnections();
    },
    restore: () => {
      isOpen = true;
    },
  };
}
