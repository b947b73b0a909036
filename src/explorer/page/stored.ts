// What this browser keeps for the page. A browser that refuses to keep anything still shows the page.

type Place = "localStorage" | "sessionStorage";

export function readStored(
  name: string,
  place: Place = "localStorage",
): string | null {
  try {
    return window[place].getItem(name);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function store(
  name: string,
  value: string | null,
  place: Place = "localStorage",
): void {
  try {
    if (value === null) window[place].removeItem(name);
    else window[place].setItem(name, value);
  } catch {
    // Refused, or full.
  }
}
