import { UNKNOWN_KEY } from "../keys.ts";
import type { Check, Probe } from "./probe.ts";

export const proofChecks: readonly Check[] = [
  {
    title: "a proof of an account that does not exist is -32602 with its hash",
    run: (probe) => assertRefuses(probe, UNKNOWN_KEY),
  },
  {
    title:
      "a proof of a hash that is not base58 of 32 bytes is -32602 and named",
    run: (probe) => assertRefuses(probe, "0"),
  },
];

async function assertRefuses(probe: Probe, hash: string): Promise<void> {
  for (const method of ["getCompressedAccountProof", "getValidityProof"])
    for (const version of ["", "V2"]) {
      const [params, name] = method.includes("Validity")
        ? [{ hashes: [hash] }, "hashes"]
        : [{ hash }, "hash"];
      await probe.refused(-32602, method + version, params, name);
    }
}
