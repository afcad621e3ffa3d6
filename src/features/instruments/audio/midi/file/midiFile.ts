import { columnHits } from '#features/instruments/domain/beat/beatHits.ts';
import { PAD_LENGTH, stepSeconds, stepsOf, stepTime, type Beat } from '#features/instruments/domain/beat/beat.ts';
import { midiOf } from '#analysis/values/pitch.ts';
import type { TakeEvents } from '#features/instruments/audio/take/takeVoices.ts';
import { midiFile, type MidiNoteInput } from './midiWriter.ts';
import { takeTracks } from './takeTracks.ts';

/** Rounds of the beat in an exported file. */
const BEAT_ROUNDS = 4;
/** Tempo of takes, beats a minute. */
const TAKE_BPM = 120;

/**
 * The audible notes of the pattern on the grid as a MIDI file: four rounds, with tempo, swing and strengths.
 */
export function beatToMidi(beat: Beat): Uint8Array<ArrayBuffer> {
  const notes: MidiNoteInput[] = [];
  const steps = stepsOf(beat);
  for (let step = 0; step < BEAT_ROUNDS * steps; step++) {
    const onset = stepTime(step, beat);
    for (const { note, velocity } of columnHits(beat, step % steps)) {
      const offset = onset + Math.min(PAD_LENGTH, stepSeconds(beat.bpm) * 0.95);
      notes.push({ midi: midiOf(note), onset, offset, velocity });
    }
  }
  return midiFile(beat.bpm, [{ name: 'Accord beat', channel: 0, notes }]);
}

/** A take as a MIDI file. Times in s do not depend on the tempo, which only marks the beats for a sequencer. */
export function takeToMidi({ notes, gestures = [] }: TakeEvents, bpm: number = TAKE_BPM): Uint8Array<ArrayBuffer> {
  return midiFile(bpm, takeTracks(notes, gestures));
}
