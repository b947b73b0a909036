import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import type { Caller } from "../../rpc/observer.ts";
import { Callers } from "./callers.ts";
import { KeyRing } from "./keyRing.ts";
import type { KeyEntry } from "./keyFile.ts";
import { readClocks } from "./now.ts";

const SECRET = "a-secret-of-some-length";
const entry: KeyEntry = {
  name: "one",
  sha256: createHash("sha256").update(SECRET).digest("hex"),
  ...{ scopes: null, dailyUnits: null, expires: null },
  rate: { perSecond: 1, burst: 5 },
};

function admitted(ring: KeyRing): Caller {
  const callers = new Callers({
    keys: ring,
    ...{ addressRate: null, limitLoopback: false },
  });
  const url = `/?api-key=${SECRET}`;
  const request = { url, headers: {} } as IncomingMessage;
  const admission = callers.admit(request, "127.0.0.1", readClocks(), 0);
  assert.ok("caller" in admission && admission.caller);
  return admission.caller;
}

function ringOf(...keys: KeyEntry[]): KeyRing {
  const ring = new KeyRing();
  ring.load({ keys, anonymous: false }, performance.now());
  return ring;
}

test("an open connection learns that its key was removed or has expired, and not that others were", () => {
  const ring = ringOf(entry);
  const caller = admitted(ring);
  ring.load({ keys: [entry], anonymous: false }, performance.now());
  assert.equal(caller.isRevoked!(), false);
  const expired = { ...entry, expires: Date.now() - 1 };
  ring.load({ keys: [expired], anonymous: false }, performance.now());
  assert.equal(caller.isRevoked!(), true);
  ring.load({ keys: [], anonymous: false }, performance.now());
  assert.equal(caller.isRevoked!(), true);
});

test("a caller that has spent its units waits until it has some again", () => {
  const caller = admitted(ringOf(entry));
  assert.equal(caller.waitSeconds!(), 0);
  caller.charge(50);
  assert.ok(caller.waitSeconds!() > 40);
});
