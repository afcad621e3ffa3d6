import type { Dictionary, Fit, Floats } from './kernels.ts';

/** Scratch memory of all fits, for the longest spectrum and the largest dictionary. */
const model = new Float64Array(512);
/** Templates in the updates: the first `count` numbers. */
const active = new Int32Array(512);
let count = 0;

/** The fit of polyphony/decomposition.ts, over the bands of the templates. */
export function decompose(dictionary: Dictionary, magnitude: Floats, amount: Floats, fit: Fit): void {
  const { templates, templateSum } = dictionary;
  const { updates, carryOver, uniformAmount, negligible } = fit;
  const bands = templateSum.length;
  // Avoid a division by zero with a value far below anything audible.
  for (let b = 0; b < bands; b++) model[b] = 1e-9 + uniformAmount * templateSum[b]!;
  for (let j = 0; j < templates; j++) {
    amount[j]! *= carryOver;
    active[j] = j;
  }
  count = templates;
  addModel(dictionary, amount);
  for (let b = 0; b < bands; b++) model[b] = magnitude[b]! / model[b]!;
  for (let j = 0; j < templates; j++) amount[j]! += uniformAmount;
  scale(dictionary, amount);
  count = 0;
  for (let j = 0; j < templates; j++) if (amount[j]! >= negligible) active[count++] = j;
  for (let update = 1; update < updates; update++) {
    model.fill(1e-9, 0, bands);
    addModel(dictionary, amount);
    for (let b = 0; b < bands; b++) model[b] = magnitude[b]! / model[b]!;
    scale(dictionary, amount);
  }
}

/** Adds the active templates, each times its amount, to the model. */
function addModel({ first, band, value }: Dictionary, amount: Floats): void {
  for (let at = 0; at < count; at++) {
    const j = active[at]!;
    const a = amount[j]!;
    for (let i = first[j]!, end = first[j + 1]!; i < end; i++) model[band[i]!]! += a * value[i]!;
  }
}

/**
 * Multiplicative update: scales the amount of each active template by its correlation with the ratio of spectrum to
 * model (stored in `model`).
 */
function scale({ first, band, value }: Dictionary, amount: Floats): void {
  for (let at = 0; at < count; at++) {
    const j = active[at]!;
    // Two independent sums, so that the additions can overlap in the processor.
    let even = 0;
    let odd = 0;
    let i = first[j]!;
    for (const last = first[j + 1]! - 1; i < last; i += 2) {
      even += model[band[i]!]! * value[i]!;
      odd += model[band[i + 1]!]! * value[i + 1]!;
    }
    if (i < first[j + 1]!) even += model[band[i]!]! * value[i]!;
    const gain = even + odd;
    amount[j]! *= gain * Math.sqrt(gain);
  }
}
