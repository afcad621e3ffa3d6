import '../kernels.ts';
import { analyze as transcribe } from '../../workers/ear/analysis/index.ts';

/** Our engine with the interface of the bench: fractional pitches, a pitch track as [s, Hz, voicing]. */
export function analyze(pcm: Float32Array, sampleRate: number) {
  const { notes, f0 } = transcribe(pcm, sampleRate);
  return {
    notes: notes.map(({ midi, cents, onset, offset, confidence }) => ({
      midi: midi + cents / 100,
      onset,
      offset,
      confidence,
    })),
    f0: f0.map(({ time, hz, confidence }) => [time, hz, hz > 0 ? Math.max(0.5, confidence) : 0] as const),
  };
}
