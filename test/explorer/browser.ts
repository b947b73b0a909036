import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

/** A headless Chromium. It only loads pages from this machine. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // The sandbox needs rights that containers rarely grant, and the pages are trusted.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-zygote",
      "--disable-dev-shm-usage",
    ],
  });
}
