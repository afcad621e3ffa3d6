/** The trace of a recording, stored with its fragrance: a few peaks and the heard notes. */
import { noteCodeOf } from '#analysis/values/pitch.ts';
import type { TraceNote, SoundTrace } from './model.ts';

/** Limits of a stored fragrance: local storage holds 2 MB on some phones. */
export const MAX_TRACE_PEAKS = 240;
export const MAX_TRACE_NOTES = 256;

/** A note event of the analysis; times in seconds. */
export interface NoteEventLike {
  /** MIDI number. */
  midi: number;
  /** Deviation from that semitone at A4 = 440 Hz, cents. */
  cents: number;
  onset: number;
  offset: number;
  /** 0 to 1. */
  velocity: number;
}

interface TraceInput {
  /** Seconds. */
  duration: number;
  notes: readonly NoteEventLike[];
  /** Peak amplitudes (0 to 1) of equal slices of the recording, any number of them. */
  peaks: ArrayLike<number>;
}

/** Maximum notes in a drawing: the longest and loudest. */
export const MAX_DRAWN_NOTES = 36;

/**
 * The part of a trace for its drawing: no peaks, and of many notes the longest and loudest, in order. Idempotent. The
 * database computes the same (`private.face_of`).
 */
export function drawnPart({ duration, notes }: SoundTrace): SoundTrace {
  // In thousandths, as in traces: both sides choose the same of nearly equal notes.
  const weight = ({ onset, offset, velocity }: TraceNote): number =>
    Math.round(1000 * (offset - onset)) * Math.round(200 + 1000 * velocity);
  const kept = notes
    .map((note, i) => ({ note, i }))
    .sort((a, b) => weight(b.note) - weight(a.note) || a.i - b.i)
    .slice(0, MAX_DRAWN_NOTES)
    .sort((a, b) => a.i - b.i);
  return { duration, peaks: [], notes: kept.map(({ note }) => note) };
}

/**
 * The trace of a sound within its limits. Merges surplus peaks, keeping the loudest; drops surplus notes, keeping the
 * longest and loudest. Rounds numbers to a thousandth.
 */
export function traceOf({ duration, notes, peaks }: TraceInput): SoundTrace {
  const weight = (note: NoteEventLike): number => (note.offset - note.onset) * note.velocity;
  const kept =
    notes.length <= MAX_TRACE_NOTES
      ? [...notes]
      : [...notes].sort((a, b) => weight(b) - weight(a)).slice(0, MAX_TRACE_NOTES);
  return {
    duration: roundTime(duration),
    peaks: peaksOf(peaks, MAX_TRACE_PEAKS),
    notes: kept
      .sort((a, b) => a.onset - b.onset || a.midi - b.midi)
      .map(({ midi, cents, onset, offset, velocity }): TraceNote => ({
        note: noteCodeOf(midi),
        onset: roundTime(onset),
        offset: roundTime(offset),
        velocity: roundTime(unit(velocity)),
        cents: Math.round(cents),
      })),
  };
}

/**
 * Peak amplitude of equal slices of samples (or of finer peaks): at most `slices` numbers from 0 to 1. Samples that
 * are not finite count as 0.
 */
export function peaksOf(samples: ArrayLike<number>, slices: number = MAX_TRACE_PEAKS): number[] {
  const count = Math.min(slices, samples.length);
  return Array.from({ length: count }, (_, slice) => {
    const end = Math.floor(((slice + 1) * samples.length) / count);
    let peak = 0;
    for (let i = Math.floor((slice * samples.length) / count); i < end; i++) {
      const amplitude = Math.abs(samples[i]!);
      if (amplitude > peak && amplitude !== Infinity) peak = amplitude;
    }
    return roundTime(unit(peak));
  });
}

/** A slice of a waveform: loudness 0 to 1, and its pitch as a MIDI number, or null. */
export interface WaveSlice {
  peak: number;
  midi: number | null;
}

/** The waveform of a whole sound from its peaks; each slice has the pitch of its loudest note. */
export function waveformOf({ duration, notes, peaks }: TraceInput): WaveSlice[] {
  const seconds = duration / Math.max(1, peaks.length);
  return Array.from({ length: peaks.length }, (_, slice) => {
    const notesInSlice = notes.filter(({ onset, offset }) => onset < (slice + 1) * seconds && offset > slice * seconds);
    const loudest = notesInSlice.reduce<NoteEventLike | null>(
      (most, note) => (most === null || note.velocity > most.velocity ? note : most),
      null,
    );
    return { peak: unit(peaks[slice]!), midi: loudest?.midi ?? null };
  });
}

function unit(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

function roundTime(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 1000) / 1000 : 0;
}
