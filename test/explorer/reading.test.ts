// What the page computes from answers, without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { decodeExtensions } from "../../src/explorer/page/extensions.ts";
import { units } from "../../src/explorer/page/format.ts";
import type { Signature, TokenChange } from "../../src/explorer/page/items.ts";
import { compare } from "../../src/explorer/page/live/compare.ts";
import { growth } from "../../src/explorer/page/mints/growth.ts";
import { plainText } from "../../src/explorer/page/mints/mintNames.ts";
import { readSearch } from "../../src/explorer/page/search/readSearch.ts";

const KEY = "EEdwNEvbsZiLY9JZUWYjGHm2nZ64tc2ioCC85VrnhUHZ";
const SIGNATURE =
  "5xJXr1vyw9ZysrEnEJ3enU4efvWc9qWFz8PwEammg5EdLPyDhnmfRB3S1v4FSNJWUK7ZJ6zGhFq5sBm9UcfaFTr6";

test("names of mints have no unseen characters, few marks, and a length in whole characters", () => {
  assert.equal(plainText("\u202eUSDC\u200f\u0000"), "USDC");
  assert.equal(plainText("\u3164 \u2800"), "");
  assert.equal(plainText(`a${"\u0351".repeat(9)}b`), "a\u0351\u0351b");
  assert.equal(plainText("😀".repeat(40), 3), "😀😀😀…");
  assert.equal(plainText(null), "");
});

test("the search reads slots, keys, signatures and links of explorers", () => {
  const links: Readonly<Record<string, string>> = {
    "1020": "#/slot/1020",
    "1,020": "#/slot/1020",
    " slot 1020 ": "#/slot/1020",
    "#1020": "#/slot/1020",
    [KEY]: `#/${KEY}`,
    [SIGNATURE]: `#/${SIGNATURE}`,
    [`https://explorer.solana.com/tx/${SIGNATURE}?cluster=devnet`]: `#/${SIGNATURE}`,
    [`https://solscan.io/account/${KEY}#portfolio`]: `#/${KEY}`,
    "https://explorer.solana.com/block/286193745": "#/slot/286193745",
    [`http://127.0.0.1:8784/#/${KEY}/holders?at=7`]: `#/${KEY}`,
  };
  for (const [text, link] of Object.entries(links))
    assert.equal(readSearch(text)?.link, link, text);
  for (const text of [
    "",
    "not a key",
    "https://example.test/",
    "12345678901234567890",
  ])
    assert.equal(readSearch(text), null, text);
});

test("rows of a page and its next state differ by what was taken back and what is new", () => {
  const chain = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), {
    minLength: 2,
    maxLength: 20,
  });
  const rows = (slots: readonly number[], branch: string): Signature[] =>
    slots.map((slot) => ({
      signature: `${branch}${slot}`,
      slot,
      blockTime: 0,
    }));
  fc.assert(
    fc.property(chain, chain, chain, (old, common, added) => {
      const base = rows(common, "c");
      const shown = [...rows(old, "old"), ...base];
      const latest = [...rows(added, "new"), ...base];
      const found = compare(shown, latest)!;
      const kept = shown.filter(({ signature }) => !found.gone.has(signature));
      assert.deepEqual([...found.fresh, ...kept], latest);
    }),
  );
  assert.equal(compare(rows([2, 1], "a"), rows([9, 8], "b")), null);
});

test("supply and holders over time are the same, added up from the start or counted back from now", () => {
  const step = fc.record({
    owner: fc.constantFrom("a", "b", "c"),
    amount: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const balances = new Map<string, bigint>();
      const changes: TokenChange[] = [];
      const supplies: bigint[] = [];
      const holders: number[] = [];
      for (const [slot, { owner, amount }] of steps.entries()) {
        const before = balances.get(owner) ?? 0n;
        const balance = BigInt(amount);
        balances.set(owner, balance);
        const held = [...balances.values()];
        supplies.push(held.reduce((sum, each) => sum + each, 0n));
        holders.push(held.filter((each) => each > 0n).length);
        const change = balance - before;
        const rest = { signature: "s", blockTime: 0, mint: "m" };
        changes.unshift({ slot, owner, change, balance, ...rest });
      }
      const expected = steps.map((_, slot) => ({
        slot,
        supply: supplies[slot],
        holders: holders[slot],
      }));
      assert.deepEqual(growth(changes, null), expected);
      const now = { supply: supplies.at(-1)!, holders: holders.at(-1)! };
      const part = Math.ceil(changes.length / 2);
      assert.deepEqual(
        growth(changes.slice(0, part), now),
        expected.slice(-part),
      );
    }),
  );
});

test("amounts have the decimals of their mint, and lose no digit", () => {
  assert.equal(units(1_234_500, 4), "123.45");
  assert.equal(units(-5n, 2), "-0.05");
  assert.equal(units(7, 0), "7");
  assert.equal(units(2n ** 64n - 1n, 9), "18,446,744,073.709551615");
  const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(u64, fc.integer({ min: 0, max: 18 }), (value, decimals) => {
      const [whole = "", part = ""] = units(value, decimals)
        .replaceAll(",", "")
        .split(".");
      assert.equal(BigInt(whole + part.padEnd(decimals, "0")), value);
    }),
  );
});

test("extensions of a token account are named; unknown ones are shown as bytes", () => {
  const tlv = (...bytes: number[]) =>
    btoa(String.fromCharCode(...[2, 0, 0, 0, ...bytes]));
  const eight = (value: number) => [value, 0, 0, 0, 0, 0, 0, 0];
  assert.deepEqual(decodeExtensions(tlv(31, ...eight(7), ...eight(9), 1, 28)), [
    {
      name: "Compressed from chain",
      text: "7 delegated, 9 withheld, an associated account",
    },
    { name: "Permanent delegate", text: "yes" },
  ]);
  assert.deepEqual(decodeExtensions(tlv(28, 200, 1, 2)), [
    { name: "Permanent delegate", text: "yes" },
    { name: "Extensions", text: "c8 01 02" },
  ]);
  assert.deepEqual(decodeExtensions(btoa("x")), []);
});
