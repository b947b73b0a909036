// What fits on the screen, with values as long as a chain can have.
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { overflowOf } from "./axe.ts";
import {
  expectRows,
  type OpenedExplorer,
  openExplorer,
} from "./openExplorer.ts";

const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const TRANSFER =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";
const HOSTILE = "8u6HopGNoHiaY7eaeQLQE4YHwLjZ78asqAtPmYLGjhip";
const MOST = "18446744073709551615";
const WIDTHS = [1440, 768, 390];

suite("the explorer with the longest values", () => {
  let opened: OpenedExplorer;
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer();
    ({ visit } = opened);
  });

  after(() => opened.close());

  for (const width of WIDTHS)
    test(`at ${width} pixels no number is cut off, and no page is wider than the screen`, async () => {
      const links = ["", OWNER, `${OWNER}/balance-history`, MINT, TRANSFER];
      for (const link of links)
        await visit(
          "",
          async (page) => {
            await page.route("**/*", withLongNumbers);
            await page.goto(`${opened.demo.url}?long#/${link}`);
            await expectRows(page, 1);
            const long = page.getByText(LONGEST_SHOWN);
            await long.filter({ visible: true }).first().waitFor();
            assert.deepEqual(await cutCells(page), [], link);
            assert.equal(await overflowOf(page), 0, link);
            await page.unrouteAll({ behavior: "ignoreErrors" });
          },
          { viewport: { width, height: 900 } },
        );
    });

  test("a hostile name and address keep to their lines on a phone", () =>
    visit(
      "",
      async (page) => {
        await page.route("**/*", withHostileMint);
        await page.goto(`${opened.demo.url}?hostile#/${HOSTILE}`);
        const uri = page.locator(".uri");
        await uri.waitFor();
        const label = await uri.locator("span").first().boundingBox();
        assert.ok(label!.height < 30, `a label ${label!.height} px high`);
        const title = await page.locator(".mint-title").boundingBox();
        assert.ok(title!.height < 120, `a name ${title!.height} px high`);
        assert.equal(await overflowOf(page), 0);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      },
      { viewport: { width: 390, height: 844 } },
    ));

  test("on a phone the tab of the view is on the screen", () =>
    visit(
      `#/${OWNER}/history`,
      async (page) => {
        await expectRows(page, 1);
        const tab = await page.locator("[aria-current=page]").boundingBox();
        assert.ok(tab!.x >= 0 && tab!.x + tab!.width <= 390, `at ${tab!.x}`);
      },
      { viewport: { width: 390, height: 844 } },
    ));
});

/** With or without the decimals of a mint. */
const LONGEST_SHOWN = /18,?446,?744,?073/;

async function withLongNumbers(route: Route): Promise<void> {
  if (route.request().method() !== "POST") return route.fallback();
  const response = await route.fetch();
  const text = await response.text();
  const body = text
    .replace(/"(balance|amount|supply|lamports)":\d+/g, `"$1":${MOST}`)
    .replace(/"change":(-?)\d+/g, `"change":$1${MOST}`)
    .replace(/"(slot|slotCreated)":\d+/g, `"$1":987654321`)
    .replace(/"holders":\d+/g, `"holders":9876543210`);
  await route.fulfill({ response, body });
}

async function withHostileMint(route: Route): Promise<void> {
  const text = route.request().postData() ?? "";
  if (!text.includes("getCompressedMintInfo")) return route.fallback();
  const response = await route.fetch();
  const answers = (await response.json()) as {
    result: { value: Record<string, unknown> | null };
  }[];
  for (const { result } of answers)
    Object.assign(result.value ?? {}, {
      ...{ name: "n".repeat(128), symbol: `Z${"\u0351\u0316".repeat(12)}` },
      ...{ uri: `https://x.test/${"x".repeat(490)}`, nameSource: "mint" },
    });
  await route.fulfill({ json: answers });
}

/** Cells of numbers that are wider than they are shown. */
const cutCells = (page: Page) =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll("td.number, td.share, td.slot, .facts-list dd")]
      .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell.textContent)`);
