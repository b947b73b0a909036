import { Type } from "typebox";
import { decodeBase58 } from "../../codecs/base58.ts";
import { sameBytes } from "../../codecs/bytes.ts";
import { isOnCurve } from "../../codecs/programAddress.ts";
import { MODES, renderAtaInterface } from "../ataInterface.ts";
import { assertReached, commitmentSchema } from "../commitment.ts";
import { RpcError } from "../errors.ts";
import { boolean, type Field, integer, object, scalar } from "../field.ts";
import { ataInterface, orNull } from "../items.ts";
import { defineMethod, valueOf } from "../method.ts";
import { address, optional, params } from "../params.ts";

/** The mode that a token program's id chooses. */
const programId = scalar(
  Type.String({ minLength: 32, maxLength: 44 }),
  "the id of the light token program, of SPL Token or of Token-2022",
  (text) => {
    const key = typeof text === "string" ? decodeBase58(text, 32) : null;
    return MODES.find(({ program }) => key && sameBytes(program, key)) ?? null;
  },
);

const commitment: Field<unknown> = {
  schema: commitmentSchema,
  parse: (value) => value,
  absent: { value: null },
};

const config = object({
  commitment,
  minContextSlot: optional(integer(0, Number.MAX_SAFE_INTEGER)),
  programId: optional(programId),
  wrap: optional(boolean, false),
  allowOwnerOffCurve: optional(boolean, false),
});
const NO_CONFIG = config.parse({}, "config");

export const getAtaInterface = defineMethod({
  summary:
    "What an owner holds of a mint in the associated token account and compressed, as one account; null when there is nothing.",
  params: params({
    owner: address,
    mint: address,
    config: optional(config),
  }),
  result: valueOf(orNull(ataInterface)),
  run: async (read, { owner, mint, config }, { chain }, level) => {
    const { programId: mode, wrap, ...rest } = config ?? NO_CONFIG;
    if (rest.commitment !== null) assertReached(rest.commitment, level);
    if (wrap && mode)
      throw new RpcError(
        "invalidParams",
        "config.wrap: only without config.programId, which chooses one program",
      );
    if (!rest.allowOwnerOffCurve && !isOnCurve(owner))
      throw new RpcError(
        "invalidParams",
        "owner: is off the curve, so no wallet has this key; config.allowOwnerOffCurve admits the address of a program",
      );
    const { slot, value } = await renderAtaInterface(read, chain, {
      ...{ owner, mint, wrap },
      mode: mode?.name ?? "auto",
    });
    const { minContextSlot } = rest;
    if (minContextSlot !== null && slot < minContextSlot)
      throw new RpcError("slotNotReached", "", { contextSlot: slot });
    return { slot, value };
  },
});
