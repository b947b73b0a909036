import assert from "node:assert/strict";
import { test } from "node:test";
import { base58 } from "@scure/base";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import { cursorOf } from "./cursor.ts";
import {
  address,
  dataSlice,
  filters,
  optional,
  page,
  params,
} from "./params.ts";

const KEY = new Uint8Array(32).fill(7);
const key = base58.encode(KEY);
const HASH = new Uint8Array(32).fill(8);
const hash = base58.encode(HASH);

const accounts = page(
  {
    owner: address,
    filters: optional(filters, []),
    dataSlice: optional(dataSlice),
  },
  cursorOf("hash"),
);
const latest = page({}, cursorOf("slot", "signature"));

const ofOwner = {
  owner: Buffer.from(KEY),
  filters: [],
  dataSlice: null,
  cursor: null,
  limit: 1000,
};

const accepted: [title: string, given: unknown, parsed: object][] = [
  ["what is absent has its default", { owner: key }, ofOwner],
  [
    "null counts as absent",
    { owner: key, filters: null, dataSlice: null, cursor: null, limit: null },
    ofOwner,
  ],
  [
    "every field by name",
    {
      limit: 0,
      cursor: hash,
      dataSlice: { offset: 1, length: 0 },
      filters: [{ memcmp: { offset: 2 ** 32 - 1, bytes: "2g" } }],
      owner: key,
    },
    {
      owner: Buffer.from(KEY),
      filters: [{ offset: 2 ** 32 - 1, bytes: Buffer.from("a") }],
      dataSlice: { offset: 1, length: 0 },
      cursor: Buffer.from(HASH),
      limit: 0,
    },
  ],
  ["one value by position", [key], ofOwner],
  [
    "all values by position, null for absent",
    [key, null, { offset: 0, length: 9 }, hash, 1000],
    {
      ...ofOwner,
      dataSlice: { offset: 0, length: 9 },
      cursor: Buffer.from(HASH),
    },
  ],
  [
    "five filters, zero bytes and leading zeros among them",
    {
      owner: key,
      filters: ["", "1", "11", "2g", "z".repeat(1500)].map((bytes) => ({
        memcmp: { offset: 0, bytes },
      })),
    },
    {
      ...ofOwner,
      filters: ["", "1", "11", "2g", "z".repeat(1500)].map((text) => ({
        offset: 0,
        bytes: Buffer.from(base58.decode(text)),
      })),
    },
  ],
];

for (const [title, given, parsed] of accepted) {
  test(`parameters: ${title}`, () => {
    assert.deepEqual(accounts.parse(given), parsed);
  });
}

test("absent parameters, null and an empty array mean no parameters", () => {
  for (const none of [undefined, null, [], {}])
    assert.deepEqual(latest.parse(none), { cursor: null, limit: 1000 });
});

const memcmp = (...entries: unknown[]) => ({ owner: key, filters: entries });
const OWNER = "owner: must be base58 of 32 bytes";
const LIMIT = "limit: must be an integer from 0 to 1000";
const OFFSET = "must be an integer from 0 to 4294967295";
const BYTES =
  "filters[0].memcmp.bytes: must be base58 of at most 1500 characters";
const KNOWN = "known: owner, filters, dataSlice, cursor, limit";

const refused: [given: unknown, message: string][] = [
  [undefined, OWNER],
  [null, OWNER],
  [[], OWNER],
  [{}, OWNER],
  [{ owner: null }, OWNER],
  [{ owner: "" }, OWNER],
  [{ owner: 5 }, OWNER],
  [{ owner: [key] }, OWNER],
  [{ owner: key.slice(1) }, OWNER],
  [{ owner: `${key}1` }, OWNER],
  [{ owner: `1${key}` }, OWNER],
  [{ owner: key.replace(/.$/, "0") }, OWNER],
  [{ owner: key.replace(/.$/, "é") }, OWNER],
  ["text", "params: must be an object or an array"],
  [7, "params: must be an object or an array"],
  [false, "params: must be an object or an array"],
  [
    [key, [], null, null, 1, null],
    "params: must be at most 5 values: owner, filters, dataSlice, cursor, limit",
  ],
  [[key, null, null, null, 1001], LIMIT],
  [{ owner: key, limit: 1001 }, LIMIT],
  [{ owner: key, limit: -1 }, LIMIT],
  [{ owner: key, limit: 1.5 }, LIMIT],
  [{ owner: key, limit: "10" }, LIMIT],
  [{ owner: key, limit: Infinity }, LIMIT],
  [{ owner: key, limit: [] }, LIMIT],
  [{ owner: key, limit: false }, LIMIT],
  [{ owner: key, foo: 1 }, `unknown field "foo"; ${KNOWN}`],
  [{ owner: key, Limit: 1 }, `unknown field "Limit"; ${KNOWN}`],
  [{ owner: key, foo: null }, `unknown field "foo"; ${KNOWN}`],
  [JSON.parse(`{"__proto__": 1}`), `unknown field "__proto__"; ${KNOWN}`],
  [{ constructor: 1 }, `unknown field "constructor"; ${KNOWN}`],
  [{ owner: key, filters: {} }, "filters: must be an array of at most 5"],
  [
    memcmp(...(Array(6).fill({ memcmp: { offset: 0, bytes: "1" } }) as [])),
    "filters: must be an array of at most 5",
  ],
  [memcmp(null), "filters[0]: must be an object of memcmp"],
  [memcmp({}), "filters[0].memcmp: must be an object of offset, bytes"],
  [
    memcmp({ memcmp: null }),
    "filters[0].memcmp: must be an object of offset, bytes",
  ],
  [memcmp({ memcmp: {} }), `filters[0].memcmp.offset: ${OFFSET}`],
  [
    memcmp({ memcmp: { bytes: "1", offset: -1 } }),
    `filters[0].memcmp.offset: ${OFFSET}`,
  ],
  [
    memcmp({ memcmp: { offset: 0, bytes: "1", offst: 1 } }),
    'unknown field "filters[0].memcmp.offst"; known: offset, bytes',
  ],
  [
    memcmp({ memcmp: { offset: 0, bytes: "1" } }, { memcpy: {} }),
    'unknown field "filters[1].memcpy"; known: memcmp',
  ],
  [memcmp({ memcmp: { offset: 0 } }), BYTES],
  [memcmp({ memcmp: { offset: 0, bytes: "0" } }), BYTES],
  [memcmp({ memcmp: { offset: 0, bytes: [1] } }), BYTES],
  [memcmp({ memcmp: { offset: 0, bytes: "1".repeat(1501) } }), BYTES],
  [
    { owner: key, dataSlice: 3 },
    "dataSlice: must be an object of offset, length",
  ],
  [{ owner: key, dataSlice: { offset: 0 } }, `dataSlice.length: ${OFFSET}`],
  [
    { owner: key, dataSlice: { offset: 0.5, length: 1 } },
    `dataSlice.offset: ${OFFSET}`,
  ],
  [
    { owner: key, dataSlice: { offset: 0, length: 1, len: 1 } },
    'unknown field "dataSlice.len"; known: offset, length',
  ],
];

for (const [given, message] of refused) {
  const shown = JSON.stringify(given) as string | undefined;
  test(`${shown?.slice(0, 90) ?? "nothing"} is refused: ${message}`, () => {
    assert.throws(() => accounts.parse(given), { code: -32602, message });
  });
}

test("a method without parameters says so of a field and of a value", () => {
  const none = params({});
  const why = (given: unknown) => {
    assert.throws(() => none.parse(given), { code: -32602, message: expected });
  };
  let expected = 'unknown field "limit"; known: none';
  why({ limit: 1 });
  expected = "params: must be empty";
  why([1]);
});

test("the documented schema accepts what the parser accepts, and nothing else", () => {
  const documented = Compile(accounts.schema);
  const number = fc.constantFrom(0, 1000, 1001, 2 ** 32, -1, 0.5, "1", null);
  const filter = fc.record({
    memcmp: fc.record({ offset: number, bytes: fc.constantFrom("", "2g", 1) }),
  });
  const given = fc.record(
    {
      owner: fc.constant(key),
      filters: fc.oneof(fc.array(filter, { maxLength: 7 }), number),
      dataSlice: fc.record({ offset: number, length: number }),
      cursor: fc.constantFrom(null, hash),
      limit: number,
      surprise: number,
    },
    { requiredKeys: ["owner"] },
  );
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(given, (given) => {
      const good = isAccepted(given);
      seen.add(good);
      assert.equal(documented.Check(given), good);
    }),
    { numRuns: 1000 },
  );
  assert.deepEqual(seen, new Set([true, false]));
});

function isAccepted(given: unknown): boolean {
  try {
    accounts.parse(given);
    return true;
  } catch {
    return false;
  }
}
