/** The known word that is closest to a mistyped one, or null if none is close. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: edits(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  const bound = Math.max(2, Math.floor(word.length / 3));
  return best && best.distance <= bound ? best.candidate : null;
}

/** The number of insertions, deletions and replacements that turn one word into the other. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j]! + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
