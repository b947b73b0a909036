import { countBetween, countFlag, switchFlag, textFlag } from "./values.ts";

/** Flags of the commands that query a server, which may be in use. */
export const askingFlags = {
  rate: countFlag("N", "Requests a second to each server.", 10, 1, 10_000),
  timeout: countFlag("SECONDS", "Wait this long for an answer.", 10, 1, 600),
  json: switchFlag("Print JSON instead of a table."),
};

/** The keys to query. */
export const keyFlags = {
  keys: countFlag(
    "N",
    "Keys of each kind that are taken from the newest transactions.",
    10,
    1,
    1_000,
  ),
  seed: {
    value: "N",
    help: "Chooses the keys; the same seed and the same transactions give the same keys.\nDefault: another one each time",
    parse: countBetween(0, 2 ** 32 - 1),
    otherwise: null as number | null,
  },
  key: textFlag(
    "FILE",
    "Ask about the keys in this file instead, one a line: keys, addresses, hashes,\nsignatures.",
  ),
};
