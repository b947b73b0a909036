import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { commands, serveCommand } from "../../src/cli/commands.ts";
import { splitWords } from "../../src/cli/words.ts";
import { FINDINGS } from "../../src/comparing/findings.ts";
import { readFlags } from "../../src/settings/readFlags.ts";
import { runTachyon } from "../cli/tachyon.ts";
import { withServedChain } from "./servedChain.ts";

const guide = readFileSync(
  new URL("../../docs/guides/moving-from-photon.md", import.meta.url),
  "utf8",
);

function blocks(language: string): string[] {
  const pattern = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g");
  return [...guide.matchAll(pattern)].map(([, text]) => text!);
}

/** The arguments of each command line. */
const lines = blocks("sh")
  .flatMap((block) => block.split("\n"))
  .filter((line) => line !== "")
  .map((line) => line.split(" "));

test("the guide takes its steps in order", () => {
  const named = lines.map(([, command]) => command!);
  const steps = ["check", "compare", "conformance", "measure"];
  const seen = [...new Set(named.filter((name) => steps.includes(name)))];
  assert.deepEqual(seen, steps);
  const last = lines.at(-1)!;
  assert.ok(last.includes("--shadow-url"));
});

test("every command of the guide exists, with its flags", () => {
  for (const [program, ...args] of lines) {
    assert.equal(program, "tachyon");
    const [name, ...rest] = args;
    const command = commands[name!];
    const { flags } = command ?? serveCommand;
    const { rest: given } = splitWords(command ? rest : args);
    assert.doesNotThrow(() => readFlags(flags, given, {}), args.join(" "));
  }
});

/** Commands that ask a server, at a rate for tests and with their two servers. */
const RUNNING = ["compare", "conformance", "measure"];
const QUICK: Readonly<Record<string, readonly string[]>> = {
  compare: ["--keys", "1"],
  conformance: ["--keys", "1"],
  measure: ["--keys", "1", "--seconds", "1"],
};

test("the commands that ask servers run as the guide has them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tachyon-guide-"));
  try {
    await withServedChain("lamport_transfers", async ({ url, paramsOf }) => {
      const [{ owner }] = paramsOf("getCompressedAccountsByOwner") as [
        { owner: string },
      ];
      await writeFile(join(folder, "keys.txt"), `${owner}\n`);
      for (const [, name, ...rest] of lines) {
        if (!RUNNING.includes(name!)) continue;
        const args = rest.map((arg) => (arg.startsWith("http") ? url : arg));
        const more = [...QUICK[name!]!, "--rate", "10000", "--timeout", "600"];
        const run = await runTachyon(folder, [name!, ...args, ...more]);
        assert.equal(run.code, 0, `${name!}: ${run.stdout}${run.stderr}`);
        assert.ok(run.stdout.length > 0);
      }
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the output in the guide is in the words of the program", () => {
  const output = blocks("text").join("\n");
  const sentences = Object.values(FINDINGS).map(([, sentence]) => sentence);
  const titles = output.matchAll(/^ {2}(?:[AB]: )?(\S[^:]*): \d+$/gm);
  const found = [...titles].map(([, title]) => title!);
  assert.equal(found.length, 4);
  for (const title of found)
    assert.ok((sentences as string[]).includes(title), title);
  const kinds = output.matchAll(/meaning="(\w+)",kind="(\w+)"/g);
  for (const [, meaning, kind] of kinds) {
    const expected =
      kind === "same" ? kind : FINDINGS[kind as keyof typeof FINDINGS][0];
    assert.equal(meaning, expected);
  }
});
