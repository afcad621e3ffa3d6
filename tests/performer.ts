import { Performer } from '#features/instruments/audio/midi/performer/performer.ts';
import type { Voices } from '#features/instruments/audio/midi/performer/performerContract.ts';
import { NEUTRAL_EXPRESSION, type Expression } from '#features/instruments/audio/sound/tones/expression.ts';
import type { VoiceNote } from '#features/instruments/audio/sound/tones/voice.ts';
import { INITIAL_PERFORMER, type PerformerSettings } from '#features/instruments/domain/keyboard/performance.ts';

/** Voices that only record which notes sound. */
class Choir implements Voices {
  readonly sounding = new Map<number, VoiceNote>();
  readonly own = new Map<string, number>();
  readonly ofSource = new Map<string, number>();
  started = 0;
  start(note: VoiceNote): number {
    this.started += 1;
    this.sounding.set(this.started, { ...note });
    return this.started;
  }
  release(id: number): void {
    this.sounding.delete(id);
  }
  express(id: number, what: Expression, value: number): void {
    this.own.set(`${id} ${what}`, value);
  }
  expressAll(source: string, what: Expression, value: number): void {
    this.ofSource.set(`${source} ${what}`, value);
  }
  resetExpression(source: string): void {
    for (const key of this.ofSource.keys()) if (key.startsWith(`${source} `)) this.ofSource.delete(key);
  }
  silence(source: string): void {
    for (const [id, note] of this.sounding) if (note.source === source) this.sounding.delete(id);
  }
  get notes(): number[] {
    return [...this.sounding.values()].map(({ midi }) => midi).sort((a, b) => a - b);
  }
  /** The value of an expression for the notes of a channel. */
  of(source: string, what: Expression): number {
    return this.ofSource.get(`${source} ${what}`) ?? NEUTRAL_EXPRESSION[what];
  }
}

/** A performer with voices that only record which notes sound, and a log of its messages. */
export function keyboard(changes: Partial<PerformerSettings> = {}) {
  const choir = new Choir();
  const log: string[] = [];
  /** Velocities of the struck keys. */
  const struck: number[] = [];
  /** Keys that went up, with their release velocities, 0 to 127. */
  const keysUp: [midi: number, release: number][] = [];
  /** The controls that a take receives. */
  const controls = new Map<string, number>();
  const performer = new Performer(choir, {
    onNote: (_, midi, velocity) => {
      log.push(`+${midi}`);
      struck.push(velocity);
    },
    onKeyUp: (_, midi, release) => keysUp.push([midi, Math.round(127 * release)]),
    onRelease: (_, midi) => log.push(`-${midi}`),
    onProgram: (program) => log.push(`program ${program}`),
    onControl: (source, control, value, midi) => controls.set(`${source} ${control}${midi ?? ''}`, value),
    onRest: (source) => {
      for (const name of controls.keys()) if (name.startsWith(`${source} `)) controls.delete(name);
    },
  });
  const configure = (more: Partial<PerformerSettings>): void =>
    performer.configure({ ...INITIAL_PERFORMER, ...changes, ...more }, 'held');
  configure({});
  const send = (device: string, ...bytes: number[]): void => performer.handle(device, bytes);
  return { choir, log, keysUp, controls, struck, performer, configure, send };
}

/** A registered parameter and its value, as a device sends it. */
export const parameter = (channel: number, number: number, value: number): number[][] => [
  [0xb0 + channel, 101, number >> 7],
  [0xb0 + channel, 100, number & 0x7f],
  [0xb0 + channel, 6, value],
];
