import type { Kernels } from './kernels.ts';

/*
 * The loops that find pitches, in TypeScript; see kernels.ts.
 */

export const halve: Kernels['halve'] = (samples, start, taps, middle, out, to, count) => {
  const pairs = taps.length;
  for (let i = 0, at = start; i < count; i++, at += 2) {
    let sum = middle * samples[at]!;
    for (let pair = 0; pair < pairs; pair++)
      sum += taps[pair]! * (samples[at - 2 * pair - 1]! + samples[at + 2 * pair + 1]!);
    out[to + i] = sum;
  }
};

export const correlateDirectly: Kernels['correlateDirectly'] = (samples, start, count, out, to, delays) => {
  // Four delays at once, so that fewer samples are read twice.
  for (let delay = 0; delay < delays; delay += 4) {
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    let y0 = samples[start + delay]!;
    let y1 = samples[start + delay + 1]!;
    let y2 = samples[start + delay + 2]!;
    for (let i = start, end = start + count; i < end; i++) {
      const x = samples[i]!;
      const y3 = samples[i + delay + 3]!;
      sum0 += x * y0;
      sum1 += x * y1;
      sum2 += x * y2;
      sum3 += x * y3;
      y0 = y1;
      y1 = y2;
      y2 = y3;
    }
    out[to + delay] = sum0;
    out[to + delay + 1] = sum1;
    out[to + delay + 2] = sum2;
    out[to + delay + 3] = sum3;
  }
};

export const normalise: Kernels['normalise'] = (
  rows,
  rowCount,
  stride,
  samples,
  start,
  window,
  energy,
  factor,
  out,
  delays,
) => {
  let running = energy;
  for (let delay = 0; delay < delays; delay++) {
    let sum = 0;
    for (let row = 0, at = delay; row < rowCount; row++, at += stride) sum += rows[at]!;
    out[delay] = (factor * sum) / running;
    const leaves = samples[start + delay]!;
    const enters = samples[start + window + delay]!;
    running += enters * enters - leaves * leaves;
  }
};

export const peaks: Kernels['peaks'] = (values, from, to, least, out) => {
  let count = 0;
  for (let i = from; i <= to; i++) {
    const centre = values[i]!;
    if (centre >= least && centre >= values[i - 1]! && centre > values[i + 1]!) out[count++] = i;
  }
  return count;
};
