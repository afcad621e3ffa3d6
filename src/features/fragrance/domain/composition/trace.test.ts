import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceNote } from './model.ts';
import { drawnPart, MAX_DRAWN_NOTES, MAX_TRACE_NOTES, MAX_TRACE_PEAKS, peaksOf, traceOf, waveformOf } from './trace.ts';

describe('peaksOf', () => {
  it('returns the loudest sample of each slice, of either sign', () => {
    expect(peaksOf(new Float32Array([0, 0.5, -0.75, 0.25]), 2)).toEqual([0.5, 0.75]);
  });

  it('returns no more slices than samples, and none for an empty sound', () => {
    expect(peaksOf([0.1, 0.2])).toEqual([0.1, 0.2]);
    expect(peaksOf([])).toEqual([]);
  });

  it('is within 0 and 1 and never loses the highest peak', () => {
    fc.assert(
      fc.property(fc.float32Array({ maxLength: 2000 }), (samples) => {
        const peaks = peaksOf(samples);
        expect(peaks.length).toBe(Math.min(MAX_TRACE_PEAKS, samples.length));
        expect(peaks.every((p) => p >= 0 && p <= 1)).toBe(true);
        const loudest = Math.min(1, Math.max(0, ...[...samples].filter(Number.isFinite).map(Math.abs)));
        expect(Math.max(0, ...peaks)).toBeCloseTo(loudest, 3);
      }),
    );
  });
});

describe('traceOf', () => {
  it('has the notes in order of onset, rounded', () => {
    const trace = traceOf({
      duration: 2.000_04,
      peaks: [0.123_456],
      notes: [
        { midi: 64.2, cents: 19.6, onset: 1.000_01, offset: 1.5, velocity: 0.8 },
        { midi: 60, cents: -3.2, onset: 0.1, offset: 0.9, velocity: 2 },
      ],
    });
    expect(trace).toEqual({
      duration: 2,
      peaks: [0.123],
      notes: [
        { note: 'C4', onset: 0.1, offset: 0.9, velocity: 1, cents: -3 },
        { note: 'E4', onset: 1, offset: 1.5, velocity: 0.8, cents: 20 },
      ],
    });
  });

  it('stays within its limits and keeps the longest and loudest notes', () => {
    // The first 144 notes, which end the sound, are short or soft.
    const notes = Array.from({ length: 400 }, (_, i) => ({
      midi: 60,
      cents: 0,
      onset: 400 - i,
      offset: 400 - i + (i < 72 ? 0.1 : 0.5),
      velocity: i >= 72 && i < 144 ? 0.1 : 0.5,
    }));
    const trace = traceOf({ duration: 401, notes, peaks: new Float32Array(10_000) });
    expect(trace.peaks).toHaveLength(MAX_TRACE_PEAKS);
    expect(trace.notes).toHaveLength(MAX_TRACE_NOTES);
    expect(trace.notes.every(({ onset, offset, velocity }) => offset - onset > 0.4 && velocity > 0.4)).toBe(true);
    expect(trace.notes.map(({ onset }) => onset)).toEqual(trace.notes.map(({ onset }) => onset).sort((a, b) => a - b));
    expect(JSON.stringify(trace).length).toBeLessThan(25_000);
    expect(notes[0]!.onset).toBe(400);
  });
});

describe('the part of a trace that is drawn', () => {
  const note = (onset: number, length: number, velocity: number): TraceNote => ({
    note: 'C4',
    onset,
    offset: onset + length,
    velocity,
    cents: 0,
  });

  it('has the longest and loudest notes in their order, without peaks', () => {
    const notes = Array.from({ length: 100 }, (_, i) => note(i, i % 3 === 0 ? 0.9 : 0.2, 0.5));
    const part = drawnPart({ duration: 100, peaks: [1], notes });
    expect(part).toEqual({
      duration: 100,
      peaks: [],
      notes: notes
        .filter((_, i) => i % 3 === 0)
        .concat(notes[1]!, notes[2]!)
        .sort((a, b) => a.onset - b.onset),
    });
    expect(drawnPart(part)).toEqual(part);
  });

  it('keeps the earlier ones of equally strong notes', () => {
    const notes = Array.from({ length: 50 }, (_, i) => note(i / 10, 0.1, 0.7));
    expect(drawnPart({ duration: 5, peaks: [], notes }).notes).toEqual(notes.slice(0, MAX_DRAWN_NOTES));
  });
});

describe('the waveform of a sound', () => {
  it('has a slice for every peak, with the pitch of the loudest note there', () => {
    const note = (midi: number, onset: number, offset: number, velocity: number) => ({
      midi,
      cents: 0,
      onset,
      offset,
      velocity,
    });
    expect(
      waveformOf({
        duration: 4,
        notes: [note(60, 0, 2, 0.4), note(64, 1, 3, 0.9)],
        peaks: [0.1, 0.5, 2, Number.NaN],
      }),
    ).toEqual([
      { peak: 0.1, midi: 60 },
      { peak: 0.5, midi: 64 },
      { peak: 1, midi: 64 },
      { peak: 0, midi: null },
    ]);
    expect(waveformOf({ duration: 0, notes: [], peaks: [] })).toEqual([]);
  });
});
