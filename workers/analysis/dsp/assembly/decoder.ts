/**
 * One step of monophony/noteDecoder.ts for `count` pitches: updates their scores, and the first steps and first rises
 * of their notes. `recent` has the rises of the two steps before, a row each. Returns the best pitch, the lowest of
 * equal ones. `pathBin` is negative where unvoiced.
 */
export function decodeStep(
  rises: usize,
  saliences: usize,
  recent: usize,
  row: i32,
  score: usize,
  began: usize,
  risen: usize,
  count: i32,
  step: i32,
  after: i32,
  best: f32,
  pathBin: f32,
  perBin: f32,
  deviationCap: f32,
  unvoiced: f32,
  onsetSalience: f32,
  stayThroughOnset: f32,
  begin: f32,
  beginAtRise: f32,
  riseFrom: f32,
  riseTo: f32,
): i32 {
  const voiced = pathBin >= 0;
  const bests = f32x4.splat(best);
  const base = f32x4.splat(best - begin);
  const from = f32x4.splat(riseFrom);
  const perRise = f32x4.splat(1 / (riseTo - riseFrom));
  const atRise = f32x4.splat(beginAtRise);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const salient = f32x4.splat(onsetSalience);
  const stay = f32x4.splat(stayThroughOnset);
  const now = i32x4.splat(step);
  const oldest = i32x4.splat(step - after);
  const path = f32x4.splat(pathBin);
  const scale = f32x4.splat(perBin);
  const cap = f32x4.splat(deviationCap);
  const counts = i32x4.splat(count);
  const never = f32x4.splat(-Infinity);
  const four = i32x4.splat(4);
  let cost = f32x4.splat(unvoiced);
  let index = i32x4(0, 1, 2, 3);
  let top = never;
  let topIndex = index;
  const earlier = recent + 4 * row;
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 16) {
    const rise = v128.load(rises + i);
    const onset = f32x4.ge(v128.load(saliences + i), salient);
    const held = f32x4.sub(v128.load(score + i), v128.and(onset, stay));
    const ramp = f32x4.pmin(one, f32x4.pmax(zero, f32x4.mul(f32x4.sub(rise, from), perRise)));
    const begun = f32x4.add(base, f32x4.mul(atRise, ramp));
    const begins = f32x4.gt(begun, held);
    const value = v128.bitselect(begun, held, begins);
    const start = v128.bitselect(now, v128.load(began + i), begins);
    v128.store(began + i, start);
    // Include the rises of the two steps before.
    const before = f32x4.pmax(v128.load(recent + i), v128.load(earlier + i));
    const known = v128.bitselect(before, v128.load(risen + i), begins);
    const young = i32x4.ge_s(start, oldest);
    v128.store(risen + i, v128.bitselect(rise, known, v128.and(young, f32x4.gt(rise, known))));
    if (voiced) {
      const distance = f32x4.mul(f32x4.abs(f32x4.sub(path, f32x4.convert_i32x4_s(index))), scale);
      cost = f32x4.pmin(distance, cap);
    }
    const next = f32x4.sub(f32x4.sub(value, cost), bests);
    v128.store(score + i, next);
    const better = v128.and(f32x4.gt(next, top), i32x4.lt_s(index, counts));
    top = v128.bitselect(next, top, better);
    topIndex = v128.bitselect(index, topIndex, better);
    index = i32x4.add(index, four);
  }
  let largest = f32x4.extract_lane(top, 0);
  let winner = i32x4.extract_lane(topIndex, 0);
  for (let lane = 1; lane < 4; lane++) {
    top = v128.shuffle<f32>(top, top, 1, 2, 3, 0);
    topIndex = v128.shuffle<i32>(topIndex, topIndex, 1, 2, 3, 0);
    const value = f32x4.extract_lane(top, 0);
    const at = i32x4.extract_lane(topIndex, 0);
    if (value > largest || (value == largest && at < winner)) {
      largest = value;
      winner = at;
    }
  }
  return winner;
}
