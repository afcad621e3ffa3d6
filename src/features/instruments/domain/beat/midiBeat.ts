/** The beat of a score: of its notes, or of its drums if it has no notes. */
import { codedError } from '#core/values/errors.ts';
import type { MidiScore, ScoreNote } from '../midi/midiScore.ts';
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { beatFromNotes, type BeatImport, type TimedNote } from './beatImport.ts';

export interface MidiBeat extends BeatImport {
  /** Strikes on the drum channel and their use. */
  drums: { strikes: number; became: 'pads' | 'left out' };
  /** The file was longer than the limits. */
  more: boolean;
}

/** Notes for drums, bass drum first: a scale without dissonances. */
const DRUM_NOTES: readonly NoteCode[] = ['C3', 'D3', 'E3', 'G3', 'A3', 'C4', 'D4', 'E4', 'G4', 'A4', 'C5', 'D5'];

/**
 * The beat of a score. Counts steps in the score's own beats, so that changes of tempo do not move them. Drums are
 * skipped when there are notes; alone, each becomes a note, in the order of the General MIDI percussion map.
 * @throws CodedError `no_notes`
 */
export function beatOfScore({ notes, drums, bpm, truncatedBy }: MidiScore): MidiBeat {
  const became = notes.length === 0 ? 'pads' : 'left out';
  const beat = became === 'pads' ? beatOfDrums(drums, bpm) : beatFromNotes(atConstantTempo(notes, bpm), bpm);
  if (beat === null) throw codedError('no_notes', 'The MIDI file holds no notes.');
  return { ...beat, drums: { strikes: drums.length, became }, more: truncatedBy !== null };
}

/** The notes at a constant tempo. */
const atConstantTempo = (notes: readonly ScoreNote[], bpm: number): TimedNote[] =>
  notes.map(({ midi, velocity, beat }) => ({ midi, velocity, onset: (beat * 60) / bpm }));

function beatOfDrums(drums: readonly ScoreNote[], bpm: number): BeatImport | null {
  const strikes = atConstantTempo(drums, bpm);
  // Assign the rows as for notes.
  const chosen = beatFromNotes(strikes, bpm)?.beat.notes.map((code) => midiOf(code));
  if (chosen === undefined) return null;
  const noteOf = new Map(chosen.sort((a, b) => a - b).map((drum, i) => [drum, midiOf(DRUM_NOTES[i]!)]));
  const taken = strikes.flatMap((strike) => {
    const midi = noteOf.get(strike.midi);
    return midi === undefined ? [] : [{ ...strike, midi }];
  });
  const beat = beatFromNotes(taken, bpm);
  return beat && { ...beat, left: drums.length - beat.placed };
}
