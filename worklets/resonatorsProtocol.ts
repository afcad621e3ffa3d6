/** The name under which Tone asks for its comb filter (tone/build/esm/component/filter/FeedbackCombFilter.worklet.js). */
export const COMB_PROCESSOR = 'feedback-comb-filter';

/** Name under which the plucked string is registered. */
export const STRING_PROCESSOR = 'accord-string';
