import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { EXAMPLE_OWNER, post, startPublic } from "../serve/publicServer.ts";
import { waitFor } from "../waitFor.ts";
import { openBrowser } from "./browser.ts";

const KEY = "a-key-for-the-explorer";

suite("the explorer of a server with limits", () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  async function visit(url: string): Promise<Page> {
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(url);
    return page;
  }

  test("it asks for a required key, reports a wrong one, and keeps the right one for the tab", async (t) => {
    const path = join(mkdtempSync(join(tmpdir(), "tachyon-keys-")), "k.json");
    const sha256 = createHash("sha256").update(KEY).digest("hex");
    writeFileSync(path, JSON.stringify({ keys: [{ name: "me", sha256 }] }));
    const { base } = await startPublic(t, ["--api-keys", path]);
    const page = await visit(`${base}/#/${EXAMPLE_OWNER}`);
    const box = page.getByLabel("API key").first();
    await box.fill("a-wrong-key-of-some-length");
    await page.getByRole("button", { name: "Use this key" }).first().click();
    await page.getByText("unknown API key").first().waitFor();
    await page.getByLabel("API key").first().fill(KEY);
    await page.getByRole("button", { name: "Use this key" }).first().click();
    await page.locator("tbody tr:not(.skeleton)").first().waitFor();
    assert.ok(!page.url().includes(KEY), "no key in a link to share");
    await page.reload();
    await page.locator("tbody tr:not(.skeleton)").first().waitFor();
    await page.close();
  });

  test("it shows how long to wait after too many requests, and continues on retry", async (t) => {
    const { base } = await startPublic(t, ["--rate-limit", "40"]);
    const status = async () => (await post(base)).status;
    const isRefused = (seen: number) => seen === 429;
    await waitFor("a refusal", status, isRefused, { everyMs: 0 });
    // What comes back while the page loads is spent as well.
    const spending = setInterval(() => void status().catch(() => 0), 10);
    t.after(() => {
      clearInterval(spending);
    });
    const page = await visit(`${base}/#/${EXAMPLE_OWNER}`);
    const notice = page.getByRole("alert").first();
    await notice.getByText(/Too many requests\. Try again in \d+ s/).waitFor();
    clearInterval(spending);
    const again = notice.getByRole("button", { name: "Try again" });
    const rows = page.locator("tbody tr:not(.skeleton)");
    await waitFor(
      "the list after another try",
      async () => {
        if ((await again.count()) > 0) await again.click({ timeout: 1_000 });
        return rows.count();
      },
      (count) => count > 0,
      { everyMs: 500 },
    );
    await page.close();
  });
});
