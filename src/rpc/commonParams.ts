import type { TSchema } from "typebox";
import type { Slot } from "../domain/values.ts";
import {
  assertReached,
  type Commitment,
  commitmentSchema,
} from "./commitment.ts";
import { about, integer, isObject, optional } from "./field.ts";

export const minContextSlot = optional(
  about(
    integer(0, Number.MAX_SAFE_INTEGER),
    "the answer is from this slot or a later one; the request waits for a slot that is not indexed yet, and is error -32016 when it takes too long",
  ),
);

/** Every method takes these two, by name only. */
export const COMMON_SCHEMAS: Readonly<Record<string, TSchema>> = {
  commitment: commitmentSchema,
  minContextSlot: minContextSlot.schema,
};

/** The schema of a method's parameters with the common ones. */
export function withCommonParams(params: TSchema): TSchema {
  const { properties } = params as TSchema & { properties: object };
  return { ...params, properties: { ...properties, ...COMMON_SCHEMAS } };
}

export interface SplitParams {
  /** The method's own parameters. */
  readonly own: unknown;
  readonly minContextSlot: Slot | null;
}

/** Takes the common parameters out. Throws when `commitment` asks for more than the `level` the index follows. */
export function splitCommonParams(
  params: unknown,
  level: Commitment,
): SplitParams {
  if (
    !isObject(params) ||
    !("commitment" in params || "minContextSlot" in params)
  )
    return { own: params, minContextSlot: null };
  const { commitment = null, minContextSlot: slot = null, ...own } = params;
  if (commitment !== null) assertReached(commitment, level);
  return {
    own,
    minContextSlot:
      slot === null ? null : minContextSlot.parse(slot, "minContextSlot"),
  };
}
