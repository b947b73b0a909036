import { Type, type TSchema } from "typebox";
import { mustBe } from "./field.ts";
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

export function assertReached(asked: unknown, level: Commitment): void {
  const rank = LEVELS.indexOf(asked as Commitment);
  if (rank < 0) throw mustBe("commitment", "processed, confirmed or finalized");
  if (rank > LEVELS.indexOf(level))
    throw new RpcError(
      "invalidParams",
      `commitment: ${LEVELS[rank]!} is not available: this index follows the chain at ${level}`,
    );
}
