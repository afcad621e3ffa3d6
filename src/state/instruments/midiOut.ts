import { proxy, subscribe } from 'valtio';
import { MidiSender } from '../../audio/instrument/midi/sender.ts';
import type { MidiDevice, SendMidi } from '../../audio/instrument/midi/ports.ts';
import type { Scope } from '../../platform/lifetime/scope.ts';
import { onPlayed } from './keyboard.ts';
import { performing } from './performing.ts';

/** The outputs that are connected. Which one is sent to stands in the settings, by its name. */
export const midiOut = proxy<{ outputs: MidiDevice[] }>({ outputs: [] });

/** The names that may be sent to; one that was chosen stays among them while it is unplugged. */
export function outputNames(outputs: readonly Pick<MidiDevice, 'name'>[], chosen: string | null): string[] {
  return [...new Set([...outputs.map(({ name }) => name), ...(chosen === null ? [] : [chosen])])];
}

let send: SendMidi | null = null;
let sender: MidiSender | null = null;
/** What {@link sender} was made for. */
let madeFor = '';
let inputs: readonly MidiDevice[] = [];
/** Beginning of the sources that are not sent on: an input of the output's own name would hear itself for ever. */
let returning: string | null = null;
const listeners = new Set<() => void>();

/** Sends to the chosen output what is played, until the scope ends; then nothing keeps sounding there. */
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

/** The outputs, after any change. */
export function offerOutputs(outputs: MidiDevice[]): void {
  midiOut.outputs = outputs;
  refresh();
}

/** The inputs, by which what is sent may come back. */
export function offerReturns(devices: readonly MidiDevice[]): void {
  inputs = devices;
  refresh();
}

/** What plays the chosen output; null when there is none. */
export function midiSender(): MidiSender | null {
  return sender;
}

/** True for an input by which what is sent may come back. */
export function isReturn(device: string): boolean {
  return returning === `midi:${device}:`;
}

/** Told when {@link midiSender} is another one. */
export function onSender(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends whatever the other device sounds. */
export function silenceOut(): void {
  sender?.releaseAll();
}

function playOn(source: string, midi: number, velocity: number): void {
  if (sender === null || !performing.settings.sendNotes) return;
  if (returning !== null && source.startsWith(returning)) return;
  if (velocity > 0) sender.noteOn(midi, velocity);
  else sender.noteOff(midi);
}

function refresh(): void {
  const { output, outputChannel, sendNotes } = performing.settings;
  // The ends of what is held would not be sent any more.
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
