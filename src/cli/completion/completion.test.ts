import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { runTachyon } from "../../../test/cli/tachyon.ts";
import { commands } from "../commands.ts";
import { SHELLS } from "./describe.ts";

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "tachyon-completion-"));
writeFileSync(join(folder, "keys.txt"), "");
after(() => {
  rmSync(folder, { recursive: true });
});

const isInstalled = async (shell: string): Promise<boolean> => {
  try {
    await execute(shell, ["-c", "true"]);
    return true;
  } catch {
    return false;
  }
};

/** What a shell offers for the last word. */
type Completer = (...words: string[]) => Promise<string[]>;

const lines = (text: string) => text.split("\n").filter(Boolean);

const completers: Record<(typeof SHELLS)[number], Completer> = {
  bash: async (...words) => {
    const shown = words.map((word) => `'${word}'`).join(" ");
    const ask = `source "$0"; COMP_WORDS=(tachyon ${shown}); COMP_CWORD=${words.length}; _tachyon; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines((await inShell("bash", ["-c", ask, script("bash")])).stdout);
  },
  zsh: async (...words) => {
    // compadd prints what it would offer.
    const ask = `autoload -U compinit; compinit -D -u; source "$0"
      compadd() { local -a given; for each in "$@"; do [[ $each == -* ]] || print -r -- $each; done }
      _describe() { local -a all; all=("\${(@P)2}"); print -rl -- "\${(@)all%%:*}" }
      _arguments() { local each; for each in "$@"; do each=\${each%%\\[*}; print -r -- \${each%=}; done }
      words=(tachyon ${words.map((word) => `'${word}'`).join(" ")}); CURRENT=\${#words}; _tachyon`;
    const { stdout } = await inShell("zsh", ["-f", "-c", ask, script("zsh")]);
    return lines(stdout);
  },
  fish: async (...words) => {
    const ask = `source ${script("fish")}; complete -C 'tachyon ${words.join(" ")}'`;
    const { stdout } = await inShell("fish", ["--no-config", "-c", ask]);
    return lines(stdout).map((line) => line.split("\t")[0]!);
  },
};

const script = (shell: string) => join(folder, `tachyon.${shell}`);
const inShell = (shell: string, args: readonly string[]) =>
  execute(shell, args, { cwd: folder });

for (const shell of SHELLS) {
  test(`${shell} completes commands, their words, and their flags`, async (t) => {
    const { code, stdout } = await runTachyon("/", ["completion", shell]);
    assert.equal(code, 0);
    for (const { flags } of Object.values(commands))
      for (const name of Object.keys(flags)) assert.ok(stdout.includes(name));
    if (!(await isInstalled(shell))) {
      t.skip(`no ${shell} here`);
      return;
    }
    writeFileSync(script(shell), stdout);
    const complete = completers[shell];
    const offers = async (words: string[], ...expected: string[]) => {
      const offered = await complete(...words);
      for (const each of expected)
        assert.ok(
          offered.includes(each),
          `${words.join(" ")}: ${offered.join(" ")}`,
        );
    };
    await offers(
      [""],
      ...Object.keys(commands),
      "completion",
      "help",
      "version",
    );
    await offers(["snapshot", ""], "create", "restore", "serve", "import");
    await offers(["completion", ""], ...SHELLS);
    await offers(["help", ""], "migrate");
    await offers(["--"], "--rpc-url", "--max-lag");
    await offers(["backfill", "--"], "--from", "--rpc-url");
  });
}

test("bash completes what follows a flag", async () => {
  const { stdout } = await runTachyon("/", ["completion", "bash"]);
  writeFileSync(script("bash"), stdout);
  const complete = completers.bash;
  assert.deepEqual(await complete("snap"), ["snapshot"]);
  assert.deepEqual(await complete("--log-format", ""), ["text", "json"]);
  assert.deepEqual(await complete("--log-format", "=", "j"), ["json"]);
  assert.deepEqual(await complete("--log-format", "="), ["text", "json"]);
  assert.deepEqual(await complete("--api-keys", "ke"), ["keys.txt"]);
  assert.deepEqual(await complete("--rpc-url", ""), []);
  assert.deepEqual(await complete("snapshot", "create", "ke"), ["keys.txt"]);
  assert.deepEqual(await complete("--max-l"), ["--max-lag"]);
});

test("another shell is refused with the ones there are", async () => {
  for (const args of [["tcsh"], [], ["bash", "zsh"]]) {
    const { code, stderr } = await runTachyon("/", ["completion", ...args]);
    assert.equal(code, 1);
    assert.equal(stderr, "tachyon: use completion bash|zsh|fish\n");
  }
});
