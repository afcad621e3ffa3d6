import { proxy, subscribe } from 'valtio';
import { MidiSender } from '../../audio/midi/sender.ts';
import type { MidiDevice, SendMidi } from '../../audio/midi/ports.ts';
import type { Scope } from '#core/lifetime/scope.ts';
import { onPlayed } from '../keyboard/keyboard.ts';
import { performing } from './performing.ts';

/** The connected outputs. The settings hold the name of the chosen one. */
export const midiOut = proxy<{ outputs: MidiDevice[] }>({ outputs: [] });

/** Names to choose from; includes the chosen one while it is unplugged. */
export function outputNames(outputs: readonly Pick<MidiDevice, 'name'>[], chosen: string | null): string[] {
  return [...new Set([...outputs.map(({ name }) => name), ...(chosen === null ? [] : [chosen])])];
}

let send: SendMidi | null = null;
let sender: MidiSender | null = null;
/** Name of the output of {@link sender}. */
let madeFor = '';
let inputs: readonly MidiDevice[] = [];
/** Prefix of the sources that are not forwarded: the output's own input would cause a feedback loop. */
let returning: string | null = null;
const listeners = new Set<() => void>();

/** Sends played notes to the chosen output until the scope ends; then ends all its notes. */
export function openMidiOut(to: SendMidi, scope: Scope): void {
  send = to;
  scope.add(onPlayed(playOn));
  scope.add(subscribe(performing, refresh, true));
  scope.add(() => {
    send = null;
    midiOut.outputs = [];
    refresh();
  });
  refresh();
}

/** Sets the list of outputs after a change. */
export function offerOutputs(outputs: MidiDevice[]): void {
  midiOut.outputs = outputs;
  refresh();
}

/** Sets the list of inputs, which may return what was sent. */
export function offerReturns(devices: readonly MidiDevice[]): void {
  inputs = devices;
  refresh();
}

/** The sender of the chosen output; null when there is none. */
export function midiSender(): MidiSender | null {
  return sender;
}

/** True for an input that may return what was sent. */
export function isReturn(device: string): boolean {
  return returning === `midi:${device}:`;
}

/** Called when {@link midiSender} changes. */
export function onSender(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends all notes on the connected output. */
export function silenceOut(): void {
  sender?.releaseAll();
}

/** Sends a message of a device on, as the notes. See `PlayedListener`. */
export function passOn(source: string, out: number, status: number, first: number, second: number): void {
  if (sender === null || !isSent(source)) return;
  sender.pass(status, first, second, out === -1 ? sender.channel : out);
}

/** Announces the MPE zone of a device to the output. */
export function passZone(device: string, leader: number, members: number): void {
  if (sender !== null && isSent(`midi:${device}:`)) sender.announceZone(leader, members);
}

function playOn(source: string, midi: number, velocity: number, out: number): void {
  if (sender === null || !isSent(source)) return;
  const channel = out === -1 ? sender.channel : out;
  if (velocity > 0) sender.noteOn(midi, velocity, undefined, channel);
  else sender.noteOff(midi, undefined, channel);
}

function isSent(source: string): boolean {
  return performing.settings.sendNotes && !(returning !== null && source.startsWith(returning));
}

function refresh(): void {
  const { output, outputChannel, sendNotes } = performing.settings;
  // Note ends would not be sent after this.
  if (!sendNotes) sender?.releaseAll();
  const back = inputs.find(({ name }) => name === output);
  returning = back === undefined ? null : `midi:${back.id}:`;
  const device = send === null ? undefined : midiOut.outputs.find(({ name }) => name === output);
  const key = device === undefined ? '' : `${outputChannel} ${device.id}`;
  if (key === madeFor) return;
  madeFor = key;
  sender?.releaseAll();
  const to = send;
  sender =
    device === undefined || to === null
      ? null
      : new MidiSender((data, time) => to(device.id, data, time), outputChannel - 1);
  for (const listener of listeners) listener();
}
