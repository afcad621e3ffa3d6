/** Name under which the room is registered; its only parameter is `feedback`, 0 to 1. */
export const ROOM_PROCESSOR = 'accord-room';

/** Name under which the plucked string is registered. */
export const STRING_PROCESSOR = 'accord-string';

/** Strokes are numbered from 1 to this, then from 1 again. */
export const MAX_STROKES = 1000;

/**
 * Parameters of the plucked string: `frequency` (Hz) and `detune` (cents) of its pitch, `ring` (decay time to
 * -60 dB, s), `damping` (loss of highs per round, 0 to 1), `finger` (cutoff, Hz), and `stroke`: its number, with its level as the
 * fraction. A change of `stroke` plucks the string and damps the sound before it within one period.
 */
export type StringParameter = 'frequency' | 'detune' | 'ring' | 'damping' | 'finger' | 'stroke';
