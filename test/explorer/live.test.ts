// The explorer of the real program, which follows a simulated node.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { Address } from "../../src/domain/values.ts";
import { follow, reaches } from "../cli/liveService.ts";
import { metaplexMetadata, splMint } from "../node/mintAccounts.ts";
import {
  type Disturbance,
  type NodeAccount,
  type SimulatedNodeOptions,
  startSimulatedNode,
} from "../node/simulatedNode.ts";
import { World } from "../simulation/world.ts";
import { waitFor } from "../waitFor.ts";
import { openBrowser } from "./browser.ts";
import { expectRows, ROWS, rows } from "./openExplorer.ts";

/** The accounts that the node has, and the server's answer to calls of it, beside those of the chain. */
interface LiveOptions {
  readonly accounts?: (mints: readonly Address[]) => readonly NodeAccount[];
  readonly disturb?: SimulatedNodeOptions["disturb"];
}

/** A page of a server that follows a chain, and the chain. */
async function openLive(
  t: TestContext,
  prepare?: (page: Page) => Promise<void>,
  { accounts, disturb }: LiveOptions = {},
) {
  const world = new World(4);
  world.grow(12);
  const mints = mintsOf(world);
  const node = await startSimulatedNode({
    blocks: () => world.chain,
    accounts: accounts?.(mints) ?? [],
    disturb: (method, call, params) =>
      method === "getTransaction"
        ? transactionOf(world, params[0])
        : (disturb?.(method, call, params) ?? null),
  });
  t.after(() => node.close());
  const service = await follow(t, node, []);
  await reaches(service, world.tip.slot);
  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const sockets = { opened: 0, messages: 0 };
  page.on("websocket", (socket) => {
    sockets.opened++;
    socket.on("framereceived", () => sockets.messages++);
  });
  await prepare?.(page);
  await page.goto(await service.url());
  await expectRows(page, 5);
  return { world, mints, service, page, sockets };
}

/** The mints of the chain's unspent tokens. */
function mintsOf(world: World): readonly Address[] {
  const tokens = world.tip.state.unspent.map(({ token }) => token);
  const mints = tokens.flatMap((token) => (token ? [token.mint] : []));
  return [...new Map(mints.map((mint) => [encodeBase58(mint), mint])).values()];
}

/** The answer to getTransaction. */
function transactionOf(world: World, signature: unknown): Disturbance {
  for (const { slot, block, content } of world.chain) {
    const at = content.transactions.findIndex(
      (each) => encodeBase58(each.signature) === signature,
    );
    const { transactions, blockTime } = block as {
      transactions: object[];
      blockTime: number;
    };
    if (at >= 0) return { result: { slot, ...transactions[at], blockTime } };
  }
  return { result: null };
}

/** The signatures that the page shows, newest first. */
const shown = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll("${ROWS}")].map((row) => row.querySelector("td.wide a").hash.slice(2))`,
  );

async function latestOf(url: string): Promise<string[]> {
  const response = await fetch(`${url}/getLatestCompressionSignatures`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: "1", method: "getLatestCompressionSignatures" },
      params: { limit: 50 },
    }),
  });
  const { result } = (await response.json()) as {
    result: { value: { items: { signature: string }[] } };
  };
  return result.value.items.map(({ signature }) => signature);
}

async function becomesTrue(page: Page, url: string): Promise<void> {
  await waitFor(
    "the page to show the newest transactions",
    async () => [
      (await shown(page)).slice(0, 20),
      (await latestOf(url)).slice(0, 20),
    ],
    ([seen, expected]) => seen!.join() === expected!.join(),
  );
}

type Live = Awaited<ReturnType<typeof openLive>>;

async function seesGrowthAndFork({ world, service, page }: Live) {
  const url = await service.url();
  await page.locator('.live[data-state="live"]').waitFor();
  world.grow(2);
  await reaches(service, world.tip.slot);
  await becomesTrue(page, url);
  assert.equal(await page.locator(".fork-notice").innerText(), "");
  const before = await shown(page);
  world.fork(6);
  await reaches(service, world.tip.slot);
  await becomesTrue(page, url);
  const after = await shown(page);
  const gone = before.filter((signature) => !after.includes(signature));
  assert.ok(gone.length > 0, "the fork took back transactions");
  assert.equal(new Set(after).size, after.length);
  await page
    .getByText(/^A fork: the chain took back \d+ transactions?/)
    .waitFor();
  assert.equal(await rows(page).count(), after.length);
}

test("the latest transactions follow a live chain over a WebSocket, and a fork takes back rows with a notice", async (t) => {
  const live = await openLive(t);
  await waitFor("the subscription", () => live.sockets.messages > 1);
  let pages = 0;
  live.page.on("request", (request) => {
    if (request.url().endsWith("getLatestCompressionSignatures")) pages++;
  });
  await seesGrowthAndFork(live);
  assert.ok(pages <= 1, `the page asked ${pages} times besides`);
});

test("where the socket is refused the page asks again and again, and sees growth and forks, too", async (t) => {
  const live = await openLive(t, (page) =>
    page.routeWebSocket(/.*/, (socket) => socket.close()),
  );
  await seesGrowthAndFork(live);
});

test("a lost socket is opened again", async (t) => {
  const kept: { close(): Promise<void> }[] = [];
  const live = await openLive(t, (page) =>
    page.routeWebSocket(/.*/, (socket) => {
      socket.connectToServer();
      kept.push(socket);
    }),
  );
  await waitFor("a socket", () => kept.length === 1);
  live.world.grow(1);
  await reaches(live.service, live.world.tip.slot);
  await becomesTrue(live.page, await live.service.url());
  await kept[0]!.close();
  await waitFor("another socket", () => kept.length >= 2);
  await seesGrowthAndFork(live);
});

test("pages of a live chain tell what transactions did, and say that the chain is not a known cluster", async (t) => {
  const { page } = await openLive(t);
  assert.equal(await page.getByText("This is a recorded chain.").count(), 0);
  await page.locator(".summary .act").first().waitFor();
  await rows(page).first().locator("td.wide a").click();
  await page.getByText("Status").waitFor();
  await page.getByRole("heading", { name: /created/ }).waitFor();
  assert.equal(await page.getByText("Also on").count(), 0);
  const status = page.getByRole("region", { name: "Server status" });
  await status.getByText(/up to date|behind/).waitFor();
});

const HOSTILE = {
  name: "<img src=x onerror=alert(1)>",
  symbol: "\u202e<b>GOLD</b>\u200f",
  uri: "https://elsewhere.test/metadata.json",
};

test("names and decimals that the node tells reach the pages and the search, as text, and nothing is fetched from elsewhere", async (t) => {
  const foreign: string[] = [];
  const { page, mints, service } = await openLive(
    t,
    (page) => {
      page.on("request", (request) => {
        if (new URL(request.url()).hostname !== "127.0.0.1")
          foreign.push(request.url());
      });
      return Promise.resolve();
    },
    {
      accounts: ([mint]) => [
        splMint(mint!, 3),
        metaplexMetadata(mint!, HOSTILE),
      ],
    },
  );
  const mint = encodeBase58(mints[0]!);
  const url = await service.url();
  await waitFor(
    "the mint to have a name",
    () => infoOf(url, mint),
    (info) => info?.name === HOSTILE.name,
  );
  await page.reload();
  await page.locator(".top-mints", { hasText: "<b>GOLD</b>" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("onerror");
  await page.getByRole("option").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(mint));
  const title = page.locator(".mint-title");
  await title.getByText(HOSTILE.name).waitFor();
  assert.equal(await page.locator(".content b:text-is('GOLD')").count(), 0);
  assert.equal(await page.locator(".content img").count(), 0);
  const info = await infoOf(url, mint);
  await page
    .locator(".key-facts", { hasText: String(info!.supply / 1000) })
    .waitFor();
  assert.deepEqual(foreign, []);
});

test("no request for a mint waits for the node", async (t) => {
  const asked: string[] = [];
  const { mints, service } = await openLive(t, undefined, {
    disturb: (method, _call, params) => {
      if (method !== "getMultipleAccounts") return null;
      asked.push(JSON.stringify(params));
      return { hang: true };
    },
  });
  const mint = encodeBase58(mints[0]!);
  await waitFor("the node to be asked for the mint", () =>
    asked.some((params) => params.includes(mint)),
  );
  const info = await infoOf(await service.url(), mint);
  assert.ok(info!.supply > 0);
  assert.equal(info!.name, null);
  assert.equal(info!.decimals, null);
});

interface Info {
  readonly name: string | null;
  readonly decimals: number | null;
  readonly supply: number;
}

async function infoOf(url: string, mint: string): Promise<Info | null> {
  const method = "getCompressedMintInfo";
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { mint } }),
  });
  const { result } = (await response.json()) as {
    result: { value: Info | null };
  };
  return result.value;
}
