import assert from "node:assert/strict";
import { test } from "node:test";
import { runSql, withDatabase } from "../../../test/postgres/databases.ts";
import { waitFor } from "../../../test/waitFor.ts";
import { createDispatch } from "../../rpc/dispatch/dispatch.ts";
import * as methods from "../../rpc/methods/index.ts";
import { joinChunks } from "../../render/text.ts";
import { openStore, type Store, type StoreOptions } from "../open.ts";
import { PipelinedSession } from "./pipelinedSession.ts";
import { rowsOf } from "./protocol/rowReaders.ts";
import { Server } from "./server.ts";
import { openSession } from "./session.ts";

interface Opened {
  readonly store: Store;
  readonly url: string;
  readonly notices: string[];
}

function withReader(
  options: Partial<StoreOptions>,
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  return withDatabase(async (url) => {
    const notices: string[] = [];
    const onNotice = (notice: string) => void notices.push(notice);
    const store = await openStore(url, { write: false, onNotice, ...options });
    try {
      await work({ store, url, notices });
    } finally {
      await store.close();
    }
  });
}

/** What other sessions of the database are in the middle of, by a piece of their statement. */
const ACTIVE = (piece: string) =>
  `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%${piece}%'`;

async function waitUntilRuns(url: string, piece: string): Promise<void> {
  await waitFor("the statement to run", async () => {
    await runSql(
      url,
      `do $$ begin if not exists (select ${ACTIVE(piece)}) then raise 'not yet'; end if; end $$`,
    );
    return true;
  });
}

const endSessions = (url: string, piece: string) =>
  runSql(url, `select pg_terminate_backend(pid) ${ACTIVE(piece)}`);

test("a broken session loses no answer, and its server does not count as lost", () =>
  withReader({ pool: 1 }, async ({ store, url, notices }) => {
    const { reader } = store;
    const slow = Promise.resolve(reader.all("select 1, pg_sleep(2)::text", []));
    const behind = Array.from({ length: 20 }, (_, i) =>
      Promise.resolve(reader.all("select ?::int", [i])),
    );
    await waitUntilRuns(url, "select 1, pg_sleep");
    await endSessions(url, "select 1, pg_sleep");
    assert.deepEqual(await slow, [[1, ""]]);
    const rows = (await Promise.all(behind)).map(([row]) => row![0]);
    assert.deepEqual(rows, Array.from(behind.keys()));
    assert.deepEqual(notices, []);
  }));

test("a scan whose session breaks is repeated on another", () =>
  withReader({ scanPool: 2 }, async ({ store, url, notices }) => {
    let times = 0;
    const scan = store.reader.snapshot(async (reading) => {
      const seconds = ++times === 1 ? 60 : 0;
      return reading.all("select 2, pg_sleep(?)::text", [seconds]);
    });
    await waitUntilRuns(url, "select 2, pg_sleep");
    await endSessions(url, "select 2, pg_sleep");
    assert.deepEqual(await scan, [[2, ""]]);
    assert.deepEqual(notices, []);
  }));

test("a cancellation that arrives late does not end the next statement of the session", () =>
  withDatabase(async (url) => {
    const sent = Promise.withResolvers<number>();
    const arrives = Promise.withResolvers<null>();
    const session = new PipelinedSession({
      open: () => openSession(url, { settings: {} }),
      cancel: (processId) => {
        sent.resolve(processId);
        return arrives.promise.then(() => undefined);
      },
    });
    const request = new AbortController();
    const first = session.read(
      rowsOf("select pg_sleep(1)", []),
      request.signal,
    );
    request.abort();
    const processId = await sent.promise;
    await first.catch(() => undefined);
    const next = session.read(rowsOf("select 3, pg_sleep(2)::text", []));
    await waitUntilRuns(url, "select 3, pg_sleep");
    await runSql(url, `select pg_cancel_backend(${processId})`);
    arrives.resolve(null);
    assert.deepEqual(await next, [[3, ""]]);
    await session.close();
  }));

test("what still looks for changes when a reader closes opens no session again", () =>
  withDatabase(async (url) => {
    const open = () => openSession(url, { settings: {} });
    const cancel = () => Promise.resolve();
    const session = new PipelinedSession({ open, cancel });
    assert.deepEqual(await session.read(rowsOf("select 1", [])), [[1]]);
    await session.close();
    const late = session.read(rowsOf("select 1", []));
    await assert.rejects(late, /the store is being closed/);
  }));

test("a scan's session is reused only when no cancellation is pending", () =>
  withDatabase(async (url) => {
    const options = { sessions_: 1, scans: 1, statementTimeoutMs: 10_000 };
    const server = new Server(url, options);
    await server.check();
    const lock = await openSession(url, { settings: {} });
    await lock.query("begin; lock table blocks in access exclusive mode");
    const check = server.check().catch(() => undefined); // cancellations wait behind it
    await waitUntilRuns(url, "from blocks");
    const request = new AbortController();
    const first = server.snapshot(async (reading) => {
      await reading.all("select 1", []);
      request.abort();
    }, request.signal);
    const next = server.snapshot(async (reading) => {
      await lock.query("rollback");
      return reading.all("select 4, pg_sleep(1)::text", []);
    });
    await first.catch(() => undefined);
    assert.deepEqual(await next, [[4, ""]]);
    await check;
    await lock.end();
    await server.close();
  }));

/** Asks a method of the store while another session keeps its table locked. */
async function askWhileLocked(
  { store, url }: Opened,
  work: (
    answer: Promise<string>,
    logged: object[],
    request: AbortController,
  ) => Promise<void>,
): Promise<void> {
  const logged: object[] = [];
  const log = { error: (fields: object) => void logged.push(fields) };
  const dispatch = createDispatch({ read: store.reader, methods, log });
  const body = `{"jsonrpc":"2.0","id":1,"method":"getLatestCompressionSignatures","params":{}}`;
  const request = new AbortController();
  const lock = await openSession(url, { settings: {} });
  await lock.query("begin; lock table transactions in access exclusive mode");
  try {
    const answer = Promise.resolve(
      dispatch(Buffer.from(body), "/", "", undefined, () => request.signal),
    ).then((text) => joinChunks(text!));
    await work(answer, logged, request);
  } finally {
    await lock.end();
  }
}

test("a statement that takes too long is answered with -32005 and a reason, and is not an error in the log", () =>
  withReader({ statementTimeoutMs: 100 }, (opened) =>
    askWhileLocked(opened, async (answer, logged) => {
      const { error } = JSON.parse(await answer) as { error: object };
      assert.deepEqual(error, {
        code: -32005,
        message:
          "Not able to answer now: the database stopped a statement, which may take 0.1 s",
      });
      assert.deepEqual(logged, []);
    }),
  ));

test("an abandoned request is not an error in the log", () =>
  withReader({}, (opened) =>
    askWhileLocked(opened, async (answer, logged, request) => {
      await waitUntilRuns(opened.url, "from transactions");
      request.abort();
      await answer;
      assert.deepEqual(logged, []);
    }),
  ));
