import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFlags } from "./describeFlags.ts";
import { refuseUnknownVariables } from "./environment.ts";
import { listFormerNames, readFlags } from "./readFlags.ts";
import { serveFlags } from "./serveFlags.ts";
import { UsageError } from "./usageError.ts";

const read = (args: string[], environment: Record<string, string> = {}) =>
  readFlags(serveFlags, args, environment);

test("a flag wins over its environment variable, which wins over the default", () => {
  assert.equal(read([]).port, 8784);
  assert.equal(read([], { TACHYON_PORT: "1" }).port, 1);
  assert.equal(read(["--port", "2"], { TACHYON_PORT: "1" }).port, 2);
  assert.equal(read(["--port=3"]).port, 3);
});

test("a switch without a value is on", () => {
  assert.equal(read([]).verify, false);
  assert.equal(read(["--verify", "--port", "0"]).verify, true);
  assert.equal(read([], { TACHYON_VERIFY: "1" }).verify, true);
  assert.equal(
    read([], { TACHYON_DISABLE_API: "false" })["disable-api"],
    false,
  );
});

test("a start slot is a number or the word latest", () => {
  assert.equal(read(["--start-slot", "12"])["start-slot"], 12);
  assert.equal(read(["--start-slot", "latest"])["start-slot"], "latest");
});

test("the past is kept for a time, for slots, all of it, or as little as a fork needs", () => {
  assert.deepEqual(read([]).history, { seconds: 86_400 });
  assert.deepEqual(read(["--history", "12h"]).history, { seconds: 43_200 });
  assert.deepEqual(read(["--history", "5000"]).history, { slots: 5_000 });
  assert.deepEqual(read(["--history", "none"]).history, { slots: 0 });
  assert.equal(read(["--history", "all"]).history, "all");
  for (const wrong of ["ever", "1w", "-5", ""])
    assert.throws(() => read(["--history", wrong]), UsageError);
});

const lagBounds: readonly [text: string, bound: object][] = [
  ["60s", { seconds: 60 }],
  ["2m", { seconds: 120 }],
  ["150", { slots: 150 }],
  ["0", { slots: 0 }],
];
for (const flag of ["max-lag", "max-replica-lag"] as const) {
  for (const [text, bound] of lagBounds) {
    test(`--${flag} takes ${text}`, () => {
      assert.deepEqual(read([`--${flag}`, text])[flag], bound);
    });
  }
}

test("by default a server may be 60 s behind, and a standby 20 s", () => {
  assert.deepEqual(read([])["max-lag"], { seconds: 60 });
  assert.deepEqual(read([])["max-replica-lag"], { seconds: 20 });
});

const refused: readonly [args: string[], message: RegExp][] = [
  [["--prot", "1"], /unknown flag --prot; did you mean --port\?/],
  [["--zzzzzzzzz"], /unknown flag --zzzzzzzzz; see --help/],
  [["--port"], /--port needs a value/],
  [["--blocks", "--verify"], /--blocks needs a value/],
  [["--host="], /--host needs a value: ADDRESS/],
  [["--blocks", ""], /--blocks needs a value: FILE/],
  [["--constructor", "1"], /unknown flag --constructor/],
  [["--port", "70000"], /--port: "70000" is not a port/],
  [["--port", "1e3"], /--port: "1e3" is not a port/],
  [["--start-slot", "-4"], /--start-slot: "-4" is neither/],
  [["--rpc-url", "localhost:8899"], /--rpc-url: .* is not a URL/],
  [["--log-format", "xml"], /--log-format: .* one of text, json/],
  [["--verify=maybe"], /--verify: "maybe" is neither true nor false/],
  [["extra"], /unexpected argument "extra"/],
  [["--page-cache-mb", "1000000000000"], /--page-cache-mb: .* more than/],
  [["--cache-mb", "1000000000000"], /--cache-mb: .* more than the \d+ MiB/],
  [["--cache-mb", "0"], /--cache-mb: "0" is not a whole number of at least 1/],
  [["--max-connections", "0"], /--max-connections: .* from 1 to 1000000$/],
  [
    ["--max-connections", "9000000"],
    /--max-connections: .* from 1 to 1000000$/,
  ],
  [["--max-batch", "0"], /--max-batch: .* from 1 to 10000$/],
  [["--max-body", "9999999999"], /--max-body: .* from 1 to 268435456$/],
  [["--drain", "999999"], /--drain: .* from 0 to 3600$/],
  [["--slow-ms", "9999999999"], /--slow-ms: .* from 0 to 2147483647$/],
  [["--rate-limit", "9999999999"], /--rate-limit: .* from 0 to 1000000000$/],
  [
    ["--max-lag", "soon"],
    /--max-lag: "soon" is neither a time .* nor a number/,
  ],
  [["--max-lag", "1.5s"], /--max-lag: "1.5s" is neither/],
  [["--max-lag", "60 s"], /--max-lag: "60 s" is neither/],
  [["--max-lag", "9999999999m"], /--max-lag: "9999999999m" is neither/],
  [["--max-replica-lag", "1h"], /--max-replica-lag: "1h" is neither/],
  [["--db-pool", "9999999999"], /--db-pool: .* from 1 to 10000$/],
  [["--db-timeout-ms", "9999999999"], /--db-timeout-ms: .* to 2147483647$/],
];
for (const [args, message] of refused) {
  test(`"${args.join(" ")}" is refused with a reason`, () => {
    assert.throws(
      () => read(args),
      (error: Error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}

test("the error of a bad value in the environment names the variable", () => {
  const environment = { TACHYON_PORT: "many" };
  assert.throws(
    () => read([], environment),
    /^UsageError: TACHYON_PORT: "many"/,
  );
});

test("a flag works under its former name, and the log shows the new name", () => {
  const args = ["--recall-mb", "5"];
  assert.equal(read(args)["page-cache-mb"], 5);
  assert.equal(read(["--recall-mb=6"])["page-cache-mb"], 6);
  assert.deepEqual(listFormerNames(serveFlags, args, {}), [
    "--recall-mb is now called --page-cache-mb; the next release drops the old name",
  ]);
  assert.deepEqual(
    listFormerNames(serveFlags, ["--page-cache-mb", "5"], {}),
    [],
  );
  assert.throws(() => read(["--recall-mb", "x"]), /--recall-mb: "x" is not/);
});

test("so does a variable under its former name, unless the new one is set too", () => {
  const former = { TACHYON_RECALL_MB: "5" };
  assert.equal(read([], former)["page-cache-mb"], 5);
  const both = { ...former, TACHYON_PAGE_CACHE_MB: "7" };
  assert.equal(read([], both)["page-cache-mb"], 7);
  assert.deepEqual(listFormerNames(serveFlags, [], former), [
    "TACHYON_RECALL_MB is now called TACHYON_PAGE_CACHE_MB; the next release drops the old name",
  ]);
  assert.throws(
    () => read([], { TACHYON_RECALL_MB: "x" }),
    /TACHYON_RECALL_MB/,
  );
});

test("a variable that no flag reads is refused, with the nearest one", () => {
  const check = (environment: Record<string, string>) => {
    refuseUnknownVariables([serveFlags], environment);
  };
  assert.throws(() => {
    check({ TACHYON_PROT: "1" });
  }, /^UsageError: unknown environment variable TACHYON_PROT; did you mean TACHYON_PORT\?$/);
  assert.throws(() => {
    check({ TACHYON_ZZZZZZZZZZZZZ: "1" });
  }, /unknown environment variable TACHYON_ZZZZZZZZZZZZZ; see --help$/);
  check({ TACHYON_PORT: "1", TACHYON_RECALL_MB: "5", PATH: "/bin" });
  check({ TACHYON_WORKER_STORE: "sqlite://internal" });
});

test("variables that Kubernetes and Docker set for a service named tachyon are ignored", () => {
  const set = {
    TACHYON_SERVICE_HOST: "10.0.0.1",
    TACHYON_SERVICE_PORT: "8784",
    TACHYON_SERVICE_PORT_HTTP: "8784",
    TACHYON_PORT: "tcp://10.0.0.1:8784",
    TACHYON_PORT_8784_TCP: "tcp://10.0.0.1:8784",
    TACHYON_PORT_8784_TCP_PROTO: "tcp",
  };
  refuseUnknownVariables([serveFlags], set);
  assert.equal(read([], set).port, 8784);
});

test("the help lists every flag once, under the heading of its group", () => {
  const help = describeFlags(serveFlags);
  const headings = help.split("\n").filter((line) => /^\S/.test(line));
  assert.deepEqual(headings, [...new Set(headings)]);
  for (const heading of ["Source", "Store", "Listening", "Logging"])
    assert.ok(headings.includes(`${heading}:`), heading);
  for (const name of Object.keys(serveFlags)) {
    const lines = help.match(new RegExp(`^  --${name}( |$)`, "gm"));
    assert.equal(lines?.length, 1, name);
  }
  assert.ok(!help.includes("recall"));
});

test("every flag of a service belongs to a group", () => {
  for (const [name, flag] of Object.entries(serveFlags))
    assert.ok("group" in flag, name);
});
