// The explorer of the real program that stops and starts, and of programs that offer less than all.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { folderFor, reaches } from "../cli/liveService.ts";
import { startWorld } from "../cli/restartable.ts";
import { startTachyon } from "../cli/tachyon.ts";
import type { World } from "../simulation/world.ts";
import { waitFor } from "../waitFor.ts";
import { openBrowser } from "./browser.ts";
import { expectRows, rows, search } from "./openExplorer.ts";

async function openPage(t: TestContext, url: string): Promise<Page> {
  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  return page;
}

test("while the program is stopped nothing is live, and after its restart views recover and follow the chain, forks included", async (t) => {
  const { world, start, url } = await startWorld(t);
  const before = await start();
  await reaches(before, world.tip.slot);
  const page = await openPage(t, url);
  let sockets = 0;
  page.on("websocket", () => sockets++);
  await expectRows(page, 5);
  await page.locator('.live[data-state="live"]').waitFor();
  await waitFor("a socket", () => sockets === 1);
  await before.stop("SIGTERM");
  await page.locator('.live[data-state="lost"]').waitFor();
  await page.locator(".status .lost").waitFor();
  await waitFor("sockets that are refused", () => sockets >= 3);
  const refused = sockets;
  const owner = encodeBase58(world.owners[0]!);
  await search(page, owner);
  await page.getByText("No answer from the server").waitFor();
  await page.goBack();
  world.fork(3);
  world.grow(2);
  const again = await start();
  await reaches(again, world.tip.slot);
  await page.locator('.live[data-state="live"]').waitFor();
  await page.getByText(/^A fork: the chain took back/).waitFor();
  await waitFor(
    "the newest slot on the page",
    () => rows(page).first().locator("td.slot").innerText(),
    (slot) => slot === world.tip.slot.toLocaleString("en-US"),
  );
  await waitFor("a socket after the restart", () => sockets > refused);
  await page.goForward();
  await page.locator(".kinds", { hasText: "Token owner" }).waitFor();
  assert.equal(await page.getByText("No answer from").count(), 0);
});

/** The pages of a chain, of which none may show an error. */
async function showsNoError(page: Page, links: readonly string[]) {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  for (const link of links) {
    await page.goto(`${page.url().split("#")[0]!}#/${link}`);
    await page
      .locator("tbody tr:not(.skeleton), .facts-list, .notice, .line-chart")
      .first()
      .waitFor();
    const alerts = page.getByRole("alert").filter({ hasText: /\S/ });
    assert.deepEqual(await alerts.allInnerTexts(), [], link);
  }
  assert.deepEqual(complaints, []);
}

const pagesOf = ({ owners, mints, tip }: World): readonly string[] => {
  const owner = encodeBase58(owners[0]!);
  const mint = encodeBase58(mints[0]!);
  return [
    ...["", "trees", "set-aside", `slot/${tip.slot}`, `slot/${tip.slot + 9}`],
    ...[owner, `${owner}/balance-history`, `${owner}/accounts`],
    ...[mint, `${mint}/over-time`, `${mint}/transfers`],
    `${mint}/holders?at=${tip.slot}`,
  ];
};

test("without a history, and where another process indexes and no node can be asked, no page shows an error", async (t) => {
  const folder = await folderFor(t);
  const store = ["--db-url", `sqlite://${join(folder, "store.db")}`];
  const { world, start, url } = await startWorld(t, [
    ...store,
    ...["--history", "none"],
  ]);
  const indexer = await start();
  await reaches(indexer, world.tip.slot);
  const page = await openPage(t, url);
  await showsNoError(page, pagesOf(world));
  const only = [...store, "--disable-indexing", "--port", "0"];
  const reader = await startTachyon(t, folder, only);
  await page.goto(await reader.url());
  await showsNoError(page, pagesOf(world));
  await page.goto(await reader.url());
  await page.locator(".table.no-what").waitFor();
  world.grow(1);
  await waitFor(
    "the block that the other process indexes",
    () => rows(page).first().locator("td.slot").innerText(),
    (slot) => slot === world.tip.slot.toLocaleString("en-US"),
  );
});
