import { noteCodeOf } from '#analysis/values/pitch.ts';
import { noteColors } from '#features/fragrance/domain/drawing/noteColors.ts';
import type { Palette } from '#features/fragrance/domain/drawing/palette.ts';
import { BAR_STEP, drawBar, type WaveContext, type WaveSize } from './restWave.ts';

/** One bar of the waveform: loudness 0 to 1, and the pitch there as a MIDI number that may be fractional, or null. */
export interface WaveBar {
  peak: number;
  midi: number | null;
}

/** Columns of 10 ms per bar. */
export const COLUMNS_PER_BAR = 5;

interface WaveFrame extends WaveSize {
  palette: Palette;
}

/**
 * The bars of a growing recording, in bounded memory: five columns of 10 ms make a bar; when there are too many bars,
 * neighbours are merged for the overview.
 */
export class WaveHistory {
  #bars: WaveBar[] = [];
  #open: WaveBar = { peak: 0, midi: null };
  #columns = 0;
  /** The newest column taken from a window. */
  #last: WaveBar | null = null;

  /** Number of columns taken so far. */
  get columns(): number {
    return this.#columns;
  }

  get bars(): readonly WaveBar[] {
    return this.#bars;
  }

  push(columns: readonly WaveBar[]): void {
    for (const { peak, midi } of columns) {
      // The bar takes the pitch of its loudest voiced column, which dominates the sound.
      if (midi !== null && (this.#open.midi === null || peak >= this.#open.peak)) this.#open.midi = midi;
      this.#open.peak = Math.max(this.#open.peak, peak);
      this.#columns++;
      if (this.#columns % COLUMNS_PER_BAR === 0) {
        this.#bars.push(this.#open);
        this.#open = { peak: 0, midi: null };
      }
    }
  }

  /** Takes the new columns of a window that began earlier in this history. An empty window starts a new recording. */
  follow(window: readonly WaveBar[]): void {
    if (window.length === 0) {
      this.clear();
      return;
    }
    const lastIndex = this.#last === null ? -1 : window.lastIndexOf(this.#last);
    this.push(lastIndex < 0 ? window : window.slice(lastIndex + 1));
    this.#last = window.at(-1)!;
  }

  /** Takes a whole sound at once, from its file. */
  take(bars: readonly WaveBar[]): void {
    this.clear();
    this.#bars = [...bars];
  }

  clear(): void {
    this.#last = null;
    this.#bars = [];
    this.#open = { peak: 0, midi: null };
    this.#columns = 0;
  }

  /** The whole recording in at most `count` bars. */
  overview(count: number): WaveBar[] {
    if (this.#bars.length <= count) return [...this.#bars];
    return Array.from({ length: count }, (_, i) => {
      const slice = this.#bars.slice(
        Math.floor((i * this.#bars.length) / count),
        Math.floor(((i + 1) * this.#bars.length) / count),
      );
      return slice.reduce((loudest, bar) =>
        (bar.midi !== null && loudest.midi === null) ||
        (bar.peak > loudest.peak && (bar.midi !== null || loudest.midi === null))
          ? bar
          : loudest,
      );
    });
  }
}

/**
 * The waveform while recording. It scrolls, newest at the right; with `paged` (reduced motion) it fills from left to
 * right, then starts again.
 */
export function drawLive(context: WaveContext, frame: WaveFrame, history: WaveHistory, paged: boolean): void {
  const { width, height, palette } = frame;
  context.clearRect(0, 0, width, height);
  const fit = Math.floor(width / BAR_STEP);
  const { bars } = history;
  const first = paged ? Math.floor(bars.length / fit) * fit : Math.max(0, bars.length - fit - 1);
  const drift = paged ? 0 : ((history.columns % COLUMNS_PER_BAR) / COLUMNS_PER_BAR) * BAR_STEP;
  const shown = bars.slice(first);
  shown.forEach((entry, i) => {
    const x = paged ? i * BAR_STEP : width - (shown.length - i) * BAR_STEP - drift;
    drawBar(context, x, loudness(entry.peak), height, colorOf(frame, entry));
  });
  const silent = paged ? [] : Array.from({ length: Math.max(0, fit - shown.length) }, (_, i) => i);
  for (const i of silent)
    drawBar(context, width - (shown.length + i + 1) * BAR_STEP - drift, 0, height, palette.line, 0.35);
}

/** Opacity of the part not played yet. */
const UNPLAYED_OPACITY = 0.32;

/**
 * The whole recording from edge to edge.
 * @param heard played fraction, 0 to 1; the rest is paler
 */
export function drawWhole(context: WaveContext, frame: WaveFrame, history: WaveHistory, heard = 1): void {
  const { width, height, palette } = frame;
  context.clearRect(0, 0, width, height);
  const fit = Math.floor(width / BAR_STEP);
  const bars = history.overview(fit);
  // A short recording is stretched to fill the sheet.
  for (let i = 0; i < fit; i++) {
    const entry = bars[Math.min(bars.length - 1, Math.floor((i * bars.length) / fit))];
    const color = entry === undefined ? palette.line : colorOf(frame, entry);
    drawBar(
      context,
      i * BAR_STEP,
      entry === undefined ? 0 : loudness(entry.peak),
      height,
      color,
      entry === undefined || i / fit >= heard ? UNPLAYED_OPACITY : 1,
    );
  }
}

/**
 * The colour of a pitch in thin marks: the edge colour of the nearest note, which contrasts with the paper even for
 * pale notes.
 */
function colorOf({ palette }: WaveFrame, { midi }: WaveBar): string {
  return midi === null ? palette.line : noteColors(noteCodeOf(midi), palette.scheme).line;
}

/** Converts amplitude to height, compressed so that quiet singing is visible. */
function loudness(peak: number): number {
  return Math.min(1, Math.max(0, peak)) ** 0.55;
}
