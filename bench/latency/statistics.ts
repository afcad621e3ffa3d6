/** A quantile (0 to 1) of numbers, by linear interpolation between ranks. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  return sorted[low]! + (sorted[Math.min(low + 1, sorted.length - 1)]! - sorted[low]!) * (place - low);
}

export type Percentiles = ReturnType<typeof percentilesOf>;

export function percentilesOf(numbers: readonly number[]) {
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => quantile(numbers, share)) as [
    number,
    number,
    number,
    number,
  ];
  return { p50, p95, p99, max, count: numbers.length };
}
