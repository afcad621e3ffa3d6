import type { AnalysisResult } from '../../../workers/protocol.ts';
import { storedUrl } from '../../backend/recordings/storedRecordings.ts';
import { blendOf } from '../../domain/colour/blend.ts';
import { fragranceFromEssence } from '../../domain/fragrance/fragrance.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { noteCodeOf } from '../../domain/pitch/pitch.ts';
import { traceOf } from '../../domain/fragrance/trace.ts';

/**
 * The fragrance of an analysed sound, bound to its recording. Loaded when there is a sound: it needs the whole catalogue.
 * @throws RangeError when the analysis found no note at all
 */
export function fragranceOfSound({ analysis, peaks }: AnalysisResult, recordingId: string, now: Date): Fragrance {
  const fragrance = fragranceFromEssence({
    essence: analysis.essence,
    source: analysis.source,
    now,
    audioData: storedUrl(recordingId) ?? undefined,
    trace: traceOf({ duration: analysis.duration, notes: analysis.notes, peaks }),
    blend: blendOf(
      analysis.essence,
      analysis.notes.map((note) => ({ ...note, note: noteCodeOf(note.midi) })),
      analysis.colour,
    ),
  });
  return { ...fragrance, recordingId };
}
