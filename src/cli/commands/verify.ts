import { openFileAccounts } from "../../ingest/source/file/fileAccounts.ts";
import type { AccountReader } from "../../ingest/source/accounts.ts";
import { openNode } from "../../service/indexing/openSource.ts";
import { counted } from "../../service/indexing/progress.ts";
import { openReporter } from "../../service/reporter.ts";
import type { Finding, VerifyOutput } from "../../service/verify/finding.ts";
import { verifyStore } from "../../service/verify/verifyStore.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { serveFlags } from "../../settings/serveFlags.ts";
import { UsageError } from "../../settings/usageError.ts";
import { switchFlag } from "../../settings/values.ts";
import { StoreError } from "../../store/errors.ts";
import { openStore, storeName } from "../../store/open.ts";
import type { Reader } from "../../store/reader.ts";
import { assertChain } from "../../store/write/facts.ts";
import { existingStore, existingStoreFlags } from "../onlyStore.ts";

export const verifyFlags = {
  ...existingStoreFlags,
  "rpc-url": {
    ...serveFlags["rpc-url"],
    help: "Compare roots with the tree accounts of this Solana node. Repeatable.",
  },
  accounts: {
    ...serveFlags.accounts,
    help: "Compare roots with recorded tree accounts, one {pubkey, account} line each.",
  },
  json: switchFlag("Print one JSON object per line."),
};

type VerifyFlags = FlagValues<typeof verifyFlags>;

/** `tachyon verify`: prints what was checked and what differs. Rejects if something does. */
export async function verify(
  flags: VerifyFlags,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const url = existingStore(flags);
  const store = await openStore(url, { write: false });
  try {
    const accounts = await openAccounts(flags, store.reader, signal);
    const output = new Output(flags.json ? toJson : toText, print);
    await verifyStore(store.reader, accounts, output, signal);
    output.end();
    if (output.differences > 0)
      throw new StoreError(
        `${storeName(url)}: ${counted(output.differences, "difference")}`,
      );
  } finally {
    await store.close();
  }
}

async function openAccounts(
  flags: VerifyFlags,
  reader: Reader,
  signal: AbortSignal,
): Promise<AccountReader | null> {
  const urls = flags["rpc-url"];
  if (urls && flags.accounts)
    throw new UsageError(
      "--rpc-url and --accounts: give one of them, not both",
    );
  if (flags.accounts) return openFileAccounts(flags.accounts);
  if (!urls) return null;
  const reporter = openReporter("text", process.stderr);
  const node = await openNode(urls, "confirmed", reporter, signal);
  await assertChain(reader, node.chain);
  return node.accounts;
}

/** In a badly damaged store every account differs, so only the first differences are printed. */
const LINES_OF_A_PART = 50;

class Output implements VerifyOutput {
  readonly #render: (finding: Finding) => string;
  readonly #print: (line: string) => void;
  readonly #counts = new Map<Finding["part"], number>();
  /** Drawn beside the lines, where a person sees it. */
  readonly #bar = process.stderr.isTTY
    ? openReporter("text", process.stderr)
    : null;

  constructor(
    render: (finding: Finding) => string,
    print: (line: string) => void,
  ) {
    this.#render = render;
    this.#print = print;
  }

  get differences(): number {
    return this.#counts.values().reduce((sum, count) => sum + count, 0);
  }

  found(finding: Finding): void {
    const { ok, part } = finding;
    const before = this.#counts.get(part) ?? 0;
    if (ok === false) this.#counts.set(part, before + 1);
    if (ok !== false || before < LINES_OF_A_PART)
      this.#print(this.#render(finding));
  }

  progress(part: string, share: number): void {
    const percent = `${Math.floor(100 * share)}%`;
    this.#bar?.status("verifying", { share }, `${percent} of ${part}`);
  }

  /** Says how many differences of each part were not shown. */
  end(): void {
    for (const [part, count] of this.#counts) {
      const text = `${count - LINES_OF_A_PART} more differences`;
      if (count > LINES_OF_A_PART)
        this.#print(this.#render({ ok: false, part, subject: null, text }));
    }
  }
}

function toText({ ok, part, subject, text }: Finding): string {
  const mark = ok === null ? "unchecked" : ok ? "ok" : "differs";
  const about = subject === null ? text : `${subject}: ${text}`;
  return `${mark.padEnd(11)}${part.padEnd(9)}${about}`;
}

function toJson({ ok, ...rest }: Finding): string {
  const result = ok === null ? "unchecked" : ok ? "ok" : "differs";
  return JSON.stringify({ result, ...rest });
}
