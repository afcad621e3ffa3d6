/** The draft of a take on this device. */
import * as z from 'zod/mini';
import { BPM_RANGE } from '../beat/beat.ts';
import { TONE_IDS } from '../keyboard/tone.ts';
import {
  CONTROL_NAMES,
  MAX_GESTURE_BEND,
  MAX_TAKE_CHANNELS,
  MAX_TAKE_GESTURES,
  type Gesture,
} from '../take/gestures.ts';
import {
  MAX_TAKE_NOTES,
  MAX_TAKE_SECONDS,
  QUANTISE_OPTIONS,
  type RecordedTake,
  type TakeNote,
} from '../take/recordedTake.ts';
import { fraction, listOf, withFallback, integerRange, range } from '#core/schema/fieldSchemas.ts';

const TAKE_VERSION = 1;
/** Resolution of stored times: a tenth of a millisecond. */
const PARTS_OF_SECOND = 10_000;
/** Resolution of stored controls. */
const PARTS_OF_VALUE = 10_000;

const moment = range(0, MAX_TAKE_SECONDS);
/** Maximum recordings in a stored take: it has one, those of former versions have several, which sound together. */
const MAX_LAYERS = 64;
const channel = integerRange(0, MAX_LAYERS * MAX_TAKE_CHANNELS - 1);
const note = z
  .object({
    midi: integerRange(0, 127),
    onset: moment,
    offset: moment,
    velocity: fraction,
    tone: z.optional(z.enum(TONE_IDS)),
    channel: z.optional(channel),
    keyUp: z.optional(moment),
    release: z.optional(fraction),
  })
  .check(z.refine(({ onset, offset }) => offset >= onset, 'ends before it begins'));

/** A gesture as a row, as a wheel makes many. */
const gesture = z.pipe(
  z
    .tuple([
      moment,
      channel,
      z.enum(CONTROL_NAMES),
      range(-MAX_GESTURE_BEND, MAX_GESTURE_BEND),
      z.optional(integerRange(0, 127)),
    ])
    .check(z.refine(([, , control, value]) => control === 'bend' || (value >= 0 && value <= 1), 'is out of range')),
  z.transform(([time, number, control, value, midi]): Gesture => ({
    time,
    channel: number,
    control,
    value,
    ...(midi !== undefined && { midi }),
  })),
);

const draft = z.object({
  version: z.literal(TAKE_VERSION),
  metronome: withFallback(z.boolean(), false),
  countIn: withFallback(z.boolean(), false),
  take: z
    .object({
      bpm: integerRange(BPM_RANGE.min, BPM_RANGE.max),
      quantise: withFallback(z.enum(QUANTISE_OPTIONS), 'off'),
      firstBeat: moment,
      layers: listOf(listOf(note, MAX_TAKE_NOTES, 1), MAX_LAYERS),
      // Takes of before have none; the notes are good without them.
      gestures: withFallback(listOf(listOf(gesture, MAX_TAKE_GESTURES), MAX_LAYERS), []),
      duration: moment,
    })
    .check(z.refine(({ layers }) => layers.flat().length <= MAX_TAKE_NOTES, 'has too many notes')),
});

/** A stored take, and the settings of the next one. */
interface TakeDraft {
  metronome: boolean;
  countIn: boolean;
  take: RecordedTake;
}

export function takeDraft({ metronome, countIn, take }: TakeDraft): unknown {
  const roundTime = (seconds: number): number => Math.round(seconds * PARTS_OF_SECOND) / PARTS_OF_SECOND;
  const part = (value: number): number => Math.round(value * PARTS_OF_VALUE) / PARTS_OF_VALUE;
  const row = ({ time, channel: number, control, value, midi }: Gesture) => [
    roundTime(time),
    number,
    control,
    part(value),
    ...(midi === undefined ? [] : [midi]),
  ];
  const { notes, gestures, ...rest } = take;
  const storedNote = ({ onset, offset, keyUp, ...other }: TakeNote) => ({
    ...other,
    onset: roundTime(onset),
    offset: roundTime(offset),
    ...(keyUp !== undefined && { keyUp: roundTime(keyUp) }),
  });
  return {
    version: TAKE_VERSION,
    metronome,
    countIn,
    take: {
      ...rest,
      ...(gestures.length > 0 && { gestures: [gestures.map(row)] }),
      firstBeat: roundTime(take.firstBeat),
      duration: roundTime(take.duration),
      layers: notes.length === 0 ? [] : [notes.map(storedNote)],
    },
  };
}

/** The notes and gestures of all layers. Renumbers the channels, so that no two layers share one. */
function joinNotes(
  layers: readonly (readonly TakeNote[])[],
  gestures: readonly (readonly Gesture[])[],
): Pick<RecordedTake, 'notes' | 'gestures'> {
  let first = 0;
  const all: { notes: TakeNote[]; gestures: Gesture[] } = { notes: [], gestures: [] };
  for (const [i, notes] of layers.entries()) {
    const from = first;
    const renumber = (number: number): number => {
      first = Math.max(first, from + number + 1);
      return from + number;
    };
    for (const event of notes)
      all.notes.push(event.channel === undefined ? event : { ...event, channel: renumber(event.channel) });
    for (const event of gestures[i] ?? []) all.gestures.push({ ...event, channel: renumber(event.channel) });
  }
  all.notes.sort((a, b) => a.onset - b.onset || a.midi - b.midi);
  all.gestures.sort((a, b) => a.time - b.time);
  return all;
}

/** Reads a stored draft; null when it cannot be played. */
export function readTakeDraft(value: unknown): TakeDraft | null {
  const read = z.safeParse(draft, value);
  if (!read.success) return null;
  const { metronome, countIn, take } = read.data;
  const { layers, gestures, ...rest } = take;
  return { metronome, countIn, take: { ...rest, ...joinNotes(layers as TakeNote[][], gestures) } };
}
