// `npm run screenshots`: takes the pictures in the README from the recorded chain.
import { mkdirSync } from "node:fs";
import { readVersion } from "../src/settings/package.ts";
import { openBrowser } from "../test/explorer/browser.ts";
import { startDemo } from "../test/explorer/demoServer.ts";
import { withStore } from "../test/store/withStore.ts";

interface Shot {
  readonly name: string;
  readonly link: string;
  readonly theme: "dark" | "light";
  readonly width: number;
  readonly height: number;
}

const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";

const DESKTOP = { width: 1280, height: 800 };
const SHOTS: readonly Shot[] = [
  { name: "home", link: "", theme: "light", ...DESKTOP },
  { name: "owner", link: `#/${OWNER}`, theme: "dark", ...DESKTOP },
  { name: "mint", link: `#/${MINT}`, theme: "light", ...DESKTOP },
  { name: "phone", link: `#/${MINT}`, theme: "dark", width: 390, height: 844 },
];

const version = readVersion();
const folder = new URL("../docs/images/", import.meta.url);
mkdirSync(folder, { recursive: true });
await withStore(async (store) => {
  const demo = await startDemo(store, { version });
  const browser = await openBrowser();
  for (const { name, link, theme, width, height } of SHOTS) {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: "reduce",
    });
    await page.goto(demo.url + link);
    await page.locator("tbody tr:not(.skeleton)").nth(4).waitFor();
    await page.locator(`.status dd:has-text("${version}")`).waitFor();
    const path = new URL(`${name}.png`, folder).pathname;
    await page.screenshot({ path });
    await page.close();
  }
  await browser.close();
  await demo.close();
});
