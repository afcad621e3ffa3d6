/** The nearest value within a range; by default between 0 and 1. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

/** A value rounded to `digits` decimals. */
export function roundTo(value: number, digits = 3): number {
  const scale = 10 ** digits;
  return Math.round(scale * value) / scale;
}
