import { type Store, storeName } from "../store/open.ts";
import { readHead } from "../store/write/head.ts";
import { exampleRequest } from "./exampleRequest.ts";
import type { Reporter } from "./reporter.ts";

export async function reportStore(
  { reader }: Store,
  url: string,
  reporter: Reporter,
): Promise<void> {
  const head = await readHead(reader);
  const what = head ? `up to slot ${head.slot}` : "empty";
  reporter.say(`store    ${storeName(url)}, ${what}`);
}

/** A request to paste into a shell, once there is something to find and something that answers. */
export async function reportExample(
  { reader }: Store,
  base: string | null,
  reporter: Reporter,
): Promise<void> {
  if (base === null) return;
  const example = await exampleRequest(reader, base);
  if (example) reporter.say(`try it   ${example}`);
}
