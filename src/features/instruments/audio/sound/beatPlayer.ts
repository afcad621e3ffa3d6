import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { columnHits, type Hit } from '#features/instruments/domain/beat/beatHits.ts';
import { PAD_LENGTH, stepsOf, type Beat } from '#features/instruments/domain/beat/beat.ts';
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { StepTransport } from './transport.ts';
import type { VoiceId } from './tones/voice.ts';
import type { VoicePool } from './voices.ts';

/** Source name of the beat's notes. */
const BEAT_SOURCE = 'beat';
/** A step closer than this can no longer be changed, s. */
const TOO_CLOSE = 0.008;

interface ScheduledHit {
  velocity: number;
  voice: VoiceId;
}

interface ScheduledStep {
  step: number;
  time: number;
  hits: Map<NoteCode, ScheduledHit>;
}

/**
 * Loops the pattern on the grid. Changes just ahead of the playhead (a pad, its strength, a mute, the pattern itself)
 * are still audible.
 */
export class BeatPlayer {
  readonly #context: BaseContext;
  readonly #pool: VoicePool;
  readonly #transport: StepTransport;
  #beat: Beat;
  /** Tempo of the followed clock, beats a minute; null with the beat's own tempo. */
  #followed: number | null = null;
  /** The steps inside the lookahead, oldest first. */
  #scheduled: ScheduledStep[] = [];

  constructor(context: BaseContext, pool: VoicePool, beat: Beat) {
    this.#context = context;
    this.#pool = pool;
    this.#beat = beat;
    this.#transport = new StepTransport(context, (step, time) => this.#schedule(step, time));
  }

  /** Starts at column 0; returns the start time on the context's clock, s. */
  start(at?: number): number {
    this.#scheduled = [];
    this.#followed = null;
    return this.#transport.start(this.#beat, at);
  }

  /** Follows an external clock; its steps come by `place`. */
  follow(): void {
    this.stop();
    this.#followed = this.#beat.bpm;
    this.#transport.follow(this.#beat);
  }

  /**
   * Plays a step of the followed clock.
   * @param time on the context's clock, s
   * @param bpm the tempo of that clock, for the delay of swung steps
   */
  place(step: number, time: number, bpm: number): void {
    if (this.#followed === null) return;
    this.#followed = bpm;
    this.#transport.setTempo({ bpm, swing: this.#beat.swing });
    this.#transport.place(step, time);
  }

  stop(): void {
    this.#followed = null;
    this.#transport.stop();
    this.#pool.stop(BEAT_SOURCE);
    this.#scheduled = [];
  }

  /** Changes the beat, including scheduled steps that are not too close. */
  setBeat(beat: Beat): void {
    this.#beat = beat;
    if (this.#followed === null) this.#transport.setTempo(beat);
    const now = this.#context.immediate();
    for (const { step, time, hits } of this.#scheduled) {
      if (time < now + TOO_CLOSE) continue;
      const stepHits = this.#hitsOf(step);
      for (const [note, { voice, velocity }] of hits) {
        if (stepHits.some((hit) => hit.note === note && hit.velocity === velocity)) continue;
        this.#pool.cancel(voice);
        hits.delete(note);
      }
      for (const hit of stepHits) if (!hits.has(hit.note)) hits.set(hit.note, this.#sound(hit, time));
    }
  }

  /** The column (0 to 31) that sounds at a time on the context's clock, or -1. */
  columnAt(time: number): number {
    const step = this.#transport.stepAt(time);
    return step === -1 ? -1 : step % stepsOf(this.#beat);
  }

  #hitsOf(step: number): Hit[] {
    return columnHits(this.#beat, step % stepsOf(this.#beat));
  }

  #schedule(step: number, time: number): void {
    const now = this.#context.immediate();
    while (this.#scheduled.length > 0 && this.#scheduled[0]!.time < now) this.#scheduled.shift();
    const hits = new Map(this.#hitsOf(step).map((hit) => [hit.note, this.#sound(hit, time)]));
    this.#scheduled.push({ step, time, hits });
  }

  #sound({ note, velocity }: Hit, time: number): ScheduledHit {
    const midi = midiOf(note);
    const voice = this.#pool.start({ midi, velocity, time, length: PAD_LENGTH, source: BEAT_SOURCE });
    return { velocity, voice };
  }
}
