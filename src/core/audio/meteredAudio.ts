import { OCTAVES, hzOf, type NoteCode } from '#analysis/values/pitch.ts';
import { soundContext, type SoundContext } from './context.ts';

/** 170 ms at 48 kHz: the octave of C0 still has three bins. */
const FFT_SIZE = 8192;
/** Levels of a bin that count as 0 and as 1, dBFS. */
const FLOOR_DB = -85;
const FULL_DB = -25;

/** An audio element with a meter for each octave. */
export class MeteredAudio {
  readonly element = new Audio();
  readonly #sound: SoundContext;
  #analyser: AnalyserNode | null = null;
  #spectrum = new Float32Array(0);

  constructor(sound: SoundContext = soundContext) {
    this.#sound = sound;
    // The page is cross-origin isolated: recordings of another origin need CORS.
    this.element.crossOrigin = 'anonymous';
    this.element.preload = 'metadata';
  }

  /**
   * Routes the element's sound through the page's context on the first call; call it in a gesture. If the context does
   * not start, the element plays directly and the meter stays at rest.
   */
  async connect(): Promise<void> {
    try {
      await this.#sound.ensureRunning();
    } catch {
      return;
    }
    if (this.#analyser !== null) return;
    const context = this.#sound.get();
    const analyser = new AnalyserNode(context, { fftSize: FFT_SIZE, smoothingTimeConstant: 0.6 });
    // The element then sounds only through the context, so this needs a running one.
    new MediaElementAudioSourceNode(context, { mediaElement: this.element })
      .connect(analyser)
      .connect(context.destination);
    this.#analyser = analyser;
    this.#spectrum = new Float32Array(analyser.frequencyBinCount);
  }

  /** Writes the current level of each octave (C0 to B8), 0 to 1. */
  readonly levels = (out: Float32Array): void => {
    const analyser = this.#analyser;
    if (analyser === null || this.element.paused) {
      out.fill(0);
      return;
    }
    analyser.getFloatFrequencyData(this.#spectrum);
    const binHz = analyser.context.sampleRate / FFT_SIZE;
    for (const octave of OCTAVES) {
      const from = hzOf(`C${octave}` as NoteCode);
      let loudest = FLOOR_DB;
      const end = Math.min(this.#spectrum.length - 1, Math.floor((2 * from) / binHz));
      for (let bin = Math.max(1, Math.ceil(from / binHz)); bin <= end; bin++)
        loudest = Math.max(loudest, this.#spectrum[bin]!);
      out[octave] = Math.min(1, Math.max(0, (loudest - FLOOR_DB) / (FULL_DB - FLOOR_DB)));
    }
  };
}
