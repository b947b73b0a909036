import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import type { Reader } from "../../store/reader.ts";
import { createDispatch } from "./dispatch.ts";
import { methodOfPath } from "./methodOfPath.ts";
import type { DispatchOptions } from "./dispatchOptions.ts";
import { integer } from "../field.ts";
import { defineMethod, textOf, type Method } from "../method.ts";
import { optional, params } from "../params.ts";

const number = params({ number: optional(integer(0, 9), 0) });
const define = (run: (number: number) => string | Promise<string>): Method =>
  defineMethod({
    summary: "A number.",
    params: number,
    result: textOf(Type.Unknown()),
    run: (_read, { number }) => run(number),
  });

const methods = {
  getNumber: define((number) => `[${number}]`),
  getLater: define((number) => Promise.resolve(`[${number}]`)),
  getFault: define(() => {
    throw new Error("disk is full");
  }),
  getLateFault: define(() => Promise.reject(new Error("gone"))),
  getLarge: define(() => `"${"x".repeat(1000)}"`),
};

interface Logged {
  requestId?: string;
  err?: Error;
}

function makeDispatch(options: Partial<DispatchOptions> = {}) {
  const logged: Logged[] = [];
  const dispatch = createDispatch({
    read: {} as Reader, // no method here touches it
    methods,
    log: { error: (fields) => logged.push(fields) },
    ...options,
  });
  const ask = (body: string | Buffer, path = "/") =>
    dispatch(Buffer.from(body as string), path, "request-1");
  return { ask, logged };
}

const { ask } = makeDispatch();
const call = (fields: object) => JSON.stringify({ jsonrpc: "2.0", ...fields });
const answer = (id: string, result: string) =>
  `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
const fault = (id: string, code: number, message: string) =>
  `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`;
const invalid = (why: string, id = "null") =>
  fault(id, -32600, `Invalid request: ${why}`);
const notJson = fault("null", -32700, "Parse error: the body is not JSON");

const ids = [
  `"test-account"`,
  `""`,
  `"\\u2028\\"\\\\é😀"`,
  `"\\ud800"`,
  `null`,
  `0`,
  `-0`,
  `1.0`,
  `1e2`,
  `1E+400`,
  `12345678901234567890`,
  `-0.1234567890123456789012345678901234567890`,
];

for (const id of ids) {
  test(`the id ${id} comes back as it was sent`, async () => {
    const body = (params: string) =>
      `{"id": ${id} ,"jsonrpc":"2.0","method":"getNumber","params":${params}}`;
    const text = ask(body("{}")) as string;
    const echoed = text.slice(
      `{"jsonrpc":"2.0","id":`.length,
      text.length - 14,
    );
    if (id.startsWith('"')) assert.equal(JSON.parse(echoed), JSON.parse(id));
    else assert.equal(echoed, id);
    const failed = ask(body(`{"id":7}`)) as string;
    assert.ok(failed.startsWith(`{"jsonrpc":"2.0","id":${echoed},"error"`));
    assert.equal(await ask(`[${body("[]")}]`), `[${text}]`);
  });
}

test("the id is the request's own, even if its parameters contain an id", () => {
  const body = (id: string) =>
    `{"params":{"id":1},"jsonrpc":"2.0","method":"getNumber","id":${id}}`;
  for (const id of ["1", "1.0", "10", "12345678901234567890"]) {
    const text = ask(body(id)) as string;
    assert.ok(text.startsWith(`{"jsonrpc":"2.0","id":${id},`), text);
  }
});

test("of two ids the last one counts, as in any JSON", () => {
  const body = `{"id":1.0,"jsonrpc":"2.0","method":"getNumber","id":2.0}`;
  assert.equal(ask(body), answer("2.0", "[0]"));
});

const WRONG_ID = "id must be a string, number or null";
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

const refused: [title: string, body: string | Buffer, answer: string][] = [
  ["no bytes", "", notJson],
  ["text", "hello", notJson],
  ["half an object", `{"id":1`, notJson],
  ["NaN", call({ id: 1 }).replace("1", "NaN"), notJson],
  ["a leading zero", `{"id":01}`, notJson],
  ["a byte order mark", `\ufeff${call({ id: 1 })}`, notJson],
  ["a NUL byte after the object", `${call({ id: 1 })}\0`, notJson],
  [
    "bytes that are not UTF-8",
    Buffer.concat([
      Buffer.from(`{"id":"`),
      Buffer.from([0xff]),
      Buffer.from(`"}`),
    ]),
    fault("null", -32700, "Parse error: not UTF-8"),
  ],
  ["brackets that never close", "[".repeat(10_000), notJson],
  [
    "a hundred thousand brackets that never close",
    "[".repeat(100_000),
    invalid("nested too deeply"),
  ],
  [
    "half a million numbers",
    `{"jsonrpc":"2.0","id":1.0,"method":"getNumber","params":[${"1,".repeat(500_000)}1]}`,
    invalid("the body holds too many values"),
  ],
  [
    "a hundred thousand objects, six in each other",
    `{"jsonrpc":"2.0","id":1.0,"method":"getNumber","params":[${'{"a":{"a":{"a":{"a":{"a":{}}}}}},'.repeat(17_000)}1]}`,
    invalid("the body holds too many values"),
  ],
  [
    "commas, brackets and quotes in a long string",
    call({ id: 1, method: "getNumber", params: ['[,"\\'.repeat(60_000)] }),
    fault("1", -32602, "number: must be an integer from 0 to 9"),
  ],
  ["null", "null", invalid("a request is an object")],
  ["a number", "1", invalid("a request is an object")],
  ["a string", `"x"`, invalid("a request is an object")],
  ["an empty object", "{}", invalid('jsonrpc must be "2.0"')],
  [
    "no version",
    `{"id":"a","method":"getNumber"}`,
    invalid('jsonrpc must be "2.0"', `"a"`),
  ],
  [
    "another version",
    call({ jsonrpc: "1.0", id: 1 }),
    invalid('jsonrpc must be "2.0"', "1"),
  ],
  [
    "a version that is a number",
    call({ jsonrpc: 2, id: 1 }),
    invalid('jsonrpc must be "2.0"', "1"),
  ],
  ["no method", call({ id: 1 }), invalid("method must be a string", "1")],
  ["no method and no id", call({}), invalid("method must be a string")],
  [
    "a method that is no string",
    call({ id: 1, method: ["getNumber"] }),
    invalid("method must be a string", "1"),
  ],
  [
    "an id that is an object",
    call({ id: {}, method: "getNumber" }),
    invalid(WRONG_ID),
  ],
  [
    "an id that is an array",
    call({ id: [1], method: "getNumber" }),
    invalid(WRONG_ID),
  ],
  [
    "an id that is true",
    call({ id: true, method: "getNumber" }),
    invalid(WRONG_ID),
  ],
  [
    "an unknown method",
    call({ id: 1, method: "getNothing" }),
    fault("1", -32601, 'Method not found: "getNothing"'),
  ],
  [
    "a method named like an object's own",
    call({ id: 1, method: "constructor" }),
    fault("1", -32601, 'Method not found: "constructor"'),
  ],
  [
    "a method name of another case",
    call({ id: 1, method: "getnumber" }),
    fault("1", -32601, 'Method not found: "getnumber"'),
  ],
  [
    "wrong parameters",
    call({ id: 1, method: "getNumber", params: [10] }),
    fault("1", -32602, "number: must be an integer from 0 to 9"),
  ],
  [
    "parameters that are a string",
    call({ id: 1, method: "getNumber", params: "x" }),
    fault("1", -32602, "params: must be an object or an array"),
  ],
  [
    "ten thousand brackets",
    `{"jsonrpc":"2.0","id":"a","method":"getNumber","params":{"number":${deep(10_000)}}}`,
    fault(`"a"`, -32602, "number: must be an integer from 0 to 9"),
  ],
  [
    "ten thousand brackets beside a number with a fraction",
    `{"jsonrpc":"2.0","id":1.0,"method":"getNumber","params":${deep(10_000)}}`,
    fault("1.0", -32602, "number: must be an integer from 0 to 9"),
  ],
  [
    "nothing but brackets",
    deep(10_000),
    `[${invalid("a request is an object")}]`,
  ],
  [
    "a hundred thousand brackets that close",
    deep(100_000),
    invalid("nested too deeply"),
  ],
  ["an empty batch", "[]", invalid("the batch is empty")],
  [
    "a batch too long",
    JSON.stringify(Array(101).fill(1)),
    invalid("a batch holds at most 100 requests"),
  ],
];

for (const [title, body, expected] of refused) {
  test(`${title}: ${expected.slice(0, 120)}`, async () => {
    assert.equal(await ask(body), expected);
  });
}

test("a request without id is a notification: neither run nor answered", () => {
  const { ask, logged } = makeDispatch();
  for (const method of ["getNumber", "getFault", "getNothing"])
    assert.equal(ask(call({ method, params: "wrong" })), null);
  assert.deepEqual(logged, []);
});

test("further members of a request are ignored", () => {
  const body = call({ id: 1, method: "getNumber", extra: { id: 2 } });
  assert.equal(ask(body), answer("1", "[0]"));
});

test("a synchronous store is answered synchronously", () => {
  const text = ask(call({ id: 1, method: "getNumber", params: [3] }));
  assert.equal(text, answer("1", "[3]"));
});

test("an asynchronous store is awaited", async () => {
  const text = ask(call({ id: 1, method: "getLater", params: { number: 4 } }));
  assert.ok(text instanceof Promise);
  assert.equal(await text, answer("1", "[4]"));
});

test("a batch is answered in order, without notifications, with errors in their places", async () => {
  const batch = [
    call({ id: "a", method: "getLater", params: [1] }),
    call({ method: "getNumber" }),
    "7",
    call({ id: 1, method: "getNumber", params: [2] }),
    "[]",
    call({ id: null, method: "getNothing" }),
  ];
  const expected = [
    answer(`"a"`, "[1]"),
    invalid("a request is an object"),
    answer("1", "[2]"),
    invalid("a request is an object"),
    fault("null", -32601, 'Method not found: "getNothing"'),
  ];
  assert.equal(await ask(`[${batch.join()}]`), `[${expected.join()}]`);
});

test("a batch of notifications only is not answered", async () => {
  const notification = call({ method: "getNumber" });
  assert.equal(await ask(`[${notification},${notification}]`), null);
});

test("other work runs between the requests of a batch", async () => {
  const order: string[] = [];
  const getOrder = define((number) => {
    order.push(`request ${number}`);
    return "0";
  });
  const { ask } = makeDispatch({ methods: { getOrder } });
  const requests = [1, 2].map((n) =>
    call({ id: n, method: "getOrder", params: [n] }),
  );
  setImmediate(() => order.push("other work"));
  await ask(`[${requests.join()}]`);
  assert.deepEqual(order, ["request 1", "other work", "request 2"]);
});

test("a batch stops answering when its answers grow too large", async () => {
  const { ask } = makeDispatch({ limits: { batchAnswer: 1500 } });
  const large = call({ id: 1, method: "getLarge" });
  const text = (await ask(`[${large},${large},${large}]`)) as string;
  const codes = (JSON.parse(text) as { error?: { code: number } }[]).map(
    ({ error }) => error?.code,
  );
  assert.deepEqual(codes, [undefined, undefined, -32005]);
});

const paths: [path: string, method: string | null][] = [
  ["/", null],
  ["", null],
  ["/getNumber", "getNumber"],
  ["/getNumber/", "getNumber"],
  ["/getNumber?api-key=getLater", "getNumber"],
  ["/v0/some-key/getNumber", "getNumber"],
  ["/getNumber/v0", null],
  ["/?x=/getNumber", null],
  ["/getnumber", null],
  ["/constructor", null],
  ["//", null],
  ["/%zz/getNumber", "getNumber"],
];

for (const [path, method] of paths) {
  test(`the path "${path}" asks for ${method ?? "any method"}`, () => {
    assert.equal(methodOfPath(path, new Map(Object.entries(methods))), method);
  });
}

test("the method must be the one in the path", async () => {
  const body = call({ id: 1, method: "getNumber" });
  const error = invalid("method must be getLater, the one in the path", "1");
  assert.equal(ask(body, "/v0/getNumber"), answer("1", "[0]"));
  assert.equal(ask(body, "/v0/getLater"), error);
  assert.equal(await ask(`[${body}]`, "/v0/getLater"), `[${error}]`);
  assert.equal(
    ask(call({ method: "getNumber" }), "/getLater"),
    invalid("method must be getLater, the one in the path"),
  );
});

for (const method of ["getFault", "getLateFault"]) {
  test(`${method}: the caller learns nothing, the log gets the cause and the request id`, async () => {
    const { ask, logged } = makeDispatch();
    const text = await ask(call({ id: 1, method }));
    assert.equal(text, fault("1", -32603, "Internal error"));
    const [{ requestId, err }] = logged as [Logged];
    assert.equal(requestId, "request-1");
    assert.match(err!.message, /disk is full|gone/);
  });
}

test("a server that is not able to answer says why", async () => {
  const { ask } = makeDispatch({ unavailable: () => "120 slots behind" });
  const body = call({ id: 1, method: "getNumber" });
  const message = "Not able to answer now: 120 slots behind";
  assert.equal(await ask(body), fault("1", -32005, message));
});

test("requests beyond the limit of those that wait for the store are refused", async () => {
  const { ask } = makeDispatch({ limits: { waiting: 2 } });
  const body = call({ id: 1, method: "getLater" });
  const message = "Not able to answer now: too many requests are waiting";
  const first = ask(body);
  const second = ask(body);
  assert.equal(await ask(body), fault("1", -32005, message));
  await first;
  await second;
  assert.equal(await ask(body), answer("1", "[0]"));
});

test("the rest of a batch is not worked on when its caller has gone", async () => {
  const gone = new AbortController();
  const run: number[] = [];
  const leaveAtTwo = define((number) => {
    run.push(number);
    if (number === 2) gone.abort();
    return "1";
  });
  const dispatch = createDispatch({
    ...{ read: {} as Reader, methods: { leaveAtTwo } },
    log: { error: () => assert.fail("an error was logged") },
  });
  const entries = [1, 2, 3, 4].map((number) =>
    call({ id: number, method: "leaveAtTwo", params: { number } }),
  );
  const body = Buffer.from(`[${entries.join(",")}]`);
  const text = await dispatch(body, "/", "r", undefined, () => gone.signal);
  assert.deepEqual([text, run], [null, [1, 2]]);
});
