/** Limits of a MIDI file. */

/** Maximum size, bytes. Scores have a few hundred kB at most; larger files are "black MIDI". */
export const MAX_MIDI_BYTES = 16 * 1024 * 1024;
/** Maximum strikes, drums included: more than an orchestra plays in two hours. */
export const MAX_MIDI_NOTES = 50_000;
/** Maximum length, s. */
export const MAX_MIDI_SECONDS = 2 * 60 * 60;
