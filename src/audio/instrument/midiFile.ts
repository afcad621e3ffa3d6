import * as midiPackage from '@tonejs/midi';
import { columnHits, PAD_LENGTH, stepSeconds, stepsOf, stepTime, type Beat } from '../../domain/pitch/beat.ts';
import { beatFromNotes, type BeatImport } from '../../domain/beat/beatImport.ts';
import { coded } from '../../domain/errors.ts';
import type { PlayedNote, Take } from '../../domain/pitch/keyboard.ts';
import { midiOf } from '../../domain/pitch/pitch.ts';
import { MAX_MIDI_BYTES } from './midiLimits.ts';

// The package is CommonJS: a bundler gives its names, Node gives them as the default export.
const { Midi } = 'Midi' in midiPackage ? midiPackage : (midiPackage as { default: typeof midiPackage }).default;

/** Rounds of the beat in an exported file. */
const ROUNDS = 4;
/** Tempo of what has none, beats a minute. */
const TAKE_BPM = 120;
/** A note must last, or readers drop it, s. */
const SHORTEST = 0.03;
/** The longest piece that is taken in, s. */
const MAX_SECONDS = 2 * 60 * 60;
/** The most notes of it. */
const MAX_NOTES = 50_000;
/** Channel 10 (9 from 0) is drums: its numbers are no pitches. */
const DRUMS = 9;

/** What is heard of the pattern on the grid as a MIDI file: four rounds, tempo, swing and strengths included. */
export function beatToMidi(beat: Beat): Uint8Array<ArrayBuffer> {
  const midi = new Midi();
  midi.header.setTempo(beat.bpm);
  const track = midi.addTrack();
  track.name = 'Accord beat';
  const steps = stepsOf(beat);
  for (let step = 0; step < ROUNDS * steps; step++) {
    for (const { note, velocity } of columnHits(beat, step % steps)) {
      track.addNote({
        midi: midiOf(note),
        time: stepTime(step, beat),
        duration: Math.min(PAD_LENGTH, stepSeconds(beat.bpm) * 0.95),
        velocity,
      });
    }
  }
  return new Uint8Array(midi.toArray());
}

/** A take as a MIDI file; its times are kept in s whatever the tempo, which tells a sequencer where its beats are. */
export function takeToMidi(take: Take, bpm: number = TAKE_BPM): Uint8Array<ArrayBuffer> {
  const midi = new Midi();
  midi.header.setTempo(bpm);
  const track = midi.addTrack();
  track.name = 'Accord keyboard';
  for (const { midi: number, onset, offset, velocity } of take.notes) {
    track.addNote({
      midi: number,
      time: onset,
      duration: Math.max(SHORTEST, offset - onset),
      velocity: Math.max(1 / 127, velocity),
    });
  }
  return new Uint8Array(midi.toArray());
}

/** A MIDI file, read. @throws CodedError `not_midi`: another kind of file, a broken one, or one that is too large */
function readMidi(bytes: Uint8Array): InstanceType<typeof Midi> {
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== 'MThd' || bytes.length > MAX_MIDI_BYTES)
    throw coded('not_midi', `Not a MIDI file of at most ${MAX_MIDI_BYTES} bytes.`);
  try {
    return new Midi(bytes);
  } catch (error) {
    throw coded('not_midi', 'The MIDI file is broken.', error);
  }
}

/** Its notes, without drums. */
function pitchedNotes(midi: InstanceType<typeof Midi>) {
  return midi.tracks.filter((track) => track.channel !== DRUMS).flatMap((track) => track.notes);
}

/**
 * The beat in a MIDI file.
 * @throws CodedError `not_midi` (another kind of file, a broken one, or one that is too large) or `no_notes`
 */
export function beatFromMidi(bytes: Uint8Array): BeatImport {
  const midi = readMidi(bytes);
  const bpm = midi.header.tempos[0]?.bpm ?? TAKE_BPM;
  const notes = pitchedNotes(midi).map(({ midi: number, time, velocity }) => ({ midi: number, onset: time, velocity }));
  const beat = beatFromNotes(
    notes.filter(({ midi: number, onset }) => Number.isFinite(number) && Number.isFinite(onset)),
    bpm,
  );
  if (beat === null) throw coded('no_notes', 'The MIDI file holds no notes.');
  return beat;
}

/**
 * What is played in a MIDI file, as if it had been played on the keyboard: within the first two hours, and no more
 * notes than an orchestra plays in that time.
 * @throws CodedError `not_midi` or `no_notes`, as {@link beatFromMidi}
 */
export function takeFromMidi(bytes: Uint8Array): Take {
  const notes: PlayedNote[] = [];
  for (const { midi: number, time, duration, velocity } of pitchedNotes(readMidi(bytes))) {
    const offset = Math.min(MAX_SECONDS, time + Math.max(SHORTEST, duration));
    // A file from outside may hold any number, or none.
    if (
      Number.isInteger(number) &&
      number >= 0 &&
      number <= 127 &&
      time >= 0 &&
      time < MAX_SECONDS &&
      Number.isFinite(offset) &&
      velocity > 0 &&
      velocity <= 1
    ) {
      notes.push({ midi: number, onset: time, offset, velocity });
    }
    if (notes.length === MAX_NOTES) break;
  }
  if (notes.length === 0) throw coded('no_notes', 'The MIDI file holds no notes.');
  return { notes, duration: notes.reduce((latest, { offset }) => Math.max(latest, offset), 0) };
}
