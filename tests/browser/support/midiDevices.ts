import { expect } from 'vitest';
import { midi } from '#features/instruments/state/midi/midi.ts';
import { chooseDevice, connectMidi } from '#features/instruments/state/midi/midiDevices.ts';
import { engineNow, openEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { now } from './clock.ts';

/** The interface through which a page uses a connected keyboard. */
export class Input extends EventTarget {
  state = 'connected';
  constructor(
    readonly id: string,
    readonly name: string | null = id,
    readonly isBlocked = false,
  ) {
    super();
  }
  open(): Promise<this> {
    return this.isBlocked ? Promise.reject(new DOMException('in use', 'InvalidAccessError')) : Promise.resolve(this);
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

export const keys = new Input('keys');
export const pads = new Input('pads');
export const inputs = new Map([
  ['keys', keys],
  ['pads', pads],
]);
export const access = Object.assign(new EventTarget(), {
  inputs,
  outputs: new Map(),
  sysexEnabled: false,
});

/** Gives the page these devices. */
export function plugIn(): void {
  Object.defineProperty(navigator, 'requestMIDIAccess', { configurable: true, value: () => Promise.resolve(access) });
}

/** Connects MIDI and chooses the keyboard, with an engine that sounds. */
export async function connectDevices(): Promise<void> {
  midi.status = 'idle';
  await connectMidi();
  await openEngine();
  await soundReady();
  chooseDevice('keys');
}

/** Plugs a device in or pulls it; a browser makes a new port with a new id of one that returns. */
export function plug(input: Input): void {
  input.state = 'connected';
  inputs.set(input.id, input);
  access.dispatchEvent(new Event('statechange'));
}
export function unplug(input: Input): void {
  input.state = 'disconnected';
  inputs.delete(input.id);
  access.dispatchEvent(new Event('statechange'));
}

export async function soundReady(): Promise<void> {
  await expect.poll(() => engineNow()).not.toBeNull();
}
