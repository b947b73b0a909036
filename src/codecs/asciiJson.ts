const BEYOND_ASCII = /[^\0-\x7f]/g;

/** The same JSON in ASCII alone, where a character is a byte: how long an answer is can be told without reading it. */
export function asciiJson(json: string): string {
  return json.replace(
    BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
