/** The name under which Tone asks for its comb filter (tone/build/esm/component/filter/FeedbackCombFilter.worklet.js). */
export const COMB_PROCESSOR = 'feedback-comb-filter';

/** Name under which the plucked string is registered. */
export const STRING_PROCESSOR = 'accord-string';

/** Strokes are numbered from 1 to this, and then anew. */
export const MAX_STROKES = 1000;

/**
 * Parameters of the plucked string: `frequency` (Hz) and `detune` (cents) of its pitch, how long it rings to -60 dB (`ring`, s), how
 * much of its highs each round loses (`damping`, 0 to 1), the cutoff of the `finger` (Hz), and the `stroke`: its number, and behind
 * the point its level. The string is plucked when that changes, and what rang before is let go within one period.
 */
export type StringParameter = 'frequency' | 'detune' | 'ring' | 'damping' | 'finger' | 'stroke';
