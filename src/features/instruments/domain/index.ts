export { beatOfScore, type MidiBeat } from './beat/midiBeat.ts';
export { isMidi } from './midi/container.ts';
export { MAX_MIDI_BYTES } from './midi/limits.ts';
export { readMidi, type ScoreCut } from './midi/midiScore.ts';
export { fragranceOfTake, takeOfScore } from './take/takeFragrance.ts';
