import type { NoteCode } from '#analysis/values/pitch.ts';
import type { LiveUpdate, WaveColumn } from '#analysis/protocol.ts';
import type { Analysis, NoteEvent } from '#analysis/types.ts';

/** Columns to keep for the drawing, 10 ms each. */
const LIVE_COLUMNS = 1024;

/**
 * State that the canvas reads on each frame while recording. A plain object changed in place: thirty updates a second
 * would be too many for React.
 */
interface LiveView {
  /** The newest columns, newest last. */
  columns: WaveColumn[];
  /** Seconds of sound so far. */
  time: number;
  /** dBFS. */
  level: number;
  pitch: LiveUpdate['pitch'];
  notes: NoteEvent[];
  essence: NoteCode[];
  /** Incremented with every change. */
  version: number;
}

export const liveView: LiveView = {
  columns: [],
  time: 0,
  level: -Infinity,
  pitch: null,
  notes: [],
  essence: [],
  version: 0,
};

const listeners = new Set<() => void>();

function publish(): void {
  liveView.version++;
  for (const listener of listeners) listener();
}

/** Calls after every change; returns an unsubscribe function. */
export function subscribeLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function clearLiveView(): void {
  Object.assign(liveView, { columns: [], time: 0, level: -Infinity, pitch: null, notes: [], essence: [] });
  publish();
}

/** Shows the result of the analysis of a sound without a live view, such as a file; `duration` in s. */
export function showFound({ notes, essence, duration }: Pick<Analysis, 'notes' | 'essence' | 'duration'>): void {
  Object.assign(liveView, { notes: [...notes], essence: [...essence], time: duration });
  publish();
}

export function applyLiveUpdate(update: LiveUpdate): void {
  const { columns } = liveView;
  columns.push(...update.columns);
  if (columns.length > LIVE_COLUMNS) columns.splice(0, columns.length - LIVE_COLUMNS);
  liveView.time = update.time;
  liveView.level = update.level;
  liveView.pitch = update.pitch;
  liveView.notes = update.notes;
  liveView.essence = update.essence;
  publish();
}
