import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { openFileSource } from "./source.ts";
import { splitLines } from "./lines.ts";
import { NotAChain } from "./recording.ts";

const recorded = "fixtures/chains/programs-400.jsonl.gz";
const never = new AbortController().signal;

async function fileWith(
  t: TestContext,
  content: string | Uint8Array,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tachyon-file-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "chain.jsonl");
  writeFileSync(path, content);
  return path;
}

/** A file is read in the indexing thread, or in its own thread if it is large. */
const ways = [
  ["read here", Infinity],
  ["read in a thread", 0],
] as const;

for (const [how, threadFrom] of ways) {
  const open = (path: string) => openFileSource(path, { threadFrom });

  const slotsOf = async (path: string, after = -1): Promise<number[]> => {
    const source = await open(path);
    const slots: number[] = [];
    for await (const { slot } of source.blocks(after, never)) slots.push(slot);
    return slots;
  };

  test(`a gzipped recording and its plain text are the same chain, ${how}`, async (t) => {
    const text = gunzipSync(readFileSync(recorded));
    const path = await fileWith(t, text);
    const [plain, zipped] = [await open(path), await open(recorded)];
    assert.equal(plain.chain, zipped.chain);
    const slots = await slotsOf(recorded);
    assert.equal(slots.length, 20);
    assert.deepEqual(await slotsOf(path), slots);
  });

  test(`reading starts after a slot and continues to the end, ${how}`, async () => {
    const all = await slotsOf(recorded);
    const source = await open(recorded);
    const rest: number[] = [];
    for await (const { slot } of source.blocks(1010, never)) rest.push(slot);
    assert.deepEqual(
      rest,
      all.filter((slot) => slot > 1010),
    );
    const { at, of } = source.progress();
    assert.equal(at, of);
  });

  test(`reading ends after a slot and when stopped, ${how}`, async () => {
    const all = await slotsOf(recorded);
    const source = await open(recorded);
    const some: number[] = [];
    for await (const { slot } of source.blocks(-1, never, 1010))
      some.push(slot);
    assert.deepEqual(
      some,
      all.filter((slot) => slot <= 1010),
    );
    const stop = new AbortController();
    let blocks = 0;
    for await (const block of source.blocks(-1, stop.signal)) {
      blocks += block.slot > 0 ? 1 : 0;
      stop.abort();
    }
    assert.equal(blocks, 1);
  });

  test(`a line whose slot is not its first field is read, ${how}`, async (t) => {
    const [first] = gunzipSync(readFileSync(recorded)).toString().split("\n");
    const { slot, block } = JSON.parse(first!) as Record<string, unknown>;
    const path = await fileWith(t, JSON.stringify({ block, slot }));
    assert.deepEqual(await slotsOf(path), [slot]);
    assert.deepEqual(await slotsOf(path, slot as number), []);
  });

  test(`a broken line far into the file is reported after the blocks before it, ${how}`, async (t) => {
    const text = gunzipSync(readFileSync(recorded)).toString().trim();
    const path = await fileWith(t, `${text}\n\n{"slot":2000,\n`);
    const source = await open(path);
    let blocks = 0;
    await assert.rejects(
      async () => {
        for await (const block of source.blocks(-1, never))
          blocks += block.slot > 0 ? 1 : 0;
      },
      isNotAChain(/line 22: not a block/),
    );
    assert.equal(blocks, 20);
  });

  test(`a truncated gzip stream is reported as such, ${how}`, async (t) => {
    const whole = readFileSync(recorded);
    const path = await fileWith(t, whole.subarray(0, whole.length - 100));
    await assert.rejects(
      slotsOf(path),
      isNotAChain(/gzip stream is truncated/),
    );
  });

  test(`a file that disappears before it is read is an error, ${how}`, async (t) => {
    const path = await fileWith(t, gunzipSync(readFileSync(recorded)));
    const source = await open(path);
    await rm(path);
    await assert.rejects(
      Array.fromAsync(source.blocks(-1, never)),
      ({ code }: NodeJS.ErrnoException) => code === "ENOENT",
    );
  });
}

function isNotAChain(message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof NotAChain);
    assert.match(error.message, message);
    return true;
  };
}

const broken: readonly [what: string, content: string, message: RegExp][] = [
  ["prose", "hello\n", /chain\.jsonl, line 1: not a block/],
  ["another kind of JSON", '{"a":1}\n', /line 1: .*"slot" is not/],
  ["a slot without a block", '{"slot":5}\n', /line 1: .*block 5 is not/],
  ["nothing", "", /the file is empty/],
];
for (const [what, content, message] of broken) {
  test(`a file of ${what} is refused with its name`, async (t) => {
    const path = await fileWith(t, content);
    await assert.rejects(openFileSource(path), isNotAChain(message));
  });
}

test("a missing file and a folder are refused with their name", async () => {
  await assert.rejects(openFileSource("no/such.jsonl"), /no such file/);
  await assert.rejects(openFileSource("fixtures"), /not a file/);
});

test("lines are the same however the bytes are cut into chunks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[ab]{0,5}$/), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (lines, sizes) => {
        const bytes = Buffer.from(lines.join("\n"));
        const found: [number, string][] = [];
        for await (const line of splitLines(cut(bytes, sizes)))
          found.push([line.number, line.bytes.toString()]);
        const expected = lines
          .map((line, i): [number, string] => [i + 1, line])
          .filter(([, line]) => line !== "");
        assert.deepEqual(found, expected);
      },
    ),
  );
});

async function* cut(
  bytes: Buffer,
  sizes: readonly number[],
): AsyncGenerator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    yield await Promise.resolve(bytes.subarray(at, at + size));
    at += size;
  }
}
