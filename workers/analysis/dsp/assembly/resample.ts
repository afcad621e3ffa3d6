/**
 * The inner loop of dsp/resample.ts: outputs of a polyphase filter, until one needs a sample after `last` or `room` of
 * them are written. `taps` is a multiple of four, as is the start of each phase in the table. Returns the number of
 * outputs.
 */
export function resample(
  table: usize,
  taps: i32,
  phases: i32,
  wholeStep: i32,
  phaseStep: i32,
  history: usize,
  start: i32,
  phase: i32,
  last: i32,
  out: usize,
  room: i32,
): i32 {
  const bytes: usize = 4 * taps;
  let count = 0;
  while (count < room && start <= last) {
    let tap = table + bytes * phase;
    let x = history + 4 * start;
    let sum = f32x4.splat(0);
    for (const end = tap + bytes; tap < end; tap += 16, x += 16)
      sum = f32x4.add(sum, f32x4.mul(v128.load(tap), v128.load(x)));
    const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
    f32.store(out, f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1));
    out += 4;
    count++;
    start += wholeStep;
    phase += phaseStep;
    if (phase >= phases) {
      phase -= phases;
      start++;
    }
  }
  return count;
}
