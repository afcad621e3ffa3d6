import type { Page } from '@playwright/test';
import { midiName } from '#analysis/values/pitch.ts';
import { analyze } from '#analysis/analyze.ts';
import type { NoteEvent } from '#analysis/types.ts';

/** Output of the speakers' node. */
export interface HeardSound {
  samples: Float32Array;
  /** Hz. */
  sampleRate: number;
}

/**
 * Puts a tap on the speakers: whatever a page connects to an AudioContext's destination also runs into a worklet that
 * keeps its samples. Nothing in the app depends on it. Call before the page is opened.
 *
 * A context comes up only with its tap: one that is put in while a note sounds misses a piece of it, and the note is
 * heard twice.
 */
export async function tapSpeakers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const code = `registerProcessor('tap', class extends AudioWorkletProcessor {
      #chunk = new Float32Array(2048); #at = 0; #first = 0;
      process([input], [output]) {
        const mono = input[0];
        if (this.#at > 0 && currentFrame !== this.#first + this.#at) this.#post();
        if (this.#at === 0) this.#first = currentFrame;
        if (mono) this.#chunk.set(mono, this.#at); else this.#chunk.fill(0, this.#at, this.#at + 128);
        this.#at += 128;
        if (this.#at === 2048) this.#post();
        return true;
      }
      #post() { this.port.postMessage({ frame: this.#first, samples: this.#chunk.slice(0, this.#at) }); this.#at = 0; }
    });`;
    const heard: { frame: number; samples: Float32Array }[] = [];
    const state: { heard: typeof heard; rate: number; context: AudioContext | null } = {
      heard,
      rate: 0,
      context: null,
    };
    Object.assign(window, { speakers: state });
    const taps = new WeakMap<BaseAudioContext, { input: GainNode; ready: Promise<void> }>();
    const connect = AudioNode.prototype.connect as (
      this: AudioNode,
      target: AudioNode | AudioParam,
      ...more: number[]
    ) => AudioNode;
    const tapOf = (context: AudioContext): { input: GainNode; ready: Promise<void> } => {
      let tap = taps.get(context);
      if (tap === undefined) {
        const input = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
        Object.assign(state, { rate: context.sampleRate, context });
        const ready = context.audioWorklet
          .addModule(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
          .then(() => {
            const node = new AudioWorkletNode(context, 'tap');
            node.port.onmessage = ({ data }) => heard.push(data);
            connect.call(input, node);
            connect.call(node, context.destination);
            return undefined;
          });
        tap = { input, ready };
        taps.set(context, tap);
      }
      return tap;
    };
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        tapOf(this);
      }

      override resume(): Promise<void> {
        return tapOf(this).ready.then(() => super.resume());
      }
    };
    AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode | AudioParam, ...more: number[]) {
      const result = connect.call(this, target, ...more);
      if (target instanceof AudioDestinationNode && target.context instanceof AudioContext)
        connect.call(this, tapOf(target.context).input);
      return result;
    } as typeof AudioNode.prototype.connect;
  });
}

/** Drops the sound recorded so far. */
export async function clearOutput(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as { speakers: { heard: unknown[] } }).speakers.heard.length = 0;
  });
}

/** Records for so many seconds, by the clock of the sound: a busy machine may play its seconds late. */
export async function recordOutput(page: Page, seconds: number): Promise<void> {
  await page.evaluate(async (seconds) => {
    const { heard, context } = (
      window as unknown as { speakers: { heard: { frame: number; samples: Float32Array }[]; context: AudioContext } }
    ).speakers;
    // From the present sound on, not from its recorded part.
    const until = (context.currentTime + seconds) * context.sampleRate;
    const end = (): number => (heard.at(-1)?.frame ?? 0) + (heard.at(-1)?.samples.length ?? 0);
    while (end() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  }, seconds);
}

/** The whole sound since the page opened or {@link clearOutput}; frames that the tap missed are silent. */
export async function recordedOutput(page: Page): Promise<HeardSound> {
  const { base64, rate } = await page.evaluate(async () => {
    const { heard, rate } = (
      window as unknown as { speakers: { heard: { frame: number; samples: Float32Array }[]; rate: number } }
    ).speakers;
    if (heard.length === 0) return { base64: '', rate: rate || 48_000 };
    const first = heard[0]!.frame;
    const last = heard.at(-1)!;
    const all = new Float32Array(last.frame + last.samples.length - first);
    for (const { frame, samples } of heard) all.set(samples, frame - first);
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result as string));
      reader.readAsDataURL(new Blob([all]));
    });
    return { base64: url.slice(url.indexOf(',') + 1), rate };
  });
  const bytes = Buffer.from(base64, 'base64');
  return { samples: new Float32Array(new Uint8Array(bytes).buffer), sampleRate: rate };
}

/** The notes in the recorded sound, by our own engine. */
export async function heardNotes(page: Page): Promise<NoteEvent[]> {
  const { samples, sampleRate } = await recordedOutput(page);
  return analyze(samples, sampleRate).notes;
}

/**
 * The names of the notes in the recorded sound. Neighbours of one name are one note: a busy machine leaves gaps in the
 * tap.
 */
export async function heardNames(page: Page): Promise<string[]> {
  const names = (await heardNotes(page)).map(({ midi }) => midiName(midi));
  return names.filter((name, i) => name !== names[i - 1]);
}

/** Highest sample of the last so many seconds, computed in the page: copying the sound out takes longer. */
export function peakOfLast(page: Page, seconds: number): Promise<number> {
  return page.evaluate((seconds) => {
    const { heard, rate } = (window as unknown as { speakers: { heard: { samples: Float32Array }[]; rate: number } })
      .speakers;
    let left = Math.round(seconds * rate);
    let peak = 0;
    for (let i = heard.length - 1; i >= 0 && left > 0; i--) {
      const { samples } = heard[i]!;
      for (const v of samples.subarray(Math.max(0, samples.length - left))) peak = Math.max(peak, Math.abs(v));
      left -= samples.length;
    }
    return peak;
  }, seconds);
}

/**
 * A recorded note of a loop, and its place there: its number of places after the loop's first one, counted through all
 * rounds.
 */
export interface HeardPlace {
  name: string;
  place: number;
}

/**
 * The recorded notes of a loop, by the clock of the sound. A missing note leaves its gap: a busy machine drops a step
 * (src/features/instruments/audio/sound/transport.ts), or the tap misses it.
 * @param spacing from place to place, s; a note less than half of it late still counts at its place
 */
export async function recordedSteps(page: Page, loop: readonly string[], spacing: number): Promise<HeardPlace[]> {
  const notes = (await heardNotes(page)).map(({ midi, onset }) => ({ name: midiName(midi), onset }));
  const first = notes[0];
  if (first === undefined) return [];
  const start = first.onset - loop.indexOf(first.name) * spacing;
  return notes.map(({ name, onset }) => ({ name, place: Math.round((onset - start) / spacing) % loop.length }));
}
