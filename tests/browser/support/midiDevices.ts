import { expect } from 'vitest';
import { chooseDevice, connectMidi, midi } from '#features/instruments/state/midi/midi.ts';
import { engineNow, openEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { now } from './turns.ts';

/** What a page sees of a keyboard that is plugged in. */
class Input extends EventTarget {
  state = 'connected';
  constructor(readonly id: string) {
    super();
  }
  get name(): string {
    return this.id;
  }
  open(): Promise<this> {
    return Promise.resolve(this);
  }
  send(...data: number[]): void {
    this.sendAt(now(), ...data);
  }
  /** A message that came at `time`, ms on the performance clock. */
  sendAt(time: number, ...data: number[]): void {
    const event = Object.assign(new Event('midimessage'), { data: new Uint8Array(data) });
    this.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: time }));
  }
}

/** And of a device that it can play. */
export class Output extends EventTarget {
  readonly state = 'connected';
  readonly sent: { bytes: number[]; time: number | undefined }[] = [];
  constructor(readonly id: string) {
    super();
  }
  get name(): string {
    return this.id;
  }
  send(data: Uint8Array, time?: number): void {
    this.sent.push({ bytes: [...data], time });
  }
}

export const keys = new Input('keys');
export const pads = new Input('pads');
export const synth = new Output('synth');
export const inputs = new Map([
  ['keys', keys],
  ['pads', pads],
]);
export const access = Object.assign(new EventTarget(), {
  inputs,
  outputs: new Map([['synth', synth]]),
  sysexEnabled: false,
});

/** Gives the page these devices. */
export function plugIn(): void {
  Object.defineProperty(navigator, 'requestMIDIAccess', { configurable: true, value: () => Promise.resolve(access) });
}

/** Connects MIDI and chooses the keyboard, with an engine that sounds. */
export async function connected(): Promise<void> {
  midi.status = 'idle';
  await connectMidi();
  await openEngine();
  await soundReady();
  chooseDevice('keys');
}

export async function soundReady(): Promise<void> {
  await expect.poll(() => engineNow()).not.toBeNull();
}
