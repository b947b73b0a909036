import assert from "node:assert/strict";
import type {
  Browser,
  BrowserContextOptions,
  Locator,
  Page,
} from "playwright-core";
import { withStore } from "../store/withStore.ts";
import { openBrowser } from "./browser.ts";
import { startDemo, type DemoServer } from "./demoServer.ts";

export interface OpenedExplorer {
  readonly browser: Browser;
  readonly demo: DemoServer;
  /** A page at this link. Any error on its console fails the test. */
  readonly visit: (
    link: string,
    look: (page: Page) => Promise<void>,
    options?: VisitOptions,
  ) => Promise<void>;
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** The page's server, if not the demo. */
  readonly base?: string;
  /** Messages on the console that the test causes. */
  readonly expected?: RegExp;
}

/** A browser beside a server with the recorded chain. The newest `heldBack` blocks are withheld. */
export async function openExplorer({
  heldBack = 0,
  recording = false,
} = {}): Promise<OpenedExplorer> {
  const browser = await openBrowser();
  const done = Promise.withResolvers<undefined>();
  const demo = Promise.withResolvers<DemoServer>();
  const served = withStore(async (store) => {
    const started = await startDemo(store, { heldBack, recording });
    demo.resolve(started);
    await done.promise;
    await started.close();
  });
  served.catch(demo.reject);
  const opened = await demo.promise;
  return {
    browser,
    demo: opened,
    visit: (link, look, options = {}) =>
      visit(browser, opened.url, link, look, options),
    close: async () => {
      await browser.close();
      done.resolve(undefined);
      await served;
    },
  };
}

/** The browser reports this itself. The demo server has no live lists, so the page falls back to asking. */
const NO_SOCKET = /^WebSocket connection to /;

async function visit(
  browser: Browser,
  url: string,
  link: string,
  look: (page: Page) => Promise<void>,
  { base = url, expected, ...options }: VisitOptions,
): Promise<void> {
  const context = await browser.newContext(options);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  try {
    await page.goto(base + link);
    await look(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(
    complaints.filter((t) => !expected?.test(t) && !NO_SOCKET.test(t)),
    [],
  );
}

/** Answers calls of one method with this value; the other calls of a batch go to the server. */
export async function answerWith(
  page: Page,
  method: string,
  value: unknown,
): Promise<void> {
  await page.route("**/*", async (route) => {
    const text = route.request().postData() ?? "";
    if (!text.includes(`"${method}"`)) return route.fallback();
    const response = await route.fetch();
    const answered = (await response.json()) as object | object[];
    const asked = JSON.parse(text) as Call | Call[];
    const own = answerOf(value);
    if (!Array.isArray(asked)) return route.fulfill({ body: own });
    const parts = asked.map((call, at) =>
      call.method === method ? own : JSON.stringify((answered as object[])[at]),
    );
    return route.fulfill({ body: `[${parts.join()}]` });
  });
}

interface Call {
  readonly method: string;
}

/** Bigints become numbers with all their digits. */
function answerOf(value: unknown): string {
  const result = { context: { slot: 1020 }, value };
  const text = JSON.stringify(
    { jsonrpc: "2.0", id: "1", result },
    (_, part: unknown) => (typeof part === "bigint" ? `bigint:${part}` : part),
  );
  return text.replace(/"bigint:(-?\d+)"/g, "$1");
}

/** Returns once the page that the search found has replaced the current one. */
export async function search(page: Page, text: string): Promise<void> {
  await page.locator(".view").waitFor();
  await page.evaluate("document.querySelector('.view').dataset.left = ''");
  await typeSearch(page, text);
  await page.locator(".view:not([data-left])").waitFor();
}

export async function typeSearch(page: Page, text: string): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** Opens another list of a key's page. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await page.locator(`[aria-current=page]:text-is("${name}")`).waitFor();
}

/** What a copy button puts on the clipboard. The button says for a moment that it has done so. */
export async function copiedBy(page: Page, button: Locator): Promise<string> {
  await button.and(page.locator(":not(.done)")).waitFor();
  await button.click();
  await button.and(page.locator(".done")).waitFor();
  return page.evaluate<string>("navigator.clipboard.readText()");
}

/** The request behind a view is folded away until it is opened once. */
export async function openRequest(page: Page): Promise<void> {
  const request = page.locator(".request details");
  if ((await request.getAttribute("open")) === null)
    await page.locator(".request summary").click();
}

/** Rows of the page's list; the home page has a short table of mints besides. */
export const ROWS = "tbody tr:not(.skeleton):not(.top-mints tr)";

export const rows = (page: Page) => page.locator(ROWS);

export async function expectRows(page: Page, atLeast: number): Promise<void> {
  await rows(page)
    .nth(atLeast - 1)
    .waitFor();
}
