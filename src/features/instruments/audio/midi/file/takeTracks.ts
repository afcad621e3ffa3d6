import type { Control, Gesture } from '#features/instruments/domain/take/gestures.ts';
import type { TakeNote } from '#features/instruments/domain/take/layeredTake.ts';
import {
  BEND_SENSITIVITY,
  DATA_ENTRY,
  EXPRESSION,
  MODULATION,
  PARAMETER_HIGH,
  PARAMETER_LOW,
  SOFT,
  SOSTENUTO,
  SUSTAIN,
  TIMBRE,
} from '../performer/controllers.ts';
import type { WrittenControl, WrittenTrack } from './midiWriter.ts';

const NAME = 'Accord keyboard';
/** The channel of drums, which a take leaves out, and the number of the others. */
const DRUMS = 9;
const MELODIC = 15;
/** Minimum and maximum bend range, semitones. */
const BEND_RANGE = { min: 2, max: 96 };

/** Controllers of the controls that have one, for values 0 to 1. */
const CONTROLLERS: Partial<Record<Control, number>> = {
  modulation: MODULATION,
  level: EXPRESSION,
  sustain: SUSTAIN,
  sostenuto: SOSTENUTO,
  soft: SOFT,
};

/** A take as tracks: one for each channel, and one for the notes without a channel. */
export function takeTracks(notes: readonly TakeNote[], gestures: readonly Gesture[]): WrittenTrack[] {
  const numbers = new Set<number | undefined>([...notes, ...gestures].map(({ channel }) => channel));
  return [...numbers].map((number, index): WrittenTrack => {
    const place = index % MELODIC;
    const ofChannel = gestures.filter(({ channel }) => channel === number);
    return {
      name: index === 0 ? NAME : `${NAME} ${index + 1}`,
      channel: place < DRUMS ? place : place + 1,
      notes: notes.filter(({ channel }) => channel === number),
      controls: controlsOf(ofChannel),
    };
  });
}

function controlsOf(gestures: readonly Gesture[]): WrittenControl[] {
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
function controlOf({ control, value, time, midi = 0 }: Gesture, range: number): WrittenControl {
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
      return controller(time, TIMBRE, value < 0.5 ? Math.round(128 * value) : 64 + Math.round(126 * (value - 0.5)));
    default:
      return controller(time, CONTROLLERS[control]!, amount);
  }
}

function controller(time: number, controllerType: number, value: number): WrittenControl {
  return { time, event: { type: 'controller', controllerType, value } };
}
