import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { axeProblems, overflowOf } from "./axe.ts";
import {
  expectRows,
  type OpenedExplorer,
  openExplorer,
  search,
} from "./openExplorer.ts";

const V1_TREE = "smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho";
const V2_TREE = "bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU";
const V2_QUEUE = "oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto";
/** An unspent account in the V1 tree, and one in the output queue of a V2 tree. */
const IN_TREE = "nBqmDoPmYZnWUDqPHTxe7eaQZGJt7Fr6c8T9hVzTUWZ";
const IN_QUEUE = "1tSWVzc1UCSf8GghStCjkYHcHeNU52p6Px5wCCLDCTB";
const PROOF = "**/getCompressedAccountProofV2";

suite("Merkle trees in the explorer", () => {
  let opened: OpenedExplorer;
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer();
    ({ visit } = opened);
  });

  after(() => opened.close());

  async function showPath(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Show the path" }).click();
    await page.getByRole("button", { name: "Check it here" }).waitFor();
  }

  test("the home page leads to the list of trees, and that to each tree", () =>
    visit("", async (page) => {
      await page.getByRole("link", { name: "Merkle trees" }).click();
      const row = page.locator("tbody tr", { hasText: V1_TREE.slice(0, 12) });
      await row.waitFor();
      await expectRows(page, 7);
      const cells = await row.locator("td").allInnerTexts();
      assert.deepEqual(cells.slice(1), ["State V1", "35", "–", "complete"]);
      await row.getByRole("link").click();
      await page.locator(".kinds", { hasText: "State V1 tree" }).waitFor();
      const facts = await page.locator(".facts-list").first().innerText();
      assert.match(facts, /35\s+of 67,108,864, <0.01%/);
      assert.match(facts, /Root check\s+complete/);
    }));

  test("a queue's key shows its tree and the queue's content", () =>
    visit("", async (page) => {
      await search(page, V2_QUEUE);
      await page.locator(".kinds", { hasText: "Queue" }).waitFor();
      const facts = await page.locator(".facts-list").first().innerText();
      assert.match(facts, /206 waiting to be added/);
      assert.match(facts, /78 waiting to be nullified/);
      await page.locator(`a[href="#/${V2_TREE}"]`).waitFor();
    }));

  test("the browser folds an account's path itself and reaches the root", () =>
    visit(`#/${IN_TREE}`, async (page) => {
      await showPath(page);
      const rows = page.locator(".path li");
      assert.equal(await rows.count(), 27);
      assert.equal(await page.getByText("to be computed").count(), 25);
      await page.getByRole("button", { name: "Check it here" }).click();
      await page.locator(".path-verdict.good").waitFor();
      assert.equal(await page.getByText("to be computed").count(), 0);
      assert.match(await rows.last().innerText(), /^leaf/);
      // The tree has 35 leaves, so all siblings above the sixth level are empty.
      assert.match(await rows.nth(1).innerText(), /^25\s.*\sempty$/s);
      const drawn = await page.locator(".ladder .known").count();
      assert.equal(drawn, 27);
    }));

  test("a path that was changed in transit is recognised", () =>
    visit(`#/${IN_TREE}`, async (page) => {
      await page.route(PROOF, changeOneSibling);
      await showPath(page);
      await page.getByRole("button", { name: "Check it here" }).click();
      const verdict = page.locator(".path-verdict.bad");
      assert.match(await verdict.innerText(), /does not end at the root/);
    }));

  test("an account in the output queue has no path yet, and the page says so", () =>
    visit(`#/${IN_QUEUE}`, async (page) => {
      await page.getByRole("button", { name: "Show the path" }).click();
      await page.getByText("Waiting in the output queue").waitFor();
    }));

  test("a refusal of the server is shown with its reason", () =>
    visit(`#/${IN_TREE}`, async (page) => {
      const message = "No proofs of this tree now: its updates are missing";
      const error = { code: -32051, message };
      await page.route(PROOF, (route) =>
        route.fulfill({ json: { jsonrpc: "2.0", id: "1", error } }),
      );
      await page.getByRole("button", { name: "Show the path" }).click();
      await page.getByText(message).waitFor();
    }));

  test("nothing is wider than a phone, and the accessibility checker finds no problems", async () => {
    for (const colorScheme of ["dark", "light"] as const)
      for (const link of ["#/trees", `#/${V2_TREE}`, `#/${IN_TREE}`])
        await visit(
          link,
          async (page) => {
            if (link.includes(IN_TREE)) {
              await showPath(page);
              await page.getByRole("button", { name: "Check it here" }).click();
              await page.locator(".path-verdict.good").waitFor();
            }
            await page
              .locator("tbody tr:not(.skeleton), .facts-list")
              .first()
              .waitFor();
            assert.equal(await overflowOf(page), 0, link);
            assert.deepEqual(
              await axeProblems(page),
              [],
              `${colorScheme} ${link}`,
            );
          },
          {
            colorScheme,
            reducedMotion: "reduce",
            viewport: { width: 390, height: 844 },
          },
        );
  });
});

async function changeOneSibling(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer = (await response.json()) as {
    result: { value: { proof: string[] } };
  };
  const { proof } = answer.result.value;
  proof[3] = proof[4]!;
  await route.fulfill({ json: answer });
}
