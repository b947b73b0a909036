// What an account's page tells of accounts that the recorded chain does not have.
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { parseAddress } from "../../src/codecs/bytes.ts";
import { lightMintData } from "../node/mintAccounts.ts";
import {
  answerWith,
  copiedBy,
  expectRows,
  type OpenedExplorer,
  openExplorer,
  openTab,
  rows,
} from "./openExplorer.ts";

const MINT = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const OWNER = "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3";
const TOKEN_PROGRAM = "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m";
const ACCOUNT = "1tSWVzc1UCSf8GghStCjkYHcHeNU52p6Px5wCCLDCTB";
const TRANSFER =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";

suite("accounts in the explorer", () => {
  let opened: OpenedExplorer;
  let visit: OpenedExplorer["visit"];

  before(async () => {
    opened = await openExplorer();
    ({ visit } = opened);
  });

  after(() => opened.close());

  /** The kinds and the facts on the page of an account with these bytes. */
  async function readAccount(discriminator: bigint, bytes: Uint8Array) {
    let kinds: readonly string[] = [];
    let facts = "";
    await visit("", async (page) => {
      const account = accountOf(discriminator, bytes);
      await answerWith(page, "getCompressedAccount", account);
      await page.goto(`${opened.demo.url}?bytes#/${ACCOUNT}`);
      await page.locator(".data pre").waitFor();
      kinds = await page.locator(".kinds .badge").allTextContents();
      facts = await page.locator(".facts-list").first().innerText();
    });
    return { kinds, facts };
  }

  test("a compressed mint has its supply, decimals and authorities", async () => {
    const bytes = lightMintData(parseAddress(MINT), 6, null);
    bytes.writeBigUInt64LE(1_234_500_000n, 36);
    const { kinds, facts } = await readAccount(1n, bytes);
    assert.ok(kinds.includes("Compressed mint"));
    assert.match(facts, /Mint\s+EEdwNEvb/);
    assert.match(facts, /Supply on chain\s+1,234\.5\s/);
    assert.match(facts, /Decimals\s+6/);
    assert.match(facts, /Mint authority\s+none/);
  });

  test("a frozen token account with a delegate and extensions has them in words", async () => {
    const key = (text: string) => Buffer.from(parseAddress(text));
    const fee = Buffer.alloc(9, 29);
    fee.writeBigUInt64LE(77n, 1);
    const { kinds, facts } = await readAccount(
      4n << 56n,
      Buffer.concat([
        ...[key(MINT), key(OWNER), Buffer.of(64, 66, 15, 0, 0, 0, 0, 0)],
        ...[Buffer.of(1), key(ACCOUNT), Buffer.of(1)],
        ...[Buffer.of(1), Buffer.of(2, 0, 0, 0), Buffer.of(27), fee],
      ]),
    );
    assert.ok(kinds.includes("Token account"));
    assert.match(facts, /Amount\s+1,000,000/);
    assert.match(facts, /Delegate\s+1tSWVzc1/);
    assert.match(facts, /State\s+frozen/);
    assert.match(facts, /Pausable\s+yes/);
    assert.match(facts, /Transfer fee\s+77 withheld/);
  });

  test("an account of any program is shown as its bytes", async () => {
    const { kinds, facts } = await readAccount(9n, Buffer.from("any bytes"));
    assert.deepEqual(kinds, ["Account"]);
    assert.match(facts, /Program\s+Compressed Token program/);
  });

  test("every account before and after a transaction has a page", () =>
    visit(`#/${TRANSFER}`, async (page) => {
      await page.getByRole("heading", { name: /created/ }).waitFor();
      const links = await page.evaluate<string[]>(
        `[...document.querySelectorAll('a[href*="/account?owner"]')].map((a) => a.hash)`,
      );
      assert.ok(links.length >= 3);
      for (const link of links) {
        await page.goto(`${opened.demo.url}${link}`);
        await page.locator(".kinds", { hasText: "Token account" }).waitFor();
        await page.getByText("Created by").waitFor();
      }
    }));

  test("delegations are on the page of both sides", () =>
    visit(`#/${OWNER}/delegated`, async (page) => {
      await expectRows(page, 1);
      const given = rows(page).first().locator("td.wide a").first();
      const amount = await rows(page).first().locator("td.number").innerText();
      await given.click();
      await openTab(page, "Delegated by it");
      const row = rows(page)
        .filter({ hasText: OWNER.slice(0, 12) })
        .first();
      await row.waitFor();
      assert.equal(await row.locator("td.number").innerText(), amount);
    }));

  test("a key in the facts is copied by the button beside it", () =>
    visit(`#/${ACCOUNT}`, async (page) => {
      const button = page.getByRole("button", { name: "Copy the queue" });
      assert.match(await copiedBy(page, button), /^oq4ypwvV\w+$/);
    }));
});

const accountOf = (discriminator: bigint, bytes: Uint8Array) => ({
  ...{ hash: ACCOUNT, address: null, owner: TOKEN_PROGRAM, lamports: 0 },
  ...{ tree: OWNER, leafIndex: 1, seq: null, slotCreated: 1004 },
  data: {
    discriminator,
    data: Buffer.from(bytes).toString("base64"),
    dataHash: ACCOUNT,
  },
});
