// docs/compatibility.md, generated from the index of methods, the recordings and the methods that the client tests call.
import { readdirSync } from "node:fs";
import { ERRORS } from "../src/rpc/errors.ts";
import * as methods from "../src/rpc/methods/index.ts";
import { NOT_SERVED } from "../src/rpc/dispatch/notServed.ts";
import { CALLED_BY } from "../test/clients/calls.ts";
import { recordedLines } from "../test/replay/chain.ts";
import { DIFFERENCES } from "./differences.ts";

export function compatibilityPage(): string {
  const recorded = recordedAnswers();
  const rows = [...Object.keys(methods), ...NOT_SERVED.keys()]
    .toSorted()
    .map((name) => row(name, recorded.get(name) ?? 0));
  return `# Compatibility

<!-- Written by scripts/writeCompatibility.ts from the index of methods and the tests; a test compares the two. -->

Tachyon serves the methods of Photon, the reference indexer, with the same names, parameters and fields. For each method,
this table shows whether it is served, the number of recorded answers of the reference it is compared with, the published
clients that are tested with it over HTTP, and the intended differences.

| method | served | recorded answers | tested with | differs |
|---|---|---|---|---|
${rows.join("\n")}

## Differences in every method

- Parameter errors are ${ERRORS.invalidParams.code} and name the field; the reference uses -32000. An unknown parameter is an error.
- The slot in \`context\` and the items are read in one snapshot.
- Every JSON-RPC answer has HTTP status 200, including errors.
- Accounts in V2 shapes have \`cpiContext\` and \`nextTreeContext\` null, as in the reference.
- Numbers are plain integers with all digits, up to 18446744073709551615.

## Proofs

Paths, roots, sequence numbers and root indexes equal the reference's, field by field. In these cases Tachyon refuses and
names the reason, where the reference answers or says "Internal server error":

- **Spent accounts.** The reference finds a path by the leaf and does not look whether the account is spent. Only foresters
  need such paths: a forester of a V1 tree asks for the path of a spent account to nullify it, with
  getCompressedAccountProof or getMultipleCompressedAccountProofs. These two methods prove spent accounts of V1 trees until
  they are nullified. Foresters of V2 trees use getQueueElements, which shows spent accounts. Wallets prove accounts that
  they are about to spend, and the programs reject a second spend. So every other method refuses a spent account and names
  the slot in which it was spent.
- **The zero hash.** A nullified leaf of a V1 tree is zero, and the reference proves that zero is in the tree.
- **Addresses** that exist, are 0, or are 2^248 - 1 or greater. The reference returns a path that no prover accepts; for 0,
  its root may be out of date.
- **Keys of queues and state trees** in place of an address tree. For a queue, the reference returns the path of an empty tree.
- **Sizes without a circuit.** The error lists the sizes that exist, and no prover is asked.
- **Incomplete trees.** The reference uses whatever it has indexed. Here a tree has no proofs if some of its updates are not
  indexed or its root differs from the chain's. The error (${ERRORS.treeUnusable.code}) names the missing updates.
- **The same hash twice.**

getQueueElements returns at most 500 addresses. The reference has this limit on SQLite only.
`;
}

function row(name: string, answers: number): string {
  const why = NOT_SERVED.get(name);
  const clients = Object.entries(CALLED_BY)
    .filter(([, called]) => (called as readonly string[]).includes(name))
    .map(([client]) => client);
  const served = why === undefined ? "yes" : `no: ${why}`;
  const compared = why === undefined && answers > 0 ? String(answers) : "";
  return `| ${name} | ${served} | ${compared} | ${clients.join(", ")} | ${DIFFERENCES[name] ?? ""} |`;
}

/** The number of recorded answers of the reference, by method. */
function recordedAnswers(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const folder of ["answers", "answers-more", "proofs"]) {
    const files = new URL(`../fixtures/${folder}`, import.meta.url);
    for (const file of readdirSync(files))
      for (const line of recordedLines(`${folder}/${file}`)) {
        const name = /^\{"method":"(\w+)"/.exec(line)![1]!;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
  }
  return counts;
}
