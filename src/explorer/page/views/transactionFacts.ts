import { h, type Child } from "../dom.ts";
import { digits, sol } from "../format.ts";
import type { RawTransaction } from "../items.ts";
import { type Fact, withCopy } from "../parts/factList.ts";
import { keyLink } from "../parts/keyText.ts";
import { factsWithLinks } from "../parts/outsideLinks.ts";
import { slotLink } from "../parts/slotLink.ts";
import { fullTime } from "../parts/timeText.ts";
import { instructionName } from "../tx/instructionNames.ts";
import {
  readTransaction,
  type ReadTransaction,
} from "../tx/readTransaction.ts";
import { shortLink } from "../tx/summaryText.ts";
import type { ViewContext } from "../view.ts";

/** Status, time, fee, signers and programs. */
export function transactionFacts(
  context: ViewContext,
  raw: RawTransaction,
): HTMLElement {
  const { slot, blockTime, meta, version } = raw;
  const read = readTransaction(raw);
  const facts: (Fact | null)[] = [
    ["Status", statusBadge(meta?.err)],
    slot === undefined ? null : ["Slot", slotLink(slot)],
    blockTime ? ["Time", fullTime(blockTime)] : null,
    meta?.fee === undefined ? null : ["Fee", sol(meta.fee)],
    ...(read ? readFacts(read) : []),
    meta?.computeUnitsConsumed === undefined
      ? null
      : ["Compute units", digits(meta.computeUnitsConsumed)],
    version === undefined ? null : ["Version", String(version)],
  ];
  return factsWithLinks(context, facts, "tx", context.route.subject);
}

function statusBadge(error: unknown): HTMLElement {
  if (!error) return h("span", { class: "badge good" }, "success");
  const why = typeof error === "string" ? error : JSON.stringify(error);
  return h(
    "span",
    { class: "wrap" },
    h("span", { class: "badge frozen" }, "failed"),
    ` ${why}`,
  );
}

function readFacts({ signers, instructions }: ReadTransaction): Fact[] {
  const programs = new Map<string, string[]>();
  for (const each of instructions) {
    const names = programs.get(each.program) ?? [];
    const name = instructionName(each);
    if (name !== null && !names.includes(name)) names.push(name);
    programs.set(each.program, names);
  }
  const list = [...programs].map(([program, names]) =>
    h(
      "li",
      {},
      shortLink(program),
      names.length > 0 && h("span", { class: "muted" }, names.join(", ")),
    ),
  );
  return [
    [signers.length === 1 ? "Signer" : "Signers", keyList(signers)],
    ["Programs", h("ul", { class: "inline-list" }, ...list)],
  ];
}

function keyList(keys: readonly string[]): Child {
  const items = keys.map((key) =>
    h("li", {}, withCopy("signer", key, keyLink(key))),
  );
  return h("ul", { class: "key-list" }, ...items);
}
