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
import type { MidiControlInput, MidiTrackInput } from './midiWriter.ts';

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
export function takeTracks(notes: readonly TakeNote[], gestures: readonly Gesture[]): MidiTrackInput[] {
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
