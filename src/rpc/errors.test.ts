import assert from "node:assert/strict";
import { test } from "node:test";
import { ERRORS, quote, RpcError } from "./errors.ts";

test("the codes are those of the contract and are not renumbered", () => {
  const codes = Object.entries(ERRORS).map(([name, { code }]) => [name, code]);
  assert.deepEqual(Object.fromEntries(codes), {
    parseError: -32700,
    invalidRequest: -32600,
    methodNotFound: -32601,
    invalidParams: -32602,
    internalError: -32603,
    slotNotReached: -32016,
    notKept: -32011,
    unavailable: -32005,
    noProof: -32050,
    treeUnusable: -32051,
  });
});

test("a caller's text goes into the message as it is", () => {
  const { message } = new RpcError("methodNotFound", "$& $1 {why}");
  assert.equal(message, "Method not found: $& $1 {why}");
});

test("an internal error says nothing else", () => {
  const { message } = new RpcError("internalError", "disk is full");
  assert.equal(message, "Internal error");
});

test("a caller's long name is cut", () => {
  assert.equal(quote('a"b'), '"a\\"b"');
  assert.equal(quote("x".repeat(1000)).length, 67);
});
