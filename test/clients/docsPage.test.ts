import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import * as methods from "../../src/rpc/methods/index.ts";
import { WHOLE_LISTS } from "../../src/rpc/mainMethods.ts";
import { openBrowser } from "../explorer/browser.ts";
import { withServedChain } from "./servedChain.ts";

const THE_EIGHT = [
  "getCompressedTokenAccountsByOwner",
  "getCompressedTokenAccountsByDelegate",
  "getCompressedAccountsByOwner",
  "getCompressedMintTokenHolders",
  "getCompressionSignaturesForTokenOwner",
  "getCompressionSignaturesForAddress",
  "getCompressionSignaturesForOwner",
  "getLatestCompressionSignatures",
];

test("the page at /docs shows every method, and sends a request that was changed", async () => {
  await withServedChain("programs-400", async ({ url }) => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (said) => {
        if (said.type() === "error") problems.push(said.text());
      });
      page.on("request", (request) => {
        if (!request.url().startsWith(url)) problems.push(request.url());
      });
      await page.goto(`${url}/docs`);
      const names = page.locator("main .family h3");
      const shown = await names.allTextContents();
      assert.deepEqual([...shown].sort(), Object.keys(methods).sort());
      const firstEight = shown.filter((name) => !name.endsWith("V2"));
      assert.deepEqual(firstEight.slice(0, 8), THE_EIGHT);
      const holders = page
        .locator(".family")
        .filter({ has: page.locator("#getCompressedMintTokenHolders") });
      const request = holders.locator("textarea");
      const text = await request.inputValue();
      await request.fill(text.replace('"limit": 1', '"limit": 2'));
      await holders.getByRole("button", { name: "Send" }).click();
      await holders.getByText("HTTP 200").waitFor();
      const answer = await holders.locator("pre").textContent();
      const { result } = JSON.parse(answer!) as {
        result: { value: { items: unknown[] } };
      };
      assert.equal(result.value.items.length, 2);
      assert.deepEqual(problems, []);
    } finally {
      await browser.close();
    }
  });
});

test("every list says that it can be followed and exported, and other methods do not", async () => {
  await withServedChain("four_cpi_events", async ({ url }) => {
    const page = await (await fetch(`${url}/docs`)).text();
    for (const family of page.split('<div class="family">').slice(1)) {
      const name = /<h3 id="(\w+)"/.exec(family)![1]!;
      const isList = (WHOLE_LISTS as readonly string[]).includes(name);
      for (const kind of ["stream", "export"])
        assert.equal(family.includes(`GET /${kind}/${name}`), isList, name);
    }
    for (const [, target] of page.matchAll(/href="#(\w+)"/g))
      assert.ok(page.includes(`id="${target}"`), String(target));
  });
});

test("the page fits phone and desktop screens in both themes, and its theme can be switched", async () => {
  await withServedChain("four_cpi_events", async ({ url }) => {
    const browser = await openBrowser();
    try {
      for (const colorScheme of ["light", "dark"] as const)
        for (const width of [390, 1440]) {
          const viewport = { width, height: 900 };
          const page = await browser.newPage({ colorScheme, viewport });
          await page.goto(`${url}/docs`);
          await page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
          );
          const wide = await page.evaluate(
            "document.documentElement.scrollWidth",
          );
          assert.equal(wide, width, `${colorScheme}, ${width} px`);
          assert.equal(await paperIsDark(page), colorScheme === "dark");
          await page.getByRole("button", { name: "Dark theme" }).click();
          assert.equal(await paperIsDark(page), colorScheme !== "dark");
          await page.reload();
          assert.equal(await paperIsDark(page), colorScheme !== "dark");
          await page.close();
        }
    } finally {
      await browser.close();
    }
  });
});

test("the API key is sent in a header and never appears in the URL", async () => {
  await withServedChain("four_cpi_events", async ({ url }) => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${url}/docs`);
      await page.getByLabel("API key").fill(" a-key-of-mine-16 ");
      const sent = page.waitForRequest(
        (request) => request.method() === "POST",
      );
      await page
        .locator(".family")
        .filter({ has: page.locator("#getIndexerSlot") })
        .getByRole("button", { name: "Send" })
        .click();
      const headers = (await sent).headers();
      assert.equal(headers["x-api-key"], "a-key-of-mine-16");
      assert.equal(page.url(), `${url}/docs`);
      await page.reload();
      assert.equal(
        await page.getByLabel("API key").inputValue(),
        "a-key-of-mine-16",
      );
    } finally {
      await browser.close();
    }
  });
});

const axe = readFileSync(new URL(import.meta.resolve("axe-core")), "utf8");

test("the accessibility checker finds no problems on the page", async () => {
  await withServedChain("four_cpi_events", async ({ url }) => {
    const browser = await openBrowser();
    try {
      for (const colorScheme of ["light", "dark"] as const) {
        // The page only allows its own scripts, which axe is not.
        const page = await browser.newPage({ bypassCSP: true, colorScheme });
        await page.goto(`${url}/docs`);
        await page.evaluate(axe);
        const violations = await page.evaluate(
          "axe.run().then((r) => r.violations.map((v) => v.id + ' ' + v.nodes[0].html))",
        );
        assert.deepEqual(violations, []);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });
});

async function paperIsDark(page: Page): Promise<boolean> {
  const color = await page.evaluate<string>(
    "getComputedStyle(document.body).backgroundColor",
  );
  const [red = 255] = color.match(/\d+/g)!.map(Number);
  return red < 128;
}

test("the page and its files allow only their own scripts, and refer to no other host", async () => {
  await withServedChain("four_cpi_events", async ({ url }) => {
    for (const path of ["/docs", "/docs.js", "/docs.css"]) {
      const reply = await fetch(url + path);
      const policy = reply.headers.get("content-security-policy")!;
      assert.match(policy, /default-src 'none'; script-src 'self';/);
      assert.doesNotMatch(await reply.text(), /https?:\/\/|\bon\w+="|style="/);
    }
  });
});

test("GET /getIndexerHealth answers, for tools that wait for a server", async () => {
  await withServedChain("four_cpi_events", async ({ url }) => {
    const reply = await fetch(`${url}/getIndexerHealth`);
    assert.equal(reply.status, 200);
    const expected = { jsonrpc: "2.0", id: null, result: "ok" };
    assert.deepEqual(await reply.json(), expected);
  });
});
