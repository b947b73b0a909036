import assert from "node:assert/strict";
import { test } from "node:test";
import { createHelius } from "helius-sdk";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import type { Method } from "../../src/rpc/method.ts";
import * as served from "../../src/rpc/methods/index.ts";
import { CALLED_BY } from "./calls.ts";
import { withServedChain } from "./servedChain.ts";

/** Imported by name, because the package's types refer to files that current compilers do not find. */
type Zk = Record<string, (params?: object) => Promise<unknown>>;

function zkOf(baseUrl: string): Zk {
  const helius: unknown = createHelius({ apiKey: "any", baseUrl });
  return (helius as { zk: Zk }).zk;
}

test("helius-sdk calls every served method of its zk client, and returns the responses", async () => {
  await withServedChain("programs-400", async ({ url, called, paramsOf }) => {
    const zk = zkOf(url);
    for (const name of CALLED_BY["helius-sdk"]) {
      const asked = paramsOf(nameInRecordings(name)).slice(0, 5);
      const [first = {}, ...rest] = asked;
      for (const params of [first, ...rest]) {
        const list = LISTS.get(name)?.(params);
        const asked = list ?? withNulls(name, params);
        const answer = await zk[name]!(asked);
        assert.ok(answer !== null && answer !== undefined, name);
      }
    }
    assert.deepEqual([...called].sort(), [...CALLED_BY["helius-sdk"]].sort());
  });
});

test("methods without parameters accept what helius-sdk sends", async () => {
  await withServedChain("four_cpi_events", async ({ url }) => {
    const zk = zkOf(url);
    assert.equal(await zk.getIndexerHealth!(), "ok");
    assert.equal(Number(await zk.getIndexerSlot!()), 12);
  });
});

type Params = Readonly<Record<string, string>>;

const ADDRESS = encodeBase58(new Uint8Array(32).fill(2, 1));
const newAddresses = (tree: string) => () => [{ address: ADDRESS, tree }];

/** What the methods that take a list alone are called with. */
const LISTS: ReadonlyMap<string, (params: Params) => unknown> = new Map([
  [
    "getMultipleCompressedAccountProofs",
    (params: Params): unknown => params["hashes"],
  ],
  ["getMultipleNewAddressProofs", () => [ADDRESS]],
  [
    "getMultipleNewAddressProofsV2",
    newAddresses("amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx"),
  ],
]);

/** There are no recordings for the old name. */
function nameInRecordings(name: string): string {
  return name === "getCompressedBalance" ? "getCompressedAccountBalance" : name;
}

/** Callers of this package pass null for optional values. */
function withNulls(name: string, params: Record<string, string>): object {
  const { params: schema } = (served as Record<string, Method>)[name]!;
  const { properties } = schema as { properties?: Record<string, unknown> };
  const open = Object.keys(properties ?? {}).map((field) => ({
    [field]: null,
  }));
  return Object.assign({}, ...open, params) as object;
}
