import { Type, type TSchema } from "typebox";
import { isObject, mustBe } from "./field.ts";
import { RpcError } from "./errors.ts";

/** How sure the cluster is of a block, the least sure first. */
const LEVELS = ["processed", "confirmed", "finalized"] as const;
export type Commitment = (typeof LEVELS)[number];

/** Clients of Solana nodes send it with every call. Each method takes it, by name only. */
export const commitmentSchema: TSchema = Type.Optional(
  Type.Union([Type.Enum([...LEVELS]), Type.Null()], {
    description:
      "how sure the cluster must be of what the answer shows; a level beyond the one this server indexes at is an error",
  }),
);

/** The parameters without `commitment`. Throws when it asks for more than the `level` the index follows. */
export function withoutCommitment(params: unknown, level: Commitment): unknown {
  if (!isObject(params) || !("commitment" in params)) return params;
  const { commitment, ...own } = params;
  if (commitment !== null) assertReached(commitment, level);
  return own;
}

export function assertReached(asked: unknown, level: Commitment): void {
  const rank = LEVELS.indexOf(asked as Commitment);
  if (rank < 0) throw mustBe("commitment", "processed, confirmed or finalized");
  if (rank > LEVELS.indexOf(level))
    throw new RpcError(
      "invalidParams",
      `commitment: ${LEVELS[rank]!} is more than this index has: it follows the chain at ${level}`,
    );
}
