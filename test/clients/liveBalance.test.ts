// The page in docs/guides/live-balance.md, in a browser.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { reaches } from "../cli/liveService.ts";
import { startWorld } from "../cli/restartable.ts";
import type { Service } from "../cli/tachyon.ts";
import { openBrowser } from "../explorer/browser.ts";
import type { World } from "../simulation/world.ts";
import { waitFor } from "../waitFor.ts";

const guide = readFileSync(
  new URL("../../docs/guides/live-balance.md", import.meta.url),
  "utf8",
);
const [, html = ""] = /```html\n([\s\S]*?)```/.exec(guide) ?? [];

type Wallet = Record<"server" | "owner" | "mint", string>;

/** The page with other constants. */
function pageFor(wallet: Wallet): string {
  return Object.entries(wallet).reduce((page, [name, value]) => {
    const constant = new RegExp(`const ${name} = ".*?"`);
    assert.match(page, constant);
    return page.replace(constant, `const ${name} = "${value}"`);
  }, html);
}

/** Serves the page at another origin than the service's. */
async function servePage(t: TestContext, text: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(text);
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openPage(t: TestContext, wallet: Wallet) {
  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const reads: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") reads.push(request.url());
  });
  await page.goto(await servePage(t, pageFor(wallet)));
  return { page, reads };
}

/** Owner and mint of the newest token account. */
function someWallet(world: World) {
  const newest = world.tip.state.unspent.findLast(({ token }) => token);
  const { owner, mint } = newest!.token!;
  return { owner: encodeBase58(owner), mint: encodeBase58(mint) };
}

/** The balance after the chain's newest block. */
function balanceIn(world: World, { owner, mint }: Wallet): bigint {
  const tokens = world.tip.state.unspent.map(({ token }) => token);
  const own = tokens.filter(
    (token) =>
      token &&
      encodeBase58(token.owner) === owner &&
      encodeBase58(token.mint) === mint,
  );
  return own.reduce((sum, token) => sum + token!.amount, 0n);
}

/** Grows the chain until the balance is another one. */
function growToAnother(world: World, wallet: Wallet): void {
  const before = balanceIn(world, wallet);
  do world.grow();
  while (balanceIn(world, wallet) === before);
}

interface Shown {
  readonly text: string;
  readonly title: string;
  readonly stale: boolean;
}

const look = (page: Page) =>
  page.evaluate<Shown>(
    `(({ textContent: text, title, className }) => ({ text, title, stale: className !== "" }))(document.querySelector("#balance"))`,
  );

/** Waits until the page has reached the chain's newest block, and looks at its balance. */
async function agrees(page: Page, wallet: Wallet, world: World, up: Service) {
  await reaches(up, world.tip.slot);
  const { text } = await waitFor(
    `the page to reach slot ${world.tip.slot}`,
    () => look(page),
    ({ title, stale }) => title === `slot ${world.tip.slot}` && !stale,
    { unless: up.gone },
  );
  assert.equal(text, String(balanceIn(world, wallet)));
}

test("the page in the guide shows the balance through new blocks, a fork and a kill of the server", async (t) => {
  const { world, start, url: server } = await startWorld(t);
  let service = await start();
  await reaches(service, world.tip.slot);
  const wallet = { server, ...someWallet(world) };
  const { page, reads } = await openPage(t, wallet);
  const check = () => agrees(page, wallet, world, service);
  await check();

  for (let i = 0; i < 4; i++) {
    growToAnother(world, wallet);
    await check();
  }
  const before = balanceIn(world, wallet);
  world.fork(6);
  assert.notEqual(balanceIn(world, wallet), before);
  await check();
  assert.equal(reads.length, 1, "the page has read the list once");

  await service.stop("SIGKILL");
  const stale = ({ stale }: Shown) => stale;
  await waitFor("the page to notice", () => look(page), stale);
  world.fork(4);
  growToAnother(world, wallet);
  service = await start();
  await check();
  growToAnother(world, wallet);
  await check();
});
