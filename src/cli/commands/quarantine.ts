import { encodeBase58 } from "../../codecs/base58.ts";
import { openStore, storeName } from "../../store/open.ts";
import {
  listQuarantined,
  type QuarantinedTransaction,
} from "../../store/read/quarantine.ts";
import type { Reader } from "../../store/reader.ts";
import type { FlagValues } from "../../settings/readFlags.ts";
import { switchFlag } from "../../settings/values.ts";
import { existingStore, existingStoreFlags } from "../onlyStore.ts";

export const quarantineFlags = {
  ...existingStoreFlags,
  json: switchFlag("Print one JSON object per line, with the bytes in base64."),
};

/** Lists the transactions that could not be decoded. */
export async function quarantine(
  flags: FlagValues<typeof quarantineFlags>,
  print: (line: string) => void,
): Promise<void> {
  const url = existingStore(flags);
  const store = await openStore(url, { write: false });
  try {
    let count = 0;
    for await (const row of allQuarantined(store.reader)) {
      print(flags.json ? toJson(row) : toText(row));
      count++;
    }
    if (!flags.json) print(`${count} set aside in ${storeName(url)}`);
  } finally {
    await store.close();
  }
}

const PAGE = 500;

async function* allQuarantined(
  reader: Reader,
): AsyncGenerator<QuarantinedTransaction> {
  let last: QuarantinedTransaction | undefined;
  do {
    const page = await listQuarantined(reader, PAGE, last);
    yield* page;
    last = page.length === PAGE ? page.at(-1) : undefined;
  } while (last);
}

function toText(row: QuarantinedTransaction): string {
  const { slot, index, bytes, reason } = row;
  const name = signatureOf(row) ?? "no signature";
  return `slot ${slot}  transaction ${index}  ${name}  ${bytes.length} bytes  ${reason}`;
}

function toJson(row: QuarantinedTransaction): string {
  const { slot, index, reason } = row;
  const bytes = Buffer.from(row.bytes).toString("base64");
  return JSON.stringify({
    slot,
    index,
    signature: signatureOf(row),
    reason,
    bytes,
  });
}

function signatureOf({ signature }: QuarantinedTransaction): string | null {
  return signature && encodeBase58(signature);
}
