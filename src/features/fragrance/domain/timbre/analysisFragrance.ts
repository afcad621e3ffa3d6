import { blendOf } from './blend.ts';
import type { Timbre } from '#analysis/values/timbre.ts';
import { noteCodeOf, type NoteCode } from '#analysis/values/pitch.ts';
import { fragranceFromEssence, type EssenceInput } from '../composition/fragrance.ts';
import type { Fragrance } from '../composition/model.ts';
import { traceOf } from '../composition/trace.ts';

/** The part of the engine's analysis that a fragrance needs. */
interface AnalysedSound {
  /** Seconds. */
  duration: number;
  /** MIDI numbers and cents; seconds; loudness and clarity, 0 to 1. */
  notes: readonly {
    midi: number;
    cents: number;
    onset: number;
    offset: number;
    velocity: number;
    confidence: number;
  }[];
  /** Distinct dominant notes, strongest first. */
  essence: readonly NoteCode[];
  /** Null for silence. */
  source: EssenceInput['source'] | null;
  timbre: Timbre | null;
}

/**
 * The fragrance of an analysed sound: essence, accents, character, proportions and trace.
 * @param peaks the sound's waveform, 0 to 1 (`peaksOf`)
 * @param more data that is not of the sound: its time, a name by the visitor, the recording's URL
 * @throws RangeError when the analysis has no note, as that of silence
 */
export function fragranceOfAnalysis(
  { duration, notes, essence, source, timbre }: AnalysedSound,
  peaks: readonly number[],
  more: Pick<EssenceInput, 'now' | 'name' | 'audioData'>,
): Fragrance {
  if (source === null) throw new RangeError('Silence has no fragrance.');
  return fragranceFromEssence({
    essence,
    source,
    trace: traceOf({ duration, notes, peaks }),
    blend: blendOf(
      essence,
      notes.map((note) => ({ ...note, note: noteCodeOf(note.midi) })),
      timbre,
    ),
    ...more,
  });
}
