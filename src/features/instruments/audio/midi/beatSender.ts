import type { BeatLed } from '../sound/beatPlayer.ts';
import type { VoiceId } from '../sound/voiceNote.ts';
import { CLOCKS_PER_STEP } from './clockFollower.ts';
import type { MidiSender } from './sender.ts';

/** Messages are handed to the browser this long before their time, s; until then they can be cancelled. */
const HORIZON = 0.08;
/** Start is sent this long before the first clock, s: devices need a moment between the two. */
const START_LEAD = 0.001;

const CLOCK = 0xf8;
const START = 0xfa;
const STOP = 0xfc;

/** A planned message. `voice` is that of its note, or 0 for a clock. */
interface Planned {
  /** s on the context's clock. */
  time: number;
  kind: 'clock' | 'start' | 'on' | 'off';
  voice: VoiceId;
  midi: number;
  velocity: number;
}

interface BeatSenderOptions {
  /** Send the beat's notes. */
  notes: boolean;
  /** Send start, stop and 24 clocks per quarter note. */
  clock: boolean;
  /** Converts a time on the context's clock (s) to the performance clock (ms). */
  timeOf(time: number): number;
}

/**
 * Plays the beat on another device and leads it by MIDI clock. The beat is planned further ahead than it may change, so
 * each message is sent shortly before its time, with its time.
 */
export class BeatSender implements BeatLed {
  readonly #sender: MidiSender;
  readonly #options: BeatSenderOptions;
  #planned: Planned[] = [];
  #started = false;
  /** Time of the latest sent message, ms. */
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
    // A note whose note-on was sent keeps its note-off.
    if (this.#planned.some((planned) => planned.voice === voice && planned.kind === 'on'))
      this.#planned = this.#planned.filter((planned) => planned.voice !== voice);
  }

  onStop(): void {
    this.#planned = [];
    if (this.#started) this.#sender.realtime(STOP);
    this.#started = false;
    // Not before note-ons that are already sent.
    this.#sender.releaseAll(this.#latest);
  }

  /**
   * Sends due messages; call it every few hundredths of a second.
   * @param now on the context's clock, s
   */
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
