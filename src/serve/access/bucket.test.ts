import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { network } from "./addressBuckets.ts";
import { Bucket } from "./bucket.ts";

test("in any period a caller gets at most the burst, the refilled units and one overdraft", () => {
  const rate = { perSecond: 100, burst: 500 };
  const asks = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 3_000 }),
      cost: fc.integer({ min: 1, max: 71 }),
    }),
    { minLength: 1, maxLength: 200 },
  );
  fc.assert(
    fc.property(asks, (sequence) => {
      const bucket = new Bucket(rate, 0);
      let now = 0;
      let spent = 0;
      for (const { wait, cost } of sequence) {
        now += wait;
        if (bucket.waitSeconds(now) > 0) continue;
        bucket.take(cost, now);
        spent += cost;
      }
      assert.ok(spent <= rate.burst + (now / 1000) * rate.perSecond + 71);
    }),
  );
});

test("a caller that waits for Retry-After is admitted", () => {
  const bucket = new Bucket({ perSecond: 2, burst: 10 }, 0);
  bucket.take(31, 0);
  const wait = bucket.waitSeconds(0);
  assert.equal(wait, 11);
  assert.ok(bucket.waitSeconds((wait - 2) * 1000) > 0);
  assert.equal(bucket.waitSeconds(wait * 1000), 0);
});

test("addresses of one IPv6 network share a limit, IPv4 addresses do not", () => {
  assert.equal(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::9"));
  assert.notEqual(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
  assert.equal(network("::ffff:192.0.2.1"), "192.0.2.1");
  assert.notEqual(network("192.0.2.1"), network("192.0.2.2"));
});
