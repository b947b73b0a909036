const BEYOND_ASCII = /[^\0-\x7f]/g;

/** The same JSON in ASCII only. Its length in characters is its length in bytes, so that content-length is free. */
export function asciiJson(json: string): string {
  return json.replace(
    BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
