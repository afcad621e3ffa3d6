/** A quantile (0 to 1) of numbers, by linear interpolation between ranks. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  return sorted[low]! + (sorted[Math.min(low + 1, sorted.length - 1)]! - sorted[low]!) * (place - low);
}

export interface Spread {
  p50: number;
  p95: number;
  p99: number;
  max: number;
  count: number;
}

export function spreadOf(numbers: readonly number[]): Spread {
  return {
    p50: quantile(numbers, 0.5),
    p95: quantile(numbers, 0.95),
    p99: quantile(numbers, 0.99),
    max: Math.max(...numbers),
    count: numbers.length,
  };
}
