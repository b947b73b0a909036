import assert from "node:assert/strict";
import { test } from "node:test";
import { openStore, storeName } from "../open.ts";
import { eachHost, serverName } from "./hosts.ts";

test("a URL with several servers is split into one URL for each", () => {
  const url = "postgres://me:a%40b@one,two:5433,[::1]:7/db?sslmode=require";
  assert.deepEqual(eachHost(url), [
    "postgres://me:a%40b@one/db?sslmode=require",
    "postgres://me:a%40b@two:5433/db?sslmode=require",
    "postgres://me:a%40b@[::1]:7/db?sslmode=require",
  ]);
});

test("a URL with one server, or none, is unchanged", () => {
  for (const url of [
    "postgres://me@one:5432/db?options=-csearch_path%3Da,b",
    "postgresql:///db?host=/run/postgresql",
    "postgres://one",
  ]) {
    assert.deepEqual(eachHost(url), [url]);
  }
});

test("the displayed name of a server contains no password and no options", () => {
  const url = "postgres://me:secret@one,two:5433/db?password=secret";
  assert.equal(serverName(url), "postgres://one,two:5433/db");
});

const unencoded = [
  "postgres://me:sec/ret@one:5432/db",
  "postgres://me:5432/sec,ret@one:5432/db",
  "postgres://me:a@sec/ret@one:5432/db",
  "postgres://me:sec?ret@one:5432/db",
  "postgres://me:sec#ret@one:5432/db",
];
for (const url of unencoded) {
  test(`no part of the password is shown of ${url}, and the error says how to write it`, async () => {
    assert.doesNotMatch(storeName(url), /sec|ret/);
    assert.match(storeName(url), /one:5432\/db$/);
    await assert.rejects(
      openStore(url, { write: true }),
      ({ message }: Error) =>
        message.includes("%2F") && !/sec|ret/.test(message),
    );
  });
}

for (const scheme of ["postgress://", "postgres:/"]) {
  test(`a URL that begins with ${scheme} is refused without its password`, async () => {
    await assert.rejects(
      openStore(`${scheme}me:secret@one/db`, { write: false }),
      ({ message }: Error) =>
        message.startsWith("one/db is not a store") &&
        !message.includes("secret"),
    );
  });
}
