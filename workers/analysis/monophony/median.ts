/** Median of a value over the steps [from, to), in its unit; the upper one of two. */
export function medianOf(valueAt: (t: number) => number, from: number, to: number): number {
  const values = Array.from({ length: to - from }, (_, i) => valueAt(from + i)).sort((a, b) => a - b);
  return values[values.length >> 1]!;
}
