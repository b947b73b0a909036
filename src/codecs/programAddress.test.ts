import assert from "node:assert/strict";
import { test } from "node:test";
import { PublicKey } from "@solana/web3.js";
import fc from "fast-check";
import { asAddress } from "../domain/values.ts";
import { findProgramAddress, isOnCurve } from "./programAddress.ts";

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

test("a key is on the curve exactly if web3.js says so", () => {
  fc.assert(
    fc.property(bytes32, (bytes) => {
      assert.equal(isOnCurve(bytes), PublicKey.isOnCurve(bytes));
    }),
    { numRuns: 300 },
  );
});

test("derived program addresses match web3.js", () => {
  const seeds = fc.array(fc.uint8Array({ maxLength: 32 }), { maxLength: 4 });
  fc.assert(
    fc.property(seeds, bytes32, (seeds, program) => {
      const derived = findProgramAddress(seeds, asAddress(program));
      const [expected] = PublicKey.findProgramAddressSync(
        seeds,
        new PublicKey(program),
      );
      assert.deepEqual([...derived], [...expected.toBytes()]);
    }),
    { numRuns: 60 },
  );
});
