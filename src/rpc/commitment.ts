import { Type, type TSchema } from "typebox";
import { isObject, mustBe } from "./field.ts";
import { RpcError } from "./errors.ts";

/** Commitment levels, the least final first. */
const LEVELS = ["processed", "confirmed", "finalized"] as const;
export type Commitment = (typeof LEVELS)[number];

/** Solana clients send it with every call, so every method accepts it, by name only. */
export const commitmentSchema: TSchema = Type.Optional(
  Type.Union([Type.Enum([...LEVELS]), Type.Null()], {
    description:
      "the least commitment the answer may have; a higher level than the one this server indexes at is an error",
  }),
);

/** Removes `commitment` from the parameters. Throws if it asks for a higher level than the index follows. */
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
      `commitment: ${LEVELS[rank]!} is not available: this index follows the chain at ${level}`,
    );
}
