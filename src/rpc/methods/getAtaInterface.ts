import { ITEMS } from "../answerBound.ts";
import { Type } from "typebox";
import { decodeBase58 } from "../../codecs/base58.ts";
import { sameBytes } from "../../codecs/bytes.ts";
import { isOnCurve } from "../../codecs/programAddress.ts";
import { MODES, renderAtaInterface } from "../interfaces/ataInterface.ts";
import { assertReached, commitmentSchema } from "../commitment.ts";
import { minContextSlot } from "../commonParams.ts";
import { PER_KEY_WITH_ITEMS, perKeyWithItems } from "../cost.ts";
import { RpcError } from "../errors.ts";
import { boolean, type Field, object, scalar } from "../field.ts";
import { ataInterface } from "../interfaces/interfaceItems.ts";
import { orNull } from "../schemas.ts";
import { defineMethod, valueOf } from "../method.ts";
import { about, address, optional, params } from "../params.ts";

/** A token program's id selects the mode. */
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
  minContextSlot,
  programId: optional(
    about(
      programId,
      "include only accounts of this program, and compressed ones",
    ),
  ),
  wrap: optional(
    about(boolean, "also include accounts of SPL Token and Token-2022"),
    false,
  ),
  allowOwnerOffCurve: optional(
    about(boolean, "whether the owner may be a program-derived address"),
    false,
  ),
});
const NO_CONFIG = config.parse({}, "config");

export const getAtaInterface = defineMethod({
  summary:
    "An owner's tokens of a mint, in associated token accounts and compressed, as one account; null when there are none.",
  params: params({
    owner: about(address, "the wallet that owns the tokens"),
    mint: about(address, "the mint of the tokens"),
    config: optional(about(config, "which accounts to include")),
  }),
  cost: { units: () => perKeyWithItems(1), description: PER_KEY_WITH_ITEMS },
  bound: ITEMS,
  result: valueOf(orNull(ataInterface)),
  minContextSlot: ({ config }) => config?.minContextSlot ?? null,
  run: async (read, { owner, mint, config }, { chain }, level) => {
    const { programId: mode, wrap, ...rest } = config ?? NO_CONFIG;
    if (rest.commitment !== null) assertReached(rest.commitment, level);
    if (wrap && mode)
      throw new RpcError(
        "invalidParams",
        "config.wrap: not allowed with config.programId, which selects one program",
      );
    if (!rest.allowOwnerOffCurve && !isOnCurve(owner))
      throw new RpcError(
        "invalidParams",
        "owner: is off the curve, so no wallet has this key; set config.allowOwnerOffCurve for a program-derived address",
      );
    return renderAtaInterface(read, chain, {
      ...{ owner, mint, wrap },
      mode: mode?.name ?? "auto",
    });
  },
});
