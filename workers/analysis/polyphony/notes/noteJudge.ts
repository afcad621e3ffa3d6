import { EVIDENCE_LENGTH } from './noteEvidence.ts';
import { WEIGHTS } from './noteJudge.weights.ts';

/**
 * Judges whether a note that the polyphonic transcriber proposes is in the sound, by all that is measured of it: a network with
 * one hidden layer, trained by bench/judge/train.ts on sound that is made there. What a rule of a few ratios cannot tell, such as
 * an octave's upper note from a strong second partial, it tells from how the ratios go together.
 */

/** A stored weight is a whole number of steps of 1 / SCALE. */
export const SCALE = 1024;

function stored(): Float64Array {
  const bytes = Uint8Array.from(atob(WEIGHTS), (char) => char.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / 2 }, (_, i) => view.getInt16(2 * i, true) / SCALE);
}

const weights = stored();
const hidden = (weights.length - 1) / (EVIDENCE_LENGTH + 2);

/** How sure it is that the note is in the sound, 0 to 1. @param evidence see noteEvidence.ts */
export function judge(evidence: Float64Array): number {
  const row = EVIDENCE_LENGTH + 1;
  let out = weights[weights.length - 1]!;
  for (let h = 0; h < hidden; h++) {
    let sum = weights[h * row + EVIDENCE_LENGTH]!;
    for (let i = 0; i < EVIDENCE_LENGTH; i++) sum += weights[h * row + i]! * evidence[i]!;
    out += weights[hidden * row + h]! * Math.tanh(sum);
  }
  return 1 / (1 + Math.exp(-out));
}
