import {
  assert,
  assertError,
  assertSame,
  type Check,
  type Envelope,
  ID,
  type Probe,
} from "./probe.ts";

const SLOT = "getIndexerSlot";
const call = (more: object) => ({ jsonrpc: "2.0", method: SLOT, ...more });

/** Ids as JSON text, since JSON.stringify would round the largest. */
const IDS = ['"test-account"', '""', '"ü \\" \\\\"', "0", "-7", "null"];
const LARGEST = "18446744073709551615";

export const envelopeChecks: readonly Check[] = [
  {
    title: "an answer has jsonrpc, the id as sent, and a result",
    run: async (probe) => {
      const answer = await probe.call(SLOT);
      assertSame(Object.keys(answer).sort(), ["id", "jsonrpc", "result"]);
      assertSame([answer.jsonrpc, answer.id], ["2.0", ID]);
    },
  },
  {
    title: "an id can be any string, number or null, and is returned as sent",
    run: async (probe) => {
      for (const id of IDS) await assertIdReturns(probe, id);
    },
  },
  {
    title: "a numeric id keeps every digit, up to 2^64 - 1",
    run: (probe) => assertIdReturns(probe, LARGEST),
  },
  {
    title: "an id of another type is -32600",
    run: async (probe) => {
      for (const id of [true, {}, []])
        assertError((await probe.post(call({ id }))) as Envelope, -32600);
    },
  },
  {
    title: "a notification is answered with 204 and nothing else",
    run: async (probe) => {
      const body = JSON.stringify(call({}));
      const { status, text } = await probe.send({ body });
      assertSame([status, text], [204, ""]);
    },
  },
  {
    title: "a body that is not JSON is -32700, with id null",
    run: async (probe) => {
      for (const body of ["{", "hello", '{"jsonrpc":"2.0",}']) {
        const answer = (await probe.post(body)) as Envelope;
        assertError(answer, -32700);
        assertSame(answer.id, null);
      }
    },
  },
  {
    title: "a request without jsonrpc 2.0 or without a method is -32600",
    run: async (probe) => {
      for (const body of [
        { id: 1, method: SLOT },
        { id: 1, jsonrpc: "1.0", method: SLOT },
        { id: 1, jsonrpc: "2.0" },
        { id: 1, jsonrpc: "2.0", method: 7 },
      ])
        assertError((await probe.post(body)) as Envelope, -32600);
    },
  },
  {
    title: "an unknown method is -32601",
    run: (probe) => probe.refused(-32601, "getNothing", {}),
  },
];

export const batchChecks: readonly Check[] = [
  {
    title: "a batch is answered by one array, in the same order",
    run: async (probe) => {
      const answers = await probe.post([7, "b", 3].map((id) => call({ id })));
      assertSame(idsOf(answers), [7, "b", 3]);
    },
  },
  {
    title: "an error in a batch does not affect the other answers",
    run: async (probe) => {
      const body = [call({ id: 1 }), { id: 2 }, call({ id: 3 })];
      const answers = await probe.post(body);
      assertSame(idsOf(answers), [1, 2, 3]);
      assertError((answers as Envelope[])[1]!, -32600);
    },
  },
  {
    title: "a notification in a batch has no answer; only notifications: 204",
    run: async (probe) => {
      const answers = await probe.post([call({}), call({ id: 1 })]);
      assertSame(idsOf(answers), [1]);
      const body = JSON.stringify([call({}), call({})]);
      const { status, text } = await probe.send({ body });
      assertSame([status, text], [204, ""]);
    },
  },
  {
    title: "an empty batch is -32600",
    run: async (probe) => {
      assertError((await probe.post([])) as Envelope, -32600);
    },
  },
];

async function assertIdReturns(probe: Probe, id: string): Promise<void> {
  const body = `{"jsonrpc":"2.0","id":${id},"method":"${SLOT}"}`;
  const { text } = await probe.send({ body });
  const [, found] = /"id":\s*("(?:[^"\\]|\\.)*"|[^,}]*)/.exec(text) ?? [];
  const same = id.startsWith('"')
    ? found !== undefined && JSON.parse(found) === JSON.parse(id)
    : found?.trim() === id;
  assert(same, `id ${found ?? "none"} instead of ${id}`);
}

function idsOf(answers: unknown): unknown {
  assert(Array.isArray(answers), "the answer is not an array");
  return (answers as Envelope[]).map(({ id }) => id);
}
