import assert from "node:assert/strict";
import { test } from "node:test";
import {
  key,
  sampleBlock,
  sampleToken,
} from "../../../test/store/sampleAccounts.ts";
import { withStore } from "../../../test/store/withStore.ts";
import { encodeBase58 } from "../../codecs/base58.ts";
import { AccountsTooLarge, type Chain } from "../../domain/chain.ts";
import type { Address } from "../../domain/values.ts";
import { asHash } from "../../domain/values.ts";
import { joinChunks } from "../../render/text.ts";
import type { Reader } from "../../store/reader.ts";
import {
  getAccountInterface,
  getMultipleAccountInterfaces,
  getMultipleCompressedAccounts,
} from "../methods/index.ts";
import type { Method } from "../method.ts";

const owner = key(7);
const name = encodeBase58(owner);
const other = encodeBase58(key(8));

function tokens(count: number) {
  return Array.from({ length: count }, (_, n) => {
    const hash = Buffer.alloc(32, 1);
    hash.writeUInt32BE(n);
    const token = sampleToken(1, owner, key(3), 5n);
    return { ...token, hash: asHash(hash), leafIndex: n };
  });
}

/** A store in which the owner has so many token accounts, and counts of what is asked of it and of the chain. */
async function withOwnerOf(
  count: number,
  work: (asked: ReturnType<typeof counting>) => Promise<void>,
): Promise<void> {
  await withStore(async ({ writer, reader }) => {
    await writer.apply([sampleBlock(1, { created: tokens(count) })]);
    await work(counting(reader));
  });
}

function counting(reader: Reader) {
  const counts = { statements: 0, keysAsked: 0, turns: 0 };
  const read: Reader = {
    ...reader,
    snapshot: (work) =>
      reader.snapshot((reading) =>
        work({
          ...reading,
          all: (sql, values) => {
            counts.statements++;
            return reading.all(sql, values);
          },
        }),
      ),
  };
  let tooLarge = false;
  const refuseAccounts = (): void => {
    tooLarge = true;
  };
  const chain: Chain = {
    findTransaction: () => Promise.resolve(null),
    readAccounts: (keys: readonly Address[]) => {
      if (tooLarge) return Promise.reject(new AccountsTooLarge());
      counts.keysAsked += keys.length;
      return Promise.resolve(keys.map(() => null));
    },
  };
  const upstreams = {
    chain,
    prover: null,
    abandoned: () => new AbortController().signal,
  };
  const ask = async (method: Method, params: unknown) => {
    Object.assign(counts, { statements: 0, keysAsked: 0, turns: 0 });
    let over = false;
    const turn = (): void => {
      counts.turns++;
      if (!over) setImmediate(turn);
    };
    setImmediate(turn);
    try {
      const answer = await method.prepare(params).answer(read, upstreams);
      const text = joinChunks(answer);
      return { ...counts, text };
    } finally {
      over = true;
    }
  };
  return { ask, refuseAccounts };
}

const valueIn = (text: string) =>
  (JSON.parse(text) as { value: { cold: unknown[] }[] }).value;

test("a key that is sent twenty times is looked up once and returned twenty times", () =>
  withOwnerOf(30, async ({ ask }) => {
    const once = await ask(getAccountInterface, [name]);
    const keys = Array<string>(20).fill(name);
    const often = await ask(getMultipleAccountInterfaces, [keys]);
    assert.equal(often.keysAsked, 1);
    assert.equal(often.statements, once.statements);
    const shown = valueIn(often.text);
    assert.equal(shown.length, 20);
    for (const each of shown) assert.equal(each.cold.length, 30);
  }));

test("keys with more than a page of accounts in total are refused, including repeated keys", () =>
  withOwnerOf(30, async ({ ask }) => {
    const keys = Array<string>(100).fill(name);
    await assert.rejects(ask(getMultipleAccountInterfaces, [keys]), {
      name: "invalidParams",
      message:
        /^addresses: .*together they have more than 1000 compressed accounts/,
    });
  }));

test("accounts that are too large on chain are a parameter error, not an internal error", () =>
  withOwnerOf(1, async ({ ask, refuseAccounts }) => {
    refuseAccounts();
    const message = /^addresses: more than 2097152 bytes .*fewer keys/;
    await assert.rejects(ask(getMultipleAccountInterfaces, [[name, other]]), {
      name: "invalidParams",
      message,
    });
    await assert.rejects(ask(getAccountInterface, [name]), {
      name: "invalidParams",
      message: /^address: more than/,
    });
  }));

test("many accounts are read and rendered in steps, between which other requests run", () =>
  withOwnerOf(950, async ({ ask }) => {
    const { turns, text } = await ask(getMultipleAccountInterfaces, [[name]]);
    assert.equal(valueIn(text)[0]!.cold.length, 950);
    assert.ok(turns >= 18, `${turns} turns for 950 accounts`);
    const hashes = tokens(950).map(({ hash }) => encodeBase58(hash));
    const looked = await ask(getMultipleCompressedAccounts, [hashes]);
    assert.ok(looked.turns >= 9, `${looked.turns} turns for 950 hashes`);
    const { value } = JSON.parse(looked.text) as { value: { items: object[] } };
    assert.equal(value.items.filter(Boolean).length, 950);
  }));
