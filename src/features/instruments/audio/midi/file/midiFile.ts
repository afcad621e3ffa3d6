import { columnHits } from '#features/instruments/domain/beat/beatHits.ts';
import { PAD_LENGTH, stepSeconds, stepsOf, stepTime, type Beat } from '#features/instruments/domain/beat/beat.ts';
import { midiOf } from '#analysis/values/pitch.ts';
import type { TakeEvents } from '#features/instruments/audio/take/takeVoices.ts';
import { midiFile, type MidiNoteInput, type MidiControlInput, type MidiTrackInput } from './midiWriter.ts';
import type { Control, Gesture } from '#features/instruments/domain/take/gestures.ts';
import { TONE_CHOICES, TONE_TEXTS, type ToneId } from '#features/instruments/domain/keyboard/tone.ts';
import type { TakeNote } from '#features/instruments/domain/take/recordedTake.ts';
import {
  BEND_SENSITIVITY,
  DATA_ENTRY,
  EXPRESSION_CONTROL,
  MODULATION_CONTROL,
  PARAMETER_HIGH,
  PARAMETER_LOW,
  SOFT_CONTROL,
  SOSTENUTO_CONTROL,
  SUSTAIN_CONTROL,
  TIMBRE_CONTROL,
  VOLUME_CONTROL,
} from '../performer/controllers.ts';

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

/** The channel of drums, which a take leaves out, and the number of the others. */
const DRUM_CHANNEL = 9;
const MELODIC_CHANNELS = 15;
/** Minimum and maximum bend range, semitones. */
const BEND_RANGE = { min: 2, max: 96 };

/** Controllers of the controls that have one, for values 0 to 1. */
const CONTROLLER_NUMBERS: Partial<Record<Control, number>> = {
  modulation: MODULATION_CONTROL,
  level: EXPRESSION_CONTROL,
  volume: VOLUME_CONTROL,
  expression: EXPRESSION_CONTROL,
  sustain: SUSTAIN_CONTROL,
  sostenuto: SOSTENUTO_CONTROL,
  soft: SOFT_CONTROL,
};

/** The program of a tone: the one that chooses it, where a program change picks the tone. */
const programOf = (tone: ToneId): number => TONE_CHOICES.indexOf(tone);

/**
 * A take as tracks: one for each tone of each channel, with the gestures of the channel. A note ends with its key; the
 * controller of the pedal makes it longer.
 */
function takeTracks(notes: readonly TakeNote[], gestures: readonly Gesture[]): MidiTrackInput[] {
  const parts = new Map<string, { channel: number | undefined; tone: ToneId; notes: TakeNote[] }>();
  for (const note of notes) {
    const { channel, tone = 'fading' } = note;
    const name = `${channel} ${tone}`;
    const part = parts.get(name) ?? { channel, tone, notes: [] };
    part.notes.push(note);
    parts.set(name, part);
  }
  return [...parts.values()].map((part, index): MidiTrackInput => {
    const place = index % MELODIC_CHANNELS;
    return {
      name: TONE_TEXTS[part.tone].name,
      channel: place < DRUM_CHANNEL ? place : place + 1,
      program: programOf(part.tone),
      notes: part.notes.map((note) => ({ ...note, offset: note.keyUp ?? note.offset })),
      controls: controlsOf(gestures.filter(({ channel }) => channel === part.channel)),
    };
  });
}

function controlsOf(gestures: readonly Gesture[]): MidiControlInput[] {
  const bends = gestures.filter(({ control }) => control === 'bend').map(({ value }) => Math.abs(value));
  const furthest = bends.reduce((most, cents) => Math.max(most, cents), 0);
  const range = Math.min(BEND_RANGE.max, Math.max(BEND_RANGE.min, Math.ceil(furthest / 100)));
  const parameter = [
    [PARAMETER_HIGH, BEND_SENSITIVITY],
    [PARAMETER_LOW, BEND_SENSITIVITY],
    [DATA_ENTRY, range],
  ].map(([controllerType, value]) => controller(0, controllerType!, value!));
  return [...(bends.length > 0 ? parameter : []), ...gestures.map((gesture) => controlOf(gesture, 100 * range))];
}

/** @param range the bend range, cents */
function controlOf({ control, value, time, midi = 0 }: Gesture, range: number): MidiControlInput {
  const amount = Math.round(127 * value);
  switch (control) {
    case 'bend': {
      const part = Math.max(-1, Math.min(1, value / range));
      return { time, event: { type: 'pitchBend', value: Math.round(part * (part < 0 ? 8192 : 8191)) } };
    }
    case 'pressure':
    case 'swell':
      return { time, event: { type: 'channelAftertouch', amount } };
    case 'key':
      return { time, event: { type: 'noteAftertouch', noteNumber: midi, amount } };
    case 'timbre':
      // Its middle, 64, is the unchanged tone.
      return controller(
        time,
        TIMBRE_CONTROL,
        value < 0.5 ? Math.round(128 * value) : 64 + Math.round(126 * (value - 0.5)),
      );
    default:
      return controller(time, CONTROLLER_NUMBERS[control]!, amount);
  }
}

function controller(time: number, controllerType: number, value: number): MidiControlInput {
  return { time, event: { type: 'controller', controllerType, value } };
}
