// What people see and do who use a keyboard or a screen reader.
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { axeProblems } from "./axe.ts";
import {
  expectRows,
  type OpenedExplorer,
  openExplorer,
  openRequest,
} from "./openExplorer.ts";

const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const TRANSFER =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";
const SPENT = "z6mzdbrhraYQa4bkLwStzJG26gqh9v83HkUfYAoK4Fo";

/** What the checks of single pages leave out: parts that open, messages, and failures. */
const STATES: readonly (readonly [
  name: string,
  link: string,
  act: (page: Page) => Promise<void>,
])[] = [
  [
    "a spent account",
    `#/${SPENT}`,
    (page) => page.getByText("Spent by").waitFor(),
  ],
  [
    "an open request",
    `#/${OWNER}`,
    async (page) => {
      await expectRows(page, 3);
      await openRequest(page);
    },
  ],
  [
    "suggestions",
    "#/trees",
    async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("program");
      await page.getByRole("option").nth(2).waitFor();
      await page.keyboard.press("ArrowDown");
    },
  ],
  [
    "a search that finds nothing",
    "#/trees",
    async (page) => {
      await expectRows(page, 1);
      await page.keyboard.press("/");
      await page.keyboard.type("no such thing");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").filter({ hasText: "base58" }).waitFor();
    },
  ],
  [
    "the raw transaction",
    `#/${TRANSFER}`,
    async (page) => {
      await page.getByText("Raw transaction").click();
      await page.getByRole("region", { name: "Raw transaction" }).waitFor();
    },
  ],
  [
    "a failed list",
    "",
    async (page) => {
      await page.route("**/getCompressedTokenBalancesByOwnerV2", (route) =>
        route.fulfill({ json: { error: { code: -1, message: "a failure" } } }),
      );
      await page.goto(`${page.url()}#/${OWNER}`);
      await page.getByRole("button", { name: "Try again" }).waitFor();
    },
  ],
];

suite("the explorer by keyboard and screen reader", () => {
  let opened: OpenedExplorer;
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer({ recording: true });
    ({ visit } = opened);
  });

  after(() => opened.close());

  for (const [name, link, act] of STATES)
    test(`the accessibility checker finds no problems in ${name}`, async () => {
      for (const colorScheme of ["dark", "light"] as const)
        await visit(
          link,
          async (page) => {
            await act(page);
            assert.deepEqual(await axeProblems(page), [], colorScheme);
          },
          { colorScheme, reducedMotion: "reduce" },
        );
    });

  test("Tab reaches every control once, each has a name and shows the focus, and none holds it", () =>
    visit(`#/${OWNER}`, async (page) => {
      await expectRows(page, 3);
      const expected = await page.evaluate<string[]>(CONTROLS);
      const reached: Focused[] = [];
      for (;;) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate<Focused | null>(FOCUSED);
        if (focused === null) break;
        reached.push(focused);
        assert.ok(reached.length < 100, "the focus goes round");
      }
      assert.deepEqual(
        reached.map(({ id }) => id),
        // The search suggests this page, with a button to forget what it has seen.
        expected.toSpliced(3, 0, "Forget"),
      );
      for (const { id, name, isShown } of reached) {
        assert.notEqual(name, "", `${id} has no name`);
        assert.ok(isShown, `${id}, ${name}, does not show the focus`);
      }
    }));

  test("a page is found, read and left without a mouse", () =>
    visit("", async (page) => {
      await expectRows(page, 5);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate("document.activeElement.id"), "main");
      await page.keyboard.press("/");
      await page.keyboard.type(OWNER);
      await page.keyboard.press("Enter");
      await expectRows(page, 3);
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.locator(".kinds", { hasText: "Mint" }).waitFor();
      await page.keyboard.press("r");
      await page.locator(".request pre").waitFor();
      await page.keyboard.press("r");
      await page.locator(".request pre").waitFor({ state: "hidden" });
      await page.keyboard.press("h");
      await page.getByRole("heading", { name: "Compressed state" }).waitFor();
    }));

  test("Escape closes the suggestions, and what was typed stays", () =>
    visit("#/trees", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("program");
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("option").first().waitFor({ state: "hidden" });
      const box = page.getByRole("combobox");
      assert.equal(await box.getAttribute("aria-expanded"), "false");
    }));

  test("copying is announced", () =>
    visit(`#/${OWNER}`, async (page) => {
      await page.getByRole("button", { name: "Copy this key" }).click();
      const said = page.locator("#announcements");
      await said.filter({ hasText: "Copied" }).waitFor({ state: "attached" });
    }));
});

interface Focused {
  readonly id: string;
  readonly name: string;
  readonly isShown: boolean;
}

/** Numbers the controls on the page, in its order, and lists them. Tab stops once in a group of radio buttons. */
const CONTROLS = `
  [...document.querySelectorAll("a[href], button, input, summary, [tabindex='0']")]
    .filter((control) => control.checkVisibility() && !control.disabled)
    .filter((control) => control.type !== "radio" || control.checked)
    .map((control, at) => (control.dataset.at = control.tagName + at))`;

/** The control with the focus, or null. Some show it by an outline of what stands beside them. */
const FOCUSED = `(() => {
  const control = document.activeElement;
  if (control === document.body) return null;
  const isOutlined = (element) =>
    element && getComputedStyle(element).outlineStyle !== "none" && element.getBoundingClientRect().width > 8;
  const name = control.ariaLabel || control.innerText || control.labels?.[0]?.innerText || "";
  return {
    id: control.dataset.at ?? control.innerText,
    name: name.trim(),
    isShown: Boolean(isOutlined(control) || isOutlined(control.nextElementSibling)),
  };
})()`;
