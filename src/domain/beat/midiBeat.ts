/** The beat in a score: its notes, or its drums where it has no other notes. */
import { coded } from '../errors.ts';
import type { MidiScore, ScoreNote } from '../midi/midiScore.ts';
import { midiOf, type NoteCode } from '../pitch/pitch.ts';
import { beatFromNotes, type BeatImport, type TimedNote } from './beatImport.ts';

export interface MidiBeat extends BeatImport {
  /** What has become of the strikes on the drum channel. */
  drums: { strikes: number; became: 'pads' | 'left out' };
  /** The file holds more than was read. */
  more: boolean;
}

/** The notes that drums become, bass drum first: a scale in which all sound well together. */
const DRUM_NOTES: readonly NoteCode[] = ['C3', 'D3', 'E3', 'G3', 'A3', 'C4', 'D4', 'E4', 'G4', 'A4', 'C5', 'D5'];

/**
 * The beat of a score. Steps are counted in the score's own beats, so that its changes of tempo do not move them. Drums
 * beside notes are left out; alone, each becomes a note, in the order of the General MIDI percussion map.
 * @throws CodedError `no_notes`
 */
export function beatOfScore({ notes, drums, bpm, cut }: MidiScore): MidiBeat {
  const became = notes.length === 0 ? 'pads' : 'left out';
  const beat = became === 'pads' ? beatOfDrums(drums, bpm) : beatFromNotes(steady(notes, bpm), bpm);
  if (beat === null) throw coded('no_notes', 'The MIDI file holds no notes.');
  return { ...beat, drums: { strikes: drums.length, became }, more: cut !== null };
}

/** The notes as they would come at one tempo all along. */
const steady = (notes: readonly ScoreNote[], bpm: number): TimedNote[] =>
  notes.map(({ midi, velocity, beat }) => ({ midi, velocity, onset: (beat * 60) / bpm }));

function beatOfDrums(drums: readonly ScoreNote[], bpm: number): BeatImport | null {
  const strikes = steady(drums, bpm);
  // The rows go to the drums that would have them as notes.
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
