import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  lightMintData,
  metaplexMetadata,
  pointedMetadata,
  splMint,
  token2022Mint,
} from "../../../test/node/mintAccounts.ts";
import type { NodeAccount } from "../../../test/node/simulatedNode.ts";
import { asAddress } from "../../domain/values.ts";
import { parseAddress } from "../bytes.ts";
import { parseLightMint } from "./compressedMint.ts";
import {
  parseMetaplex,
  parseMintAccount,
  parsePointedMetadata,
} from "./mintAccount.ts";
import { SPL_TOKEN, TOKEN_2022 } from "../programs.ts";

const key = (fill: number) => asAddress(new Uint8Array(32).fill(fill));
const mint = key(7);
const texts = { name: "Gold", symbol: "GLD", uri: "https://gold.example" };

function contentOf({ account }: NodeAccount) {
  const data = Buffer.from(account.data[0], "base64");
  return { owner: parseAddress(account.owner), data };
}

test("an SPL mint has decimals and no metadata of its own", () => {
  const found = parseMintAccount(mint, contentOf(splMint(mint, 6)));
  assert.deepEqual(found, { decimals: 6, metadata: null, pointer: null });
});

test("the metadata of a Token-2022 mint counts if its pointer names the mint", () => {
  const parse = (pointer?: typeof mint | null) =>
    parseMintAccount(
      mint,
      contentOf(
        token2022Mint(mint, 9, {
          texts,
          ...(pointer !== undefined && { pointer }),
        }),
      ),
    );
  assert.deepEqual(parse(mint), {
    decimals: 9,
    metadata: texts,
    pointer: null,
  });
  assert.deepEqual(parse(null), { decimals: 9, metadata: null, pointer: null });
  assert.deepEqual(parse(), { decimals: 9, metadata: null, pointer: null });
  const elsewhere = key(8);
  assert.deepEqual(parse(elsewhere), {
    ...{ decimals: 9, metadata: null, pointer: elsewhere },
  });
});

test("metadata of another mint is not taken", () => {
  const other = key(9);
  assert.deepEqual(
    parseMetaplex(mint, contentOf(metaplexMetadata(mint, texts))),
    texts,
  );
  assert.equal(
    parseMetaplex(other, contentOf(metaplexMetadata(mint, texts))),
    null,
  );
  const pointed = contentOf(pointedMetadata(key(8), mint, texts));
  assert.deepEqual(parsePointedMetadata(mint, pointed), texts);
  assert.equal(parsePointedMetadata(other, pointed), null);
  const light = lightMintData(mint, 3, texts);
  assert.deepEqual(parseLightMint(mint, light), {
    decimals: 3,
    metadata: texts,
  });
  assert.equal(parseLightMint(other, light), null);
  assert.deepEqual(parseLightMint(mint, lightMintData(mint, 3, null)), {
    ...{ decimals: 3, metadata: null },
  });
});

test("texts that are too long or not UTF-8 are null, and characters that cannot be shown are left out", () => {
  const parse = (name: string | Uint8Array) =>
    parseLightMint(mint, lightMintData(mint, 0, { ...texts, name }))!.metadata!
      .name;
  assert.equal(parse("a".repeat(128)), "a".repeat(128));
  assert.equal(parse("a".repeat(129)), null);
  assert.equal(parse(Buffer.of(0x47, 0xff, 0x64)), null);
  assert.equal(parse(" Go\u0000ld\n\u202e\u2066 "), "Gold");
  assert.equal(parse("\u0000\u0000"), null);
  assert.equal(parse('</script>"ü金'), '</script>"ü金');
});

test("no bytes of an account make the codecs fail", () => {
  const whole: Buffer[] = [
    ...[splMint(mint, 6), metaplexMetadata(mint, texts)],
    ...[token2022Mint(mint, 9, { pointer: mint, texts })],
    pointedMetadata(key(8), mint, texts),
  ].map((account) => contentOf(account).data);
  whole.push(lightMintData(mint, 3, texts));
  const changed = fc
    .tuple(fc.constantFrom(...whole), fc.nat(), fc.nat(255), fc.nat())
    .map(([data, at, byte, cut]) => {
      const bytes = Buffer.from(data);
      bytes[at % bytes.length] = byte;
      return bytes.subarray(0, cut % (2 * bytes.length));
    });
  fc.assert(
    fc.property(changed, (data) => {
      for (const owner of [SPL_TOKEN, TOKEN_2022, mint]) {
        parseMintAccount(mint, { owner, data });
        parseMetaplex(mint, { owner, data });
      }
      parsePointedMetadata(mint, { owner: mint, data });
      parseLightMint(mint, data);
    }),
    { numRuns: 2000 },
  );
});
