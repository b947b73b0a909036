import {
  attempt,
  checkSetup,
  type CheckResult,
} from "../../service/checkSetup.ts";
import { readFlags } from "../../settings/readFlags.ts";
import { serveFlags } from "../../settings/serveFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import { print } from "../print.ts";

/** `tachyon check`: prints a line for each thing that a service needs. Rejects if any check failed. */
export async function check(args: readonly string[]): Promise<void> {
  const results: CheckResult[] = [];
  for await (const result of checkAll(args)) {
    results.push(result);
    print(render(result));
  }
  const failed = results.filter(({ ok }) => !ok).length;
  if (failed > 0)
    throw new UsageError(`${failed} of ${results.length} checks failed`);
}

async function* checkAll(args: readonly string[]): AsyncGenerator<CheckResult> {
  const read = () => readFlags(serveFlags, args, process.env);
  const readable = await attempt("flags", () => {
    read();
    return "";
  });
  if (readable.ok) yield* checkSetup(read(), new AbortController().signal);
  else yield readable;
}

function render({ ok, name, text }: CheckResult): string {
  return `${(ok ? "ok" : "problem").padEnd(9)}${name.padEnd(8)}${text}`;
}
