/** Balances of about the same size. */
export interface Band {
  /** "<1", or the least balance in it with "+". */
  readonly name: string;
  readonly count: number;
}

/** More bands than these have no room for their names on a phone. */
const MOST_BANDS = 8;
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

/** The number of balances by power of ten in whole tokens, or by power of a thousand if they are far apart. */
export function balanceBands(
  balances: readonly bigint[],
  decimals: number,
): readonly Band[] {
  const powers = balances.map((balance) =>
    Math.max(String(balance).length - 1 - decimals, -1),
  );
  const low = powers.reduce((a, b) => Math.min(a, b));
  const high = powers.reduce((a, b) => Math.max(a, b));
  const step = high - low < MOST_BANDS ? 1 : 3;
  const bandOf = (power: number) => Math.floor(power / step);
  const counts = new Map<number, number>();
  for (const power of powers)
    counts.set(bandOf(power), (counts.get(bandOf(power)) ?? 0) + 1);
  return Array.from({ length: bandOf(high) - bandOf(low) + 1 }, (_, at) => {
    const band = bandOf(low) + at;
    const name = band < 0 ? "<1" : `${compact.format(10 ** (band * step))}+`;
    return { name, count: counts.get(band) ?? 0 };
  });
}
