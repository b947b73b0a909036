import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

/** This machine under another name than localhost: without TLS, browsers grant its pages fewer rights. */
export const PLAIN_HOST = "explorer.test";

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
      // A name that is not localhost, so that pages there are not a secure context.
      `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
    ],
  });
}
