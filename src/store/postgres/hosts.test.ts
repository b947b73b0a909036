import assert from "node:assert/strict";
import { test } from "node:test";
import { eachHost, serverName } from "./hosts.ts";

test("a URL with several servers is one URL for each", () => {
  const url = "postgres://me:a%40b@one,two:5433,[::1]:7/db?sslmode=require";
  assert.deepEqual(eachHost(url), [
    "postgres://me:a%40b@one/db?sslmode=require",
    "postgres://me:a%40b@two:5433/db?sslmode=require",
    "postgres://me:a%40b@[::1]:7/db?sslmode=require",
  ]);
});

test("a URL with one server, or none, stays as it is", () => {
  for (const url of [
    "postgres://me@one:5432/db?options=-csearch_path%3Da,b",
    "postgresql:///db?host=/run/postgresql",
    "postgres://one",
  ]) {
    assert.deepEqual(eachHost(url), [url]);
  }
});

test("the name of a server shows no password and no options", () => {
  const url = "postgres://me:secret@one,two:5433/db?password=secret";
  assert.equal(serverName(url), "postgres://one,two:5433/db");
});
