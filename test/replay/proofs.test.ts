import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { type Prover, ProverRefused } from "../../src/domain/prover.ts";
import { circuitOf } from "../../src/prover/circuit.ts";
import { joinChunks } from "../../src/render/text.ts";
import { createDispatch } from "../../src/rpc/dispatch/dispatch.ts";
import type { Dispatch } from "../../src/rpc/dispatch/dispatchOptions.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import { parseExact } from "../model/exactJson.ts";
import {
  type Claim,
  circuitName,
  claimOf,
  claimOfV2,
  isProvenBy,
  type ProofAnswer,
  type ProofAnswerV2,
} from "../prover/answeredProof.ts";
import { circuits } from "../prover/groth16.ts";
import { test, type WithStore } from "../store/eachEngine.ts";
import {
  recordedLines,
  recordedRootCapacities,
  recordedTrees,
  recordedUpdates,
} from "./chain.ts";

interface Recording {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly result?: { readonly value?: unknown };
  readonly error?: { readonly code: bigint; readonly message: string };
}

const names = readdirSync(
  new URL("../../fixtures/proofs", import.meta.url),
).map((file) => file.replace(".proofs.jsonl.gz", ""));

for (const name of names) {
  test(`${name}: proofs equal the recorded ones field by field, or are refused with a reason`, async (withStore) => {
    await withProofs(withStore, name, async (ask) => {
      let compared = 0;
      for (const line of recordedLines(`proofs/${name}.proofs.jsonl.gz`)) {
        const expected = parseExact(line) as Recording;
        const params = (JSON.parse(line) as Recording).params;
        if (isNamedList(expected)) continue;
        const got = await answer(ask, expected.method, params);
        if (expected.error) assert.ok(got.error, line);
        else if (got.error) assertRefusedOnPurpose(expected, got.error, line);
        else {
          assertProven(expected, params);
          assert.deepEqual(comparable(got), comparable(expected), line);
          compared++;
        }
      }
      assert.ok(compared > 200, String(compared));
    });
  });
}

const MISSING =
  /^No proofs of this tree now: \w+: its updates [\d ,to-]+ are not indexed$/;
const SPENT = /^hash(es\[\d\])?: this account was spent in slot \d+$/;
const NOT_THERE = /^hash(es\[\d\])?: the tree does not hold this account$/;
const NO_ACCOUNT = /^hash(es\[\d\])?: no account has this hash$/;
const EXISTS = /^addresses\[\d\]: this address already exists$/;
const RANGE = /^addresses\[\d\]: an address must be greater than 0/;
const UNKNOWN_TREE = /^(addresses\[\d\]|tree): the tree is unknown/;

/** What the reference answers and this server refuses, by method; docs/compatibility.md says why. */
const ON_PURPOSE: Readonly<Record<string, readonly RegExp[]>> = {
  getCompressedAccountProof: [MISSING, SPENT, NO_ACCOUNT],
  getCompressedAccountProofV2: [MISSING, SPENT, NOT_THERE],
  getMultipleCompressedAccountProofs: [MISSING, SPENT, NO_ACCOUNT],
  getMultipleCompressedAccountProofsV2: [MISSING, SPENT, NOT_THERE],
  getMultipleNewAddressProofs: [EXISTS, RANGE],
  getMultipleNewAddressProofsV2: [MISSING, EXISTS, RANGE, UNKNOWN_TREE],
  getQueueElements: [MISSING, UNKNOWN_TREE],
  getValidityProof: [MISSING, SPENT, NO_ACCOUNT],
  getValidityProofV2: [MISSING],
};

function assertRefusedOnPurpose(
  { method }: Recording,
  { message }: NonNullable<Recording["error"]>,
  line: string,
): void {
  const reasons = ON_PURPOSE[method] ?? [];
  assert.ok(
    reasons.some((reason) => reason.test(message)),
    `${message}: ${line}`,
  );
}

/** A list in an object with its name is taken as well as the bare one. */
function isNamedList({ error }: Recording): boolean {
  return error?.message.startsWith("invalid type: map") ?? false;
}

const checked = new Set<string>();

/** The recorded proof proves what the reference says it does: one for each circuit, since each takes a tenth of a second. */
function assertProven(
  { method, result }: Recording,
  params: Recording["params"],
) {
  const claim = claimIn(method, result?.value, params);
  if (!claim || checked.has(claim.circuit)) return;
  checked.add(claim.circuit);
  const { compressedProof } = result!.value as ProofAnswer;
  assert.ok(isProvenBy(claim, compressedProof), claim.circuit);
}

function claimIn(
  method: string,
  value: unknown,
  { hashes }: Recording["params"],
): Claim | null {
  if (method === "getValidityProofV2") return claimOfV2(value as ProofAnswerV2);
  if (method !== "getValidityProof") return null;
  const accounts = (hashes as string[] | undefined)?.length ?? 0;
  const { merkleTrees, ...answer } = value as ProofAnswer & {
    merkleTrees: string[];
  };
  const isV2 = /^(bmt|amt2|HLKs|EzKE)/.test(merkleTrees[0]!);
  return claimOf(answer, accounts, isV2 ? 2 : 1);
}

/** A proof differs each time it is made, and the reference's order of queues does by chance. */
function comparable({ result }: Recording): unknown {
  const { queues } = (result ?? {}) as { queues?: Record<string, unknown>[] };
  const nameOf = ({ tree, queueType }: Record<string, unknown>) =>
    `${String(tree)} ${String(queueType)}`;
  queues?.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const value = result?.value as { compressedProof?: unknown } | undefined;
  if (!value?.compressedProof) return result;
  return { ...result, value: { ...value, compressedProof: "a proof" } };
}

/** Stands for a prover that has the circuits of the recordings. */
const prover: Prover = {
  prove(statement) {
    const { version, ...circuit } = circuitOf(statement);
    const accounts = statement.accounts.length;
    const name = circuitName(version, accounts, statement.addresses.length);
    if (!circuits.includes(name))
      return Promise.reject(new ProverRefused(`no key for ${circuit.type}`));
    const point = new Uint8Array(32);
    return Promise.resolve({ a: point, b: new Uint8Array(64), c: point });
  },
};

const log = {
  error: (fields: object) =>
    assert.fail(new Error("nothing here may fail", { cause: fields })),
};

/** `NAME@SLOT` is the chain without the blocks above that slot; `+small-rings` gives its trees short root histories. */
async function withProofs(
  withStore: WithStore,
  name: string,
  work: (ask: Dispatch) => Promise<void>,
): Promise<void> {
  const [, chain, slot, rings] = /^([^@+]+)(?:@(\d+))?(\+small-rings)?$/.exec(
    name,
  )!;
  const last = slot ? Number(slot) : Infinity;
  const accounts = rings ? "accounts-small-rings" : "accounts";
  const updates = await recordedUpdates(chain!);
  await withStore(async ({ writer, reader: read }) => {
    await writer.addTrees([...(await recordedTrees())]);
    await writer.saveTreeFacts(await recordedRootCapacities(accounts));
    for (const update of updates)
      if (update.block.slot <= last) await writer.apply([update]);
    await work(createDispatch({ read, prover, methods, log }));
  });
}

async function answer(ask: Dispatch, method: string, params: unknown) {
  const request = { jsonrpc: "2.0", id: "test-account", method, params };
  const text = await ask(Buffer.from(JSON.stringify(request)), "/", "");
  return parseExact(joinChunks(text!)) as Recording;
}
