/** The largest MIDI file that is read; songs are a few hundred kB at most. */
export const MAX_MIDI_BYTES = 4 * 1024 * 1024;
