import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../../test/encoder/plain.ts";
import { readAccounts } from "../../../test/encoder/recorded.ts";
import { TreeType } from "../../domain/tree.ts";
import { builtInTrees } from "../../ingest/trees/builtInTrees.ts";
import { encodeBase58 } from "../base58.ts";
import { parseAddress } from "../bytes.ts";
import { parseTreeAccount } from "./treeAccount.ts";

const accounts = new Map(
  readAccounts().map((each) => [encodeBase58(each.pubkey), each]),
);

function parse(pubkey: string, change: (data: Buffer) => void = () => {}) {
  const recorded = accounts.get(pubkey)!;
  const data = Buffer.from(recorded.account.data);
  change(data);
  return parseTreeAccount(recorded.pubkey, { ...recorded.account, data });
}

test("every built-in tree matches its account on chain", () => {
  for (const tree of builtInTrees)
    assert.deepEqual(
      plain(parse(encodeBase58(tree.tree))),
      plain({ kind: "tree", tree }),
    );
});

test("every queue leads to its tree", () => {
  for (const { tree, queue, type } of builtInTrees) {
    if (type === TreeType.AddressV2) continue; // its own queue
    assert.deepEqual(
      plain(parse(encodeBase58(queue))),
      plain({ kind: "queue", tree }),
    );
  }
});

const STATE_V1 = "smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT";
const STATE_V2 = "bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU";
const QUEUE_V2 = "oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto";

test("trees and queues of another owner are refused", () => {
  const ownerAt = { [STATE_V1]: 8, [STATE_V2]: 16, [QUEUE_V2]: 8 };
  for (const [pubkey, at] of Object.entries(ownerAt)) {
    const parsed = parse(pubkey, (data) => (data[at]! ^= 1));
    assert.deepEqual(parsed, {
      kind: "refused",
      reason: "not owned by the accepted tree owner",
    });
  }
});

test("an account of another program is refused, whatever its data", () => {
  const { pubkey, account } = accounts.get(STATE_V1)!;
  const owner = parseAddress("11111111111111111111111111111111");
  assert.equal(parseTreeAccount(pubkey, { ...account, owner }).kind, "refused");
});

test("another discriminator, an unknown type and short data are refused", () => {
  const refused = [
    parse(STATE_V1, (data) => (data[0]! ^= 1)),
    parse(STATE_V2, (data) => (data[8] = 9)),
  ];
  assert.deepEqual(
    refused.map(({ kind }) => kind),
    ["refused", "refused"],
  );
  const { pubkey, account } = accounts.get(STATE_V1)!;
  for (const length of [0, 8, 39, 191]) {
    const data = account.data.subarray(0, length);
    const parsed = parseTreeAccount(pubkey, { ...account, data });
    assert.equal(parsed.kind, "refused", `${length} bytes`);
  }
});
