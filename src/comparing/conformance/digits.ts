import { assert, type Check, NothingToCheck, type Probe } from "./probe.ts";

const DOUBLES_END = 2n ** 53n;

export const digitChecks: readonly Check[] = [
  {
    title: "numbers beyond 2^53 have every digit and no exponent",
    run: async (probe) => {
      const numbers = await largeNumbers(probe);
      for (const text of numbers)
        assert(/^\d+$/.test(text), `${text} is not an integer`);
      if (numbers.length === 0)
        throw new NothingToCheck("no large numbers were found");
      // By chance, one 64-bit number in two thousand is exactly a double.
      const rounded = numbers.every((text) => isShortestDouble(text));
      assert(!rounded, `all are rounded: ${numbers.slice(0, 3).join(", ")}`);
    },
  },
  {
    title: "the amount of a token account is that in its data",
    run: async (probe) => {
      const owner = probe.key("tokenOwners");
      const method = "getCompressedTokenAccountsByOwner";
      const { value } = (await probe.result(method, { owner })) as {
        value: { items: readonly TokenItem[] };
      };
      if (value.items.length === 0) throw new NothingToCheck("no items");
      for (const { account, tokenData } of value.items) {
        const bytes = Buffer.from(account.data.data, "base64");
        const amount = bytes.readBigUInt64LE(AMOUNT_AT);
        const shown = String(tokenData.amount);
        assert(shown === String(amount), `${shown} instead of ${amount}`);
      }
    },
  },
];

/** After mint and owner. */
const AMOUNT_AT = 64;

interface TokenItem {
  readonly account: { readonly data: { readonly data: string } };
  readonly tokenData: { readonly amount: bigint };
}

/** Numbers of more than 15 digits, or with an exponent, of accounts of the found owners. */
async function largeNumbers(probe: Probe): Promise<string[]> {
  const found = new Set<string>();
  for (const owner of probe.keys.owners) {
    const params = { owner, limit: 1000 };
    await probe.result("getCompressedAccountsByOwner", params);
    const text = probe.last.answer;
    for (const [, number] of text.matchAll(NUMBER)) found.add(number!);
  }
  return [...found].filter(isLarge);
}

const NUMBER = /"discriminator":\s*([^,}\s]+)/g;

function isLarge(text: string): boolean {
  return !/^\d+$/.test(text) || BigInt(text) > DOUBLES_END;
}

function isShortestDouble(text: string): boolean {
  const double = Number(text);
  return String(double) === text || BigInt(double) === BigInt(text);
}
