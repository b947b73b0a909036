import { parseAddress } from "../../codecs/bytes.ts";
import { object } from "../field.ts";
import { about, address } from "../params.ts";

/** The V1 tree for new addresses that are given without a tree. */
export const FIRST_ADDRESS_TREE = parseAddress(
  "amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2",
);

/** An address and its tree. */
export const addressInTree = object({
  address: about(address, "the address"),
  tree: about(address, "the address tree for it"),
});
