/** The draft of a beat on this device, including hidden pads. */
import * as z from 'zod/mini';
import { BPM_RANGE, INITIAL_BEAT, MAX_BARS, PATTERN_NAMES, ROW_RANGE, SWING_RANGE, type Beat } from '../beat/beat.ts';
import { NOTE_CODES, type NoteCode } from '#analysis/values/pitch.ts';
import { listOf, noteCode, withFallback, integerRange } from '#core/schema/fieldSchemas.ts';

const BEAT_VERSION = 2;

const notes = listOf(noteCode, NOTE_CODES.length);
const line = z.string().check(z.regex(/^[0-8]{1,32}$/));
const pattern = z.object({
  bars: integerRange(1, MAX_BARS),
  pads: z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((pads): Partial<Record<NoteCode, string>> =>
      // Skip invalid pads only.
      Object.fromEntries(
        Object.entries(pads).filter(
          ([note, cells]) => z.safeParse(noteCode, note).success && z.safeParse(line, cells).success,
        ),
      ),
    ),
  ),
});

const draft = z.object({
  version: z.literal(BEAT_VERSION),
  bpm: integerRange(BPM_RANGE.min, BPM_RANGE.max),
  rows: integerRange(ROW_RANGE.min, ROW_RANGE.max),
  swing: integerRange(SWING_RANGE.min, SWING_RANGE.max),
  notes,
  muted: withFallback(notes, []),
  solo: withFallback(notes, []),
  patterns: listOf(pattern, PATTERN_NAMES.length, PATTERN_NAMES.length),
  shown: withFallback(integerRange(0, PATTERN_NAMES.length - 1), INITIAL_BEAT.shown),
});

/** A beat as stored. */
export function beatDraft(beat: Beat): unknown {
  return { version: BEAT_VERSION, ...beat };
}

/** Reads a stored beat; null when invalid. */
export function readBeatDraft(value: unknown): Beat | null {
  const read = z.safeParse(draft, value);
  if (!read.success) return null;
  const { version: _, ...beat } = read.data;
  return { ...beat, notes: [...new Set(beat.notes)] };
}
