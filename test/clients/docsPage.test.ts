import assert from "node:assert/strict";
import { test } from "node:test";
import * as methods from "../../src/rpc/methods/index.ts";
import { openBrowser } from "../explorer/browser.ts";
import { withServedChain } from "./servedChain.ts";

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
      const shown = await page.locator("main section h2").allTextContents();
      assert.deepEqual(shown, [...Object.keys(methods), "Errors"]);
      const holders = page.locator("#getCompressedMintTokenHolders");
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

test("the page and its files allow no script but their own, and name no other host", async () => {
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
