import type { BeatLed } from '../beatPlayer.ts';
import type { VoiceId } from '../voices.ts';
import { CLOCKS_PER_STEP } from './clockFollower.ts';
import type { MidiSender } from './sender.ts';

/** How long before its time a message is handed to the browser, s: until then it can be taken back. */
const HORIZON = 0.08;
/** How long before its first clock the start is told, s: devices want a moment between the two. */
const START_LEAD = 0.001;

const CLOCK = 0xf8;
const START = 0xfa;
const STOP = 0xfc;

/** A message of the future. Of a note, `voice` names it; a clock's is 0. */
interface Planned {
  /** s on the context's clock. */
  time: number;
  kind: 'clock' | 'start' | 'on' | 'off';
  voice: VoiceId;
  midi: number;
  velocity: number;
}

export interface BeatSenderOptions {
  /** The device is told the beat's notes. */
  notes: boolean;
  /** It is told start, stop and 24 clocks of a quarter note. */
  clock: boolean;
  /** A time on the context's clock (s) as one on the performance clock (ms). */
  timeOf(time: number): number;
}

/**
 * Plays the beat on another device and leads it by MIDI clock. The beat is planned further ahead than it may change: each
 * message is handed on shortly before its time, with its time.
 */
export class BeatSender implements BeatLed {
  readonly #sender: MidiSender;
  readonly #options: BeatSenderOptions;
  #planned: Planned[] = [];
  #started = false;
  /** Time of the latest message that was handed on, ms. */
  #latest = 0;

  constructor(sender: MidiSender, options: BeatSenderOptions) {
    this.#sender = sender;
    this.#options = options;
  }

  onStep(time: number, seconds: number): void {
    if (!this.#options.clock) return;
    if (!this.#started) this.#plan(time - START_LEAD, 'start');
    this.#started = true;
    for (let i = 0; i < CLOCKS_PER_STEP; i++) this.#plan(time + (i * seconds) / CLOCKS_PER_STEP, 'clock');
  }

  onNote(voice: VoiceId, midi: number, velocity: number, time: number, length: number): void {
    if (!this.#options.notes) return;
    this.#plan(time, 'on', voice, midi, velocity);
    this.#plan(time + length, 'off', voice, midi);
  }

  onCancel(voice: VoiceId): void {
    // One whose beginning was handed on already keeps its end.
    if (this.#planned.some((planned) => planned.voice === voice && planned.kind === 'on'))
      this.#planned = this.#planned.filter((planned) => planned.voice !== voice);
  }

  onStop(): void {
    this.#planned = [];
    if (this.#started) this.#sender.realtime(STOP);
    this.#started = false;
    // Not before the beginnings that are on their way.
    this.#sender.releaseAll(this.#latest);
  }

  /** Hands on what is due; call it every few hundredths of a second. @param now on the context's clock, s */
  flush(now: number): void {
    const due = this.#planned.filter(({ time }) => time <= now + HORIZON).sort((a, b) => a.time - b.time);
    if (due.length === 0) return;
    this.#planned = this.#planned.filter(({ time }) => time > now + HORIZON);
    for (const { kind, midi, velocity, time } of due) {
      const at = this.#options.timeOf(time);
      this.#latest = Math.max(this.#latest, at);
      if (kind === 'on') this.#sender.noteOn(midi, velocity, at);
      else if (kind === 'off') this.#sender.noteOff(midi, at);
      else this.#sender.realtime(kind === 'start' ? START : CLOCK, at);
    }
  }

  #plan(time: number, kind: Planned['kind'], voice: VoiceId = 0, midi = 0, velocity = 0): void {
    this.#planned.push({ time, kind, voice, midi, velocity });
  }
}
