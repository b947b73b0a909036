const NAME = "tachyon.key";

/** The key of this tab, for servers that ask for one. It goes into a header, never into a link that may be shared. */
export function apiKey(): string | null {
  return sessionStorage.getItem(NAME);
}

export function keepApiKey(key: string): void {
  sessionStorage.setItem(NAME, key);
}
