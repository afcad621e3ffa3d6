import type { Kernels } from './kernels.ts';

/** 0 up to `from`, 1 from `to` on, linear in between. */
function ramp(value: number, from: number, to: number): number {
  return value <= from ? 0 : value >= to ? 1 : (value - from) / (to - from);
}

/** One step of monophony/noteDecoder.ts; see kernels.ts. */
export const decodeStep: Kernels['decodeStep'] = (
  { score, began, risen },
  costs,
  rises,
  saliences,
  recent,
  row,
  count,
  step,
  best,
  pathBin,
) => {
  const { onsetSalience, stayThroughOnset, riseFrom, riseTo, unvoicedInNote, deviationCap, beginAtRise } = costs;
  const { perBin, after } = costs;
  const beginBase = best - costs.begin;
  let winner = 0;
  for (let s = 0; s < count; s++) {
    const rise = rises[s]!;
    let value = saliences[s]! < onsetSalience ? score[s]! : score[s]! - stayThroughOnset;
    const begun = beginBase + beginAtRise * ramp(rise, riseFrom, riseTo);
    if (begun > value) {
      value = begun;
      began[s] = step;
      // Include the rises of the two steps before.
      risen[s] = Math.max(recent[s]!, recent[s + row]!);
    }
    if (rise > risen[s]! && step - began[s]! <= after) risen[s] = rise;
    let cost = unvoicedInNote;
    if (pathBin >= 0) {
      const distance = Math.abs(pathBin - s) * perBin;
      cost = distance < deviationCap ? distance : deviationCap;
    }
    const next = value - cost - best;
    score[s] = next;
    if (next > score[winner]!) winner = s;
  }
  return winner;
};
