import { decibels } from '../dsp/decibels.ts';
import { createAnalyzer, hashBytes } from '../analyze.ts';
import { GapFiller, openCapture, type CaptureReader } from './capture.ts';
import { PcmCopy } from './pcmCopy.ts';
import { PeakMeter } from '../peaks.ts';
import type { Answer, CaptureResult, LiveUpdate, PcmSource, WaveColumn } from '../protocol.ts';
import { UpdateClock } from './updateClock.ts';

/** Maximum number of notes in an update. */
const UPDATE_NOTES = 64;
/** Timeout for the end of a capture while nothing arrives, ms: a closed context sends no end. */
const STALL_MS = 1000;

/** Analyses a recording while it comes from the microphone, summarises it for the display, and copies it. */
export class LiveSession {
  readonly #sampleRate: number;
  readonly #updates: MessagePort;
  readonly #analyzer;
  readonly #filler: GapFiller;
  readonly #reader: CaptureReader;
  readonly #copy = new PcmCopy();
  readonly #peaks: PeakMeter;
  #columns: WaveColumn[] = [];
  readonly #clock: UpdateClock;
  #engineError: unknown = null;
  #arrivals = 0;

  /** @throws RangeError for a sample rate the engine refuses */
  constructor(source: PcmSource, sampleRate: number, updates: MessagePort) {
    this.#sampleRate = sampleRate;
    this.#updates = updates;
    this.#peaks = new PeakMeter(sampleRate);
    this.#analyzer = createAnalyzer(sampleRate);
    this.#clock = new UpdateClock(sampleRate);
    this.#filler = new GapFiller((samples) => this.#process(samples));
    this.#reader = openCapture(source, (frame, samples) => {
      this.#arrivals++;
      this.#filler.take(frame, samples);
    });
  }

  /** Waits for the end of the capture and returns the whole result. See `AnalysisWorkerApi.finishLive`. */
  async finish(bytes: Uint8Array<ArrayBuffer> | null): Promise<Answer<CaptureResult>> {
    const sent = await this.#end();
    this.#release();
    const { frames, lost } = this.#filler;
    const capture = { frames, lost, sent };
    const wav = bytes === null && frames > 0 ? this.#copy.toWav(this.#sampleRate) : null;
    const encoded = bytes ?? wav ?? new Uint8Array(0);
    try {
      if (this.#engineError !== null) throw this.#engineError;
      const analysis = { ...this.#analyzer.finish(), f0: [] };
      return { ok: true, value: { analysis, capture, peaks: this.#peaks.slices(), wav } };
    } catch (error) {
      // The byte hash is the fallback of a failing engine (docs/decisions.md 1); it needs at least one byte.
      if (encoded.length === 0) return { ok: false, error: { code: 'engine', message: String(error) } };
      const duration = (frames + lost) / this.#sampleRate;
      return {
        ok: true,
        value: {
          analysis: { ...hashBytes(encoded), duration },
          capture,
          peaks: this.#peaks.slices(),
          wav,
          engineFailure: String(error),
        },
      };
    }
  }

  cancel(): void {
    this.#release();
  }

  #release(): void {
    this.#reader.close();
    this.#updates.close();
  }

  async #end(): Promise<number | null> {
    for (;;) {
      const before = this.#arrivals;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stalled = new Promise<'stalled'>((resolve) => {
        timer = setTimeout(() => resolve('stalled'), STALL_MS);
      });
      const end = await Promise.race([this.#reader.ended, stalled]);
      clearTimeout(timer);
      if (end !== 'stalled') return end;
      if (this.#arrivals === before) return null;
    }
  }

  #process(samples: Float32Array): void {
    this.#copy.push(samples);
    if (this.#engineError === null) {
      try {
        this.#analyzer.push(samples);
      } catch (error) {
        // The recording continues without the engine: its waveform, its copy and its frame counts are still needed.
        this.#engineError = error;
      }
    }
    // The pitch of a column is set with the update.
    this.#peaks.push(samples, (peak) => this.#columns.push({ peak, midi: null }));
    if (this.#clock.isDue(samples.length, this.#analyzer.begun)) this.#update();
  }

  /**
   * Posts an update. Computes the live state only here: for chords it costs more than the analysis itself.
   */
  #update(): void {
    const live = this.#engineError === null ? this.#analyzer.live() : null;
    const midi = live?.pitch?.midi ?? null;
    let loudest = 0;
    for (const column of this.#columns) {
      column.midi = midi;
      loudest = Math.max(loudest, column.peak);
    }
    const update: LiveUpdate = {
      time: live?.time ?? (this.#filler.frames + this.#filler.lost) / this.#sampleRate,
      level: decibels(loudest),
      columns: this.#columns,
      pitch: live?.pitch ?? null,
      notes: live === null ? [] : live.notes.slice(-UPDATE_NOTES),
      essence: live === null ? [] : [...live.essence],
    };
    this.#updates.postMessage(update);
    this.#columns = [];
  }
}
