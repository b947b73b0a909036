import { readStored, store } from "./stored.ts";

const NAME = "tachyon.key";

/** The API key of this tab. It is sent in a header and never appears in a link that may be shared. */
export function apiKey(): string | null {
  return readStored(NAME, "sessionStorage");
}

export function keepApiKey(key: string): void {
  store(NAME, key, "sessionStorage");
}
