// `npm run screenshots`: takes pictures of the explorer's pages, at three widths and in both themes, from the recorded
// chain. The README shows some of them.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { readVersion } from "../src/settings/package.ts";
import { openBrowser } from "../test/explorer/browser.ts";
import { startDemo } from "../test/explorer/demoServer.ts";
import { waitFor } from "../test/waitFor.ts";
import { withStore } from "../test/store/withStore.ts";
import { smallPng } from "./smallPng.ts";

const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const TRANSFER =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";
const ACCOUNT = "1tSWVzc1UCSf8GghStCjkYHcHeNU52p6Px5wCCLDCTB";

const LINKS: Readonly<Record<string, string>> = {
  home: "",
  owner: `#/${OWNER}/balance-history`,
  mint: `#/${MINT}`,
  "over-time": `#/${MINT}/over-time`,
  transaction: `#/${TRANSFER}`,
  account: `#/${ACCOUNT}`,
  slot: "#/slot/1010",
  trees: "#/trees",
};
const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 900 },
  { width: 390, height: 844 },
];

const version = readVersion();
const folder = new URL("../docs/images/explorer/", import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await withStore(async (store) => {
  const demo = await startDemo(store, { version, recording: true });
  const browser = await openBrowser();
  for (const [name, link] of Object.entries(LINKS))
    for (const theme of ["light", "dark"] as const)
      for (const viewport of SIZES) {
        const page = await browser.newPage({
          viewport,
          colorScheme: theme,
          reducedMotion: "reduce",
        });
        await page.goto(demo.url + link);
        await page
          .locator("tbody tr:not(.skeleton), .facts-list, .line-chart")
          .first()
          .waitFor();
        if (name === "home") await page.getByText("A transfer").waitFor();
        await page.locator(`.status:has-text("recording")`).waitFor();
        await waitFor("the rows on the screen", () =>
          page.evaluate<boolean>(
            "[...document.querySelectorAll('.content .bone')].every((bone) => bone.getBoundingClientRect().top > innerHeight)",
          ),
        );
        const png = smallPng(await page.screenshot());
        const file = `${name}-${viewport.width}-${theme}.png`;
        writeFileSync(new URL(file, folder), png);
        await page.close();
      }
  await browser.close();
  await demo.close();
});
