/**
 * The fit of polyphony/decomposition.ts. The templates are sparse by groups of four bands: template j has the groups
 * first[j] to first[j + 1] - 1; each has the number of its first band in `band` and four values.
 */

const MAX_BANDS: i32 = 512;
const MAX_TEMPLATES: i32 = 512;
/** The model, and after the division the ratio of spectrum to model. */
const model: usize = memory.data(4 * MAX_BANDS, 16);
/** Offsets of the templates in the updates, bytes. */
const active: usize = memory.data(4 * MAX_TEMPLATES, 16);

/** Adds the active templates, each times its amount, to the model. */
function addModel(count: usize, first: usize, band: usize, value: usize, amounts: usize): void {
  for (let at: usize = 0; at < count; at += 4) {
    const j: usize = i32.load(active + at);
    const amount = v128.load32_splat(amounts + j);
    for (let i: usize = i32.load(first + j), end: usize = i32.load(first + j, 4); i < end; i++) {
      const to: usize = model + 4 * i32.load(band + 4 * i);
      v128.store(to, f32x4.add(v128.load(to), f32x4.mul(amount, v128.load(value + 16 * i))));
    }
  }
}

/** Replaces the model by the ratio of the spectrum to it. */
function divide(magnitude: usize, length: usize): void {
  for (let b: usize = 0; b < length; b += 16)
    v128.store(model + b, f32x4.div(v128.load(magnitude + b), v128.load(model + b)));
}

/** The multiplicative update of the active amounts. */
function scale(count: usize, first: usize, band: usize, value: usize, amounts: usize): void {
  for (let at: usize = 0; at < count; at += 4) {
    const j: usize = i32.load(active + at);
    let sum = f32x4.splat(0);
    for (let i: usize = i32.load(first + j), end: usize = i32.load(first + j, 4); i < end; i++)
      sum = f32x4.add(sum, f32x4.mul(v128.load(model + 4 * i32.load(band + 4 * i)), v128.load(value + 16 * i)));
    const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
    const gain = f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
    f32.store(amounts + j, f32.load(amounts + j) * gain * sqrt<f32>(gain));
  }
}

/**
 * Fits `bandCount` magnitudes (a multiple of four) by `updates` updates. The first starts from `carryOver` times the
 * previous amounts plus `uniformAmount` of every template (of which `templateSum` is the sum); the others use the templates with at
 * least `negligible`.
 */
export function decompose(
  first: usize,
  band: usize,
  value: usize,
  templateSum: usize,
  templates: i32,
  magnitude: usize,
  bandCount: i32,
  amount: usize,
  updates: i32,
  carryOver: f32,
  uniformAmount: f32,
  negligible: f32,
): void {
  const length: usize = 4 * bandCount;
  const tiny = f32x4.splat(1e-9);
  const uniform = f32x4.splat(uniformAmount);
  for (let b: usize = 0; b < length; b += 16)
    v128.store(model + b, f32x4.add(tiny, f32x4.mul(uniform, v128.load(templateSum + b))));
  const all: usize = 4 * templates;
  for (let j: usize = 0; j < all; j += 4) {
    f32.store(amount + j, carryOver * f32.load(amount + j));
    i32.store(active + j, <i32>j);
  }
  addModel(all, first, band, value, amount);
  divide(magnitude, length);
  for (let j: usize = 0; j < all; j += 4) f32.store(amount + j, uniformAmount + f32.load(amount + j));
  scale(all, first, band, value, amount);
  let count: usize = 0;
  for (let j: usize = 0; j < all; j += 4) {
    if (f32.load(amount + j) < negligible) continue;
    i32.store(active + count, <i32>j);
    count += 4;
  }
  for (let update = 1; update < updates; update++) {
    for (let b: usize = 0; b < length; b += 16) v128.store(model + b, tiny);
    addModel(count, first, band, value, amount);
    divide(magnitude, length);
    scale(count, first, band, value, amount);
  }
}
