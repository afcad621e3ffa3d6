/** The draft of a take on this device. */
import * as z from 'zod/mini';
import { BPM } from '../beat/beat.ts';
import { TONE_IDS } from '../keyboard/tone.ts';
import {
  MAX_LAYERS,
  MAX_TAKE_NOTES,
  MAX_TAKE_SECONDS,
  QUANTISE,
  countNotes,
  type LayeredTake,
  type TakeNote,
} from '../take/layeredTake.ts';
import { fraction, listOf, orElse, whole, within } from '../../../../core/schema/parts.ts';

const VERSION = 1;
/** Resolution of stored times: a tenth of a millisecond. */
const PARTS_OF_SECOND = 10_000;

const moment = within(0, MAX_TAKE_SECONDS);
const note = z
  .object({
    midi: whole(0, 127),
    onset: moment,
    offset: moment,
    velocity: fraction,
    tone: z.optional(z.enum(TONE_IDS)),
  })
  .check(z.refine(({ onset, offset }) => offset >= onset, 'ends before it begins'));

const draft = z.object({
  version: z.literal(VERSION),
  metronome: orElse(z.boolean(), false),
  countIn: orElse(z.boolean(), false),
  take: z
    .object({
      bpm: whole(BPM.min, BPM.max),
      quantise: orElse(z.enum(QUANTISE), 'off'),
      firstBeat: moment,
      layers: listOf(listOf(note, MAX_TAKE_NOTES, 1), MAX_LAYERS),
      duration: moment,
    })
    .check(z.refine((take) => countNotes(take as LayeredTake) <= MAX_TAKE_NOTES, 'has too many notes')),
});

/** A stored take, and the settings of its next layer. */
interface TakeDraft {
  metronome: boolean;
  countIn: boolean;
  take: LayeredTake;
}

export function takeDraft({ metronome, countIn, take }: TakeDraft): unknown {
  const short = (seconds: number): number => Math.round(seconds * PARTS_OF_SECOND) / PARTS_OF_SECOND;
  const kept = ({ onset, offset, ...rest }: TakeNote) => ({ ...rest, onset: short(onset), offset: short(offset) });
  return {
    version: VERSION,
    metronome,
    countIn,
    take: {
      ...take,
      firstBeat: short(take.firstBeat),
      duration: short(take.duration),
      layers: take.layers.map((notes) => notes.map(kept)),
    },
  };
}

/** Reads a stored draft; null when it cannot be played. */
export function readTakeDraft(value: unknown): TakeDraft | null {
  const read = z.safeParse(draft, value);
  if (!read.success) return null;
  const { metronome, countIn, take } = read.data;
  return { metronome, countIn, take: take as LayeredTake };
}
