import { encodeBase58 } from "../../codecs/base58.ts";
import { DecodeError } from "../../codecs/reader.ts";
import { assertHashes } from "../../ingest/decode/verify.ts";
import type { Hash } from "../../domain/values.ts";
import type { Reading } from "../../store/connection.ts";
import { accountsWithoutLeaf } from "../../store/verify/compareLeaves.ts";
import {
  walkAccounts,
  type WalkedAccount,
} from "../../store/verify/walkAccounts.ts";
import { counted } from "../indexing/progress.ts";
import type { VerifyOutput } from "./finding.ts";

/** Checks the hash of every account, its leaf, and that exactly the unspent accounts are listed. */
export async function verifyAccounts(
  reading: Reading,
  { withLeaves }: { readonly withLeaves: boolean },
  output: VerifyOutput,
): Promise<void> {
  let count = 0;
  let wrong = 0;
  const say = (hash: Hash, text: string) => {
    wrong++;
    const subject = encodeBase58(hash);
    output.found({ ok: false, part: "account", subject, text });
  };
  for await (const { accounts, unreadable, last } of walkAccounts(reading)) {
    for (const { hash, reason } of unreadable)
      say(hash, `its row cannot be read: ${reason}`);
    for (const each of accounts) {
      const text = wrongHash(each) ?? wrongList(each);
      if (text) say(each.account.hash, text);
    }
    const leafless = withLeaves
      ? await accountsWithoutLeaf(reading, accounts)
      : [];
    for (const { account } of leafless)
      say(
        account.hash,
        `leaf ${account.leafIndex} of tree ${encodeBase58(account.tree)} does not hold it`,
      );
    count += accounts.length;
    output.progress("accounts", shareOf(last));
  }
  if (wrong > 0) return;
  const parts = withLeaves ? "hashes, leaves and lists" : "hashes and lists";
  const text = `${counted(count, "account")}: ${parts} agree`;
  output.found({ ok: true, part: "account", subject: null, text });
}

function wrongHash({ account }: WalkedAccount): string | null {
  try {
    assertHashes(account);
    return null;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

function wrongList({ spent, isListed }: WalkedAccount): string | null {
  if (isListed === (spent === null)) return null;
  return spent
    ? "it is spent but still in the list of its owner"
    : "it is unspent but not in the list of its owner";
}

/** Hashes are evenly distributed below the field order, so their first bytes show the progress. */
function shareOf(hash: Uint8Array): number {
  const FIRST_BYTES_OF_ORDER = 0x3064;
  return ((hash[0]! << 8) | hash[1]!) / FIRST_BYTES_OF_ORDER;
}
