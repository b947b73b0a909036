import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { promisify } from "node:util";
import { parquetMetadata, parquetReadObjects, parquetSchema } from "hyparquet";
import { exportFlags, exportLists } from "../../src/cli/commands/export.ts";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { parseItem } from "../../src/exporting/items.ts";
import { EXPORTED } from "../../src/exporting/walk.ts";
import * as methods from "../../src/rpc/methods/index.ts";
import type { Methods } from "../../src/rpc/method.ts";
import { DownloadLimit } from "../../src/serve/downloads/limits.ts";
import type { ExportParts } from "../../src/serve/downloads/exports.ts";
import { blockhashOf } from "../encoder/block.ts";
import { makeHistory } from "../model/history.ts";
import { Model } from "../model/model.ts";
import { readFlags } from "../../src/settings/readFlags.ts";
import { waitFor } from "../waitFor.ts";
import { type OpenedStore, withStore } from "../store/withStore.ts";
import { withExportServer } from "./exportServer.ts";
import { startPublic } from "./publicServer.ts";

const chain = makeHistory({ seed: 3, blocks: 60, transactionsPerBlock: 30 });
const mint = encodeBase58(chain.history.mints[0]!);
const model = Model.of(chain.updates);
const history = model.tokenHistory(null, chain.history.mints[0]!);
const PAGE = 10;
const METHOD = "getCompressedTokenHistory";

function serving(
  parts: Partial<ExportParts>,
  work: (base: string, store: OpenedStore) => Promise<void>,
): Promise<void> {
  return withStore(async (store) => {
    for (let at = 0; at < chain.updates.length; at += 20)
      await store.writer.apply(chain.updates.slice(at, at + 20));
    const given = { pageItems: PAGE, ...parts };
    await withExportServer(store.reader, given, (base) => work(base, store));
  });
}

const listOf = (format: string) =>
  `/export/${METHOD}?mint=${mint}&format=${format}`;

it("a download has every item of the list at its slot, in each format, with every digit", async () => {
  assert.ok(history.length > 3 * PAGE, "several pages");
  await serving({}, async (base) => {
    const ndjson = await fetch(base + listOf("ndjson"));
    const slot = chain.updates.at(-1)!.block.slot;
    assert.equal(ndjson.headers.get("x-context-slot"), String(slot));
    assert.match(
      ndjson.headers.get("content-disposition")!,
      new RegExp(`${METHOD}-${mint}-${slot}.ndjson`),
    );
    const lines = (await ndjson.text()).trimEnd().split("\n");
    assert.deepEqual(lines.map(parseItem), history);

    const csv = await (await fetch(base + listOf("csv"))).text();
    const [head, ...rows] = csv.trimEnd().split("\n");
    const names = Object.keys(history[0] as object);
    assert.equal(head, names.join(","));
    const expected = history.map((item) =>
      Object.values(item as object)
        .map(String)
        .join(","),
    );
    assert.deepEqual(rows, expected);

    const file = await (await fetch(base + listOf("parquet"))).arrayBuffer();
    assert.deepEqual(await readExactly(file), history);
    const { children } = parquetSchema(parquetMetadata(file));
    const types = Object.fromEntries(
      children.map(({ element }) => [element.name, element]),
    );
    assert.equal(types["balance"]!.converted_type, "UINT_64");
    const { converted_type, precision, scale } = types["change"]!;
    assert.deepEqual([converted_type, precision, scale], ["DECIMAL", 20, 0]);
  });
});

/** The reader makes floating point of decimals, which loses digits: read as bytes, they have all. */
async function readExactly(file: ArrayBuffer) {
  const metadata = parquetMetadata(file);
  for (const element of metadata.schema)
    if (element.converted_type === "DECIMAL") {
      delete element.converted_type;
      delete element.logical_type;
    }
  const rows = await parquetReadObjects({ file, metadata, utf8: false });
  return rows.map((row) => ({
    ...row,
    change: BigInt.asIntN(
      72,
      BigInt(`0x${Buffer.from(row["change"] as Uint8Array).toString("hex")}`),
    ),
  }));
}

it("nested items become columns with dotted names, and null an empty cell", async () => {
  await serving({}, async (base) => {
    const owner = encodeBase58(chain.history.keys[0]!);
    const path = `/export/getCompressedTokenAccountsByOwner?owner=${owner}`;
    const expected = model.tokens("owner", chain.history.keys[0]!);
    const [head, ...rows] = (await (await fetch(base + path)).text())
      .trimEnd()
      .split("\n");
    assert.equal(rows.length, expected.length);
    const names = head!.split(",");
    assert.ok(names.includes("account.data.discriminator"));
    const delegate = names.indexOf("tokenData.delegate");
    assert.deepEqual(
      rows.map((row) => row.split(",")[delegate]),
      expected.map(
        (item) =>
          (item as { tokenData: { delegate: string | null } }).tokenData
            .delegate ?? "",
      ),
    );
    const file = await (
      await fetch(`${base}${path}&format=parquet`)
    ).arrayBuffer();
    const read = await parquetReadObjects({ file });
    assert.deepEqual(
      read.map((row) => row["tokenData.amount"] as bigint),
      expected.map(
        (item) => (item as { tokenData: { amount: bigint } }).tokenData.amount,
      ),
    );
  });
});

it("a download at an earlier slot is the list as it was", async () => {
  await serving({}, async (base) => {
    const { slot } = chain.updates[30]!.block;
    const answer = await fetch(`${base}${listOf("ndjson")}&atSlot=${slot}`);
    const lines = (await answer.text()).trimEnd().split("\n");
    const then = Model.of(chain.updates.slice(0, 31));
    assert.deepEqual(
      lines.map(parseItem),
      then.tokenHistory(null, chain.history.mints[0]!),
    );
  });
});

/** The methods, of which pages after the first one wait. */
function gated(): { methods: Methods; waiting: Promise<void>; open(): void } {
  const gate = Promise.withResolvers<undefined>();
  const waiting = Promise.withResolvers<undefined>();
  const method = methods[METHOD];
  const prepare: typeof method.prepare = (params) => {
    const call = method.prepare(params);
    if ((params as { cursor: string | null }).cursor === null) return call;
    return {
      ...call,
      answer: async (...given) => {
        waiting.resolve(undefined);
        await gate.promise;
        return call.answer(...given);
      },
    };
  };
  return {
    methods: { ...methods, [METHOD]: { ...method, prepare } },
    waiting: waiting.promise,
    open: () => {
      gate.resolve(undefined);
    },
  };
}

it("a download breaks off without an end when its block is taken back", async () => {
  const gate = gated();
  await serving({ methods: gate.methods }, async (base, { writer }) => {
    const answer = await fetch(base + listOf("ndjson"));
    assert.equal(answer.status, 200);
    await gate.waiting;
    await writer.undoAfter(chain.updates.at(-2)!.block.slot);
    // Another block at the same slot, so that only the blockhash tells them apart.
    const last = chain.updates.at(-1)!;
    const block = { ...last.block, blockhash: blockhashOf(999_999) };
    await writer.apply([{ ...last, block }]);
    gate.open();
    await assert.rejects(answer.text());
  });
});

it("a download ends when its caller goes away, and leaves its place to the next", async () => {
  const gate = gated();
  await serving(
    { methods: gate.methods, running: new DownloadLimit(1) },
    async (base) => {
      const leaving = new AbortController();
      const answer = await fetch(base + listOf("ndjson"), leaving);
      assert.equal(answer.status, 200);
      await gate.waiting;
      const refused = await fetch(base + listOf("csv"));
      assert.equal(refused.status, 503);
      assert.ok(refused.headers.get("retry-after"));
      leaving.abort();
      gate.open();
      for (;;) {
        const next = await fetch(base + listOf("csv"));
        await next.text();
        if (next.status === 200) break;
      }
    },
  );
});

it("a caller has one download at a time", () => {
  const running = new DownloadLimit(3);
  const done = running.start("a");
  running.start("b");
  assert.throws(() => running.start("a"), { status: 429 });
  done();
  running.start("a");
  running.start("c");
  assert.throws(() => running.start("d"), { status: 503 });
});

it("a caller that takes too little is cut", async () => {
  const much = "x".repeat(200_000);
  const method = methods[METHOD];
  const began = Promise.withResolvers<undefined>();
  // A list without an end, which no buffer takes.
  const prepare: typeof method.prepare = (params) => ({
    ...method.prepare(params),
    answer: () => {
      began.resolve(undefined);
      return `{"context":{"slot":1},"value":{"items":[{"signature":"${much}"}],"cursor":"more"}}`;
    },
  });
  const slow = { ...methods, [METHOD]: { ...method, prepare } };
  const own = { methods: slow, slowestMs: 200, running: new DownloadLimit(1) };
  await serving({ ...own, onError: () => undefined }, async (base) => {
    const { port } = new URL(base);
    const socket = connect(Number(port), "127.0.0.1");
    socket.pause();
    socket.on("error", () => undefined);
    socket.write(`GET ${listOf("ndjson")} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    const busy = async () => {
      const answer = await fetch(base + listOf("csv"));
      await answer.body?.cancel();
      return answer.status;
    };
    await began.promise;
    await waitFor(
      "the slow download to be cut",
      busy,
      (status) => status === 200,
    );
    socket.destroy();
  });
});

it("every list goes into one file each, with its key, and nothing else is left", async () => {
  await withStore(async ({ writer, url }) => {
    await writer.apply(chain.updates.slice(0, 20));
    const out = join(mkdtempSync(join(tmpdir(), "tachyon-export-")), "all");
    const flags = readFlags(
      exportFlags,
      ["--db-url", url, "--out", out, "--format", "ndjson"],
      {},
    );
    const { signal } = new AbortController();
    await exportLists(["all"], flags, () => undefined, signal);
    const { slot } = chain.updates[19]!.block;
    assert.deepEqual(
      readdirSync(out).sort(),
      EXPORTED.map((name) => `${name}-${slot}.ndjson`).sort(),
    );
    const then = Model.of(chain.updates.slice(0, 20));
    const file = join(out, `getCompressedTokenHistory-${slot}.ndjson`);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const items = then.tokenHistory(null, null) as { owner: string }[];
    const expected = items.map((item) => ({ key: item.owner, ...item }));
    assert.deepEqual(
      new Set(lines.map((line) => exact(parseItem(line)))),
      new Set(expected.map(exact)),
    );
  });
});

it("a file is there only when it is whole, and replaces nothing but a file", async () => {
  await withStore(async ({ writer, url }) => {
    await writer.apply(chain.updates.slice(0, 20));
    const folder = mkdtempSync(join(tmpdir(), "tachyon-export-"));
    const out = join(folder, "history.csv");
    const write = (signal: AbortSignal, more: readonly string[] = []) => {
      const args = ["--db-url", url, "--mint", mint, "--out", out, ...more];
      const flags = readFlags(exportFlags, args, {});
      return exportLists([METHOD], flags, () => undefined, signal);
    };
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(write(stop.signal), { name: "AbortError" });
    assert.deepEqual(readdirSync(folder), []);
    const { signal } = new AbortController();
    const { slot } = chain.updates[19]!.block;
    await assert.rejects(write(signal, ["--at-slot", `${slot + 1}`]), {
      name: "UsageError",
      message: `--at-slot: the newest slot of the store is ${slot}`,
    });
    assert.deepEqual(readdirSync(folder), []);
    await write(signal);
    const whole = readFileSync(out, "utf8");
    assert.match(whole, /^signature,slot,/);
    writeFileSync(out, "an older file");
    await write(signal);
    assert.equal(readFileSync(out, "utf8"), whole);
    const link = join(folder, "link.csv");
    symlinkSync(out, link);
    await assert.rejects(write(signal, ["--out", link]), /not a regular file/);
    assert.deepEqual(readdirSync(folder), ["history.csv", "link.csv"]);
  });
});

const exact = (item: unknown) =>
  JSON.stringify(item, (_name, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );

it("says what is wrong with a status and a code", async () => {
  await serving({}, async (base) => {
    const refusal = async (path: string) => {
      const answer = await fetch(base + path);
      const { error } = (await answer.json()) as {
        error: { code: number; message: string };
      };
      return [answer.status, error.code, error.message] as const;
    };
    const [status, code, message] = await refusal(`/export/${METHOD}`);
    assert.deepEqual([status, code], [400, -32602]);
    assert.match(message, /owner/);
    for (const [path, expected] of [
      [listOf("xml"), [400, -32602]],
      [listOf("constructor"), [400, -32602]],
      [`${listOf("csv")}&atSlot=`, [400, -32602]],
      [`${listOf("csv")}&atSlot=0x10`, [400, -32602]],
      [`${listOf("csv")}&atSlot=5&atSlot=6`, [400, -32602]],
      [`${listOf("csv")}&limit=5`, [400, -32602]],
      [`${listOf("csv")}&atSlot=1`, [410, -32011]],
      [`${listOf("csv")}&atSlot=99999999`, [503, -32016]],
      ["/export/getIndexerHealth", [400, -32602]],
    ] as const)
      assert.deepEqual((await refusal(path)).slice(0, 2), expected, path);
  });
});

it("the program exports to callers on this machine, and to a file by its command", async (t) => {
  const server = await startPublic(t);
  const path = `${server.base}/export/getCompressedAccountsByOwner?owner=6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3`;
  const answer = await fetch(path);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  const rows = (await answer.text()).trimEnd().split("\n");
  assert.ok(rows.length > 1);
  assert.equal(
    answer.headers.get("content-type"),
    "text/csv; charset=utf-8; header=present",
  );
  const out = join(
    mkdtempSync(join(tmpdir(), "tachyon-export-")),
    "accounts.csv",
  );
  const program = join(import.meta.dirname, "../../src/cli/main.ts");
  const store = join(server.folder, "tachyon-data");
  const run = promisify(execFile);
  const args = ["export", "getCompressedAccountsByOwner", "--data-dir"];
  await run(process.execPath, [
    ...[program, ...args, store],
    ...["--owner", "6aGzUg5sNR4f52NQXPwPKntwiGDzeoUipfBB2fGPqg3"],
    ...["--out", out],
  ]);
  assert.deepEqual(readFileSync(out, "utf8").trimEnd().split("\n"), rows);
});

it("an address without a key gets no download unless the operator says so", async (t) => {
  const limited = await startPublic(t, ["--rate-limit", "1000"]);
  const path = "/export/getLatestCompressionSignatures";
  const refused = await fetch(limited.base + path);
  assert.equal(refused.status, 401);
  const open = await startPublic(t, [
    ...["--rate-limit", "1", "--exports", "anyone"],
  ]);
  const answer = await fetch(open.base + path);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /^signature,slot,blockTime\n/);
  // Its page cost more than the 10 units that an address may spend at once.
  const next = await fetch(open.base + path);
  assert.equal(next.status, 429);
  assert.ok(Number(next.headers.get("retry-after")) >= 1);
});
