const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The value of base58 text as an integer, which orders keys and hashes of equal length as their bytes do. */
export function base58Value(text: string): bigint {
  let value = 0n;
  for (const letter of text)
    value = value * 58n + BigInt(ALPHABET.indexOf(letter));
  return value;
}

/** Whether text is base58 of this many bytes. */
export function isBase58(text: unknown, bytes: number): text is string {
  if (typeof text !== "string" || text === "") return false;
  for (const letter of text) if (!ALPHABET.includes(letter)) return false;
  const zeros = /^1*/.exec(text)![0].length;
  const digits = base58Value(text).toString(16).length;
  const significant = zeros === text.length ? 0 : Math.ceil(digits / 2);
  return zeros + significant === bytes;
}
