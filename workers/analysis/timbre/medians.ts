/** Median, null without values. For an even count the mean of the two in the middle. */
export function median(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Weighted median, null without values. */
export function weightedMedian(entries: readonly { value: number; weight: number }[]): number | null {
  const sorted = entries.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { value, weight } of sorted) if ((passed += weight) >= half) return value;
  return null;
}
