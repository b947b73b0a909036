import { COMPRESSION_PROGRAM, REGISTRY, TOKEN_PROGRAM } from "../knownNames.ts";
import type { Instruction } from "./readTransaction.ts";

/** By the first eight bytes of the data: sha256("global:" + name), as Anchor programs number their instructions. */
const TOKEN: Readonly<Record<string, string>> = {
  a334c8e78c0345ba: "Transfer",
  f12230ba25b37bc0: "Mint",
  "454ad9247375614c": "Approve",
  aa171f2285ad5df2: "Revoke",
  ff5bcf54fbc2fe3f: "Freeze",
  e2f92239bd15b165: "Thaw",
  "746e1d386bdb2a5d": "Burn",
  "41ce6525932add90": "Compress",
  "70e6696591ca9d61": "Compress",
  "17a91b7a93a9d198": "Create token pool",
};

const TREES: Readonly<Record<string, string>> = {
  ddc203d8253edc93: "Append leaves",
  "869ed2f0fc23fdf7": "Nullify leaves",
  "9e5b15e09f41b143": "Nullify leaves",
  cfa0c64be3928001: "Nullify leaves",
  ab7ff2417dbd7975: "Add addresses",
  "4bd03f38cf4a7c12": "Add addresses",
  "6e1c160f305a7fd2": "Roll over tree",
  "18541b0c86a617c0": "Roll over tree",
  f030dbb4cefd508c: "Roll over tree",
  "51777504c2247fd0": "Roll over tree",
  "22bde2deda9c13d5": "Move leaves",
};

const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [TOKEN_PROGRAM]: TOKEN,
  [COMPRESSION_PROGRAM]: TREES,
  [REGISTRY]: TREES,
};

/** The name of the instruction, or null if it is not one that this page knows. */
export function instructionName({ program, data }: Instruction): string | null {
  const start = [...data.subarray(0, 8)];
  const key = start.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return PROGRAMS[program]?.[key] ?? null;
}

export function isTreeWork({ program }: Instruction): boolean {
  return program === COMPRESSION_PROGRAM || program === REGISTRY;
}
