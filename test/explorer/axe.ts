import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axe = readFileSync(new URL(import.meta.resolve("axe-core")), "utf8");

/** What the accessibility checker finds on the page: its rules, each with the elements that break it. */
export async function axeProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(
    "axe.run().then((r) => r.violations.map((v) => v.id + ' ' + v.nodes.map((n) => n.html).join(' ')))",
  );
}

export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
