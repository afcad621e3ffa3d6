/** Cache of the tables by size. */
const cache = new Map<number, Float32Array>();

/** Tables of a transform of `size` samples in the layout of ../assembly/fft.ts. */
export function planTables(size: number): Float32Array {
  let tables = cache.get(size);
  if (tables === undefined) cache.set(size, (tables = Float32Array.from(tablesOf(size))));
  return tables;
}

function tablesOf(size: number): number[] {
  const half = size / 2;
  const tables: number[] = [];
  for (const part of [Math.cos, Math.sin])
    for (let k = 1; k <= half / 2; k++) tables.push(part((-2 * Math.PI * k) / size));
  /** Real and imaginary parts of a factor, its square and its cube. */
  const factors = (p: number, n: number): number[] =>
    [1, 2, 3].flatMap((power) => {
      const angle = (-2 * Math.PI * p * power) / n;
      return [Math.cos(angle), Math.sin(angle)];
    });
  for (let p = 0; p < half / 4; p += 4) {
    const four = [0, 1, 2, 3].map((lane) => factors(p + lane, half));
    for (let part = 0; part < 6; part++) tables.push(...four.map((table) => table[part]!));
  }
  for (let n = half / 4; n >= 4; n /= 4) for (let p = 0; p < n / 4; p++) tables.push(...factors(p, n));
  return tables;
}
