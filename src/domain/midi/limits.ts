/** What is taken of a MIDI file at most. */

/** The largest file that is read, bytes. Scores are a few hundred kB at most; what is larger is "black MIDI". */
export const MAX_MIDI_BYTES = 16 * 1024 * 1024;
/** The most strikes of a file, drums among them: more than an orchestra plays in two hours. */
export const MAX_MIDI_NOTES = 50_000;
/** The longest piece, s. */
export const MAX_MIDI_SECONDS = 2 * 60 * 60;
