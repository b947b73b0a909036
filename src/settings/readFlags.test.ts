import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFlags, readFlags } from "./readFlags.ts";
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

test("a switch is on when it is named", () => {
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

test("a bad value in the environment is refused under the variable's name", () => {
  const environment = { TACHYON_PORT: "many" };
  assert.throws(
    () => read([], environment),
    /^UsageError: TACHYON_PORT: "many"/,
  );
});

test("the help lists every flag", () => {
  const help = describeFlags(serveFlags);
  for (const name of Object.keys(serveFlags))
    assert.ok(help.includes(`--${name}`), name);
});
