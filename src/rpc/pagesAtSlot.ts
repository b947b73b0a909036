import { encodeU64 } from "../codecs/bigEndian.ts";
import type { Slot } from "../domain/values.ts";
import type { Page, PageRequest } from "../store/page.ts";
import { pageAtSlot } from "../store/past/pageAtSlot.ts";
import type { PastList } from "../store/past/pastLists.ts";
import type { AtSlot } from "../store/past/slotCheck.ts";
import type { Pages } from "../store/read/pages/definePages.ts";
import { holders } from "../store/schema/tables.ts";
import type { Reader } from "../store/reader.ts";
import { answerAt } from "./atSlot.ts";
import type { Upstreams } from "./method.ts";

/** A page of a list as it was at a slot. */
export function listAt(
  read: Reader,
  upstreams: Upstreams,
  at: AtSlot,
  list: PastList,
  request: PageRequest,
): Promise<Page> {
  const needed = list.table === holders ? "holders" : "lists";
  return answerAt(read, upstreams, at, needed, (reading, moment) =>
    pageAtSlot(reading, list, request, moment),
  );
}

/** Lists of signatures only grow, so a list at a slot is the part of the current one that begins there. */
export function signaturesAt<Request extends Pick<PageRequest, "after">>(
  read: Reader,
  upstreams: Upstreams,
  at: AtSlot,
  pages: Pages<Request>,
  request: Request,
): Promise<Page> {
  const after = earlier(request.after, endOf(at.slot));
  return answerAt(read, upstreams, at, "blocks", async (reading, moment) => ({
    ...(await pages.page(reading, { ...request, after })),
    ...moment,
  }));
}

/** Before every position of a later slot, in a list sorted newest first. */
function endOf(slot: Slot): Uint8Array {
  return encodeU64(BigInt(slot) + 1n);
}

function earlier(after: Uint8Array | null, end: Uint8Array): Uint8Array {
  return after && Buffer.compare(after, end) < 0 ? after : end;
}
