import { coded } from '#core/values/errors.ts';
import type { Scope } from '#core/lifetime/scope.ts';

/** A connected MIDI input or output. */
export interface MidiDevice {
  id: string;
  name: string;
}

interface MidiListener {
  /** Receives the connected inputs after any change. */
  onInputs(devices: MidiDevice[]): void;
  /** Receives the connected outputs. */
  onOutputs(devices: MidiDevice[]): void;
  /** A complete message; `time` is the event's, in ms on the page's performance clock. */
  onMessage(device: string, data: Uint8Array, time: number): void;
}

/**
 * Sends a message to an output, now or at a time on the performance clock (ms). Does nothing when it is disconnected.
 */
export type SendMidi = (device: string, data: Uint8Array, time?: number) => void;

/** True when this browser supports Web MIDI. */
export function midiSupported(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.requestMIDIAccess === 'function';
}

/**
 * Requests MIDI access (in a gesture; without system-exclusive messages, which need more trust) and listens to all
 * inputs, also to later ones. The scope ends it.
 * @throws CodedError `not_supported` or `denied`
 */
export async function openMidiDevices(listener: MidiListener, scope: Scope): Promise<SendMidi> {
  if (!midiSupported()) throw coded('not_supported', 'This browser has no Web MIDI.');
  let access: MIDIAccess;
  try {
    access = await navigator.requestMIDIAccess({ sysex: false });
  } catch (error) {
    throw coded('denied', 'MIDI access was refused.', error);
  }
  const attached = new Map<string, { input: MIDIInput; scope: Scope }>();
  const update = (): void => {
    const inputs = connected(access.inputs);
    for (const [id, { input, scope: listening }] of attached) {
      if (!inputs.includes(input)) {
        listening.dispose();
        attached.delete(id);
      }
    }
    for (const input of inputs) {
      if (!attached.has(input.id)) attached.set(input.id, { input, scope: listen(input, listener, scope) });
    }
    listener.onInputs(inputs.map(described));
    listener.onOutputs(connected(access.outputs).map(described));
  };
  if (!scope.disposed) {
    scope.listen(access, 'statechange', update);
    update();
  }
  return (device, data, time) => {
    const output = access.outputs.get(device);
    try {
      // Sending opens the port.
      if (output?.state === 'connected') output.send(data, time);
    } catch {
      // Disconnected in between.
    }
  };
}

function connected<Port extends MIDIPort>(ports: ReadonlyMap<string, Port>): Port[] {
  return [...ports.values()].filter(({ state }) => state === 'connected');
}

function described({ id, name }: MIDIPort): MidiDevice {
  return { id, name: name ?? 'MIDI device' };
}

function listen(input: MIDIInput, listener: MidiListener, parent: Scope): Scope {
  const scope = parent.child();
  const { id } = input;
  scope.listen<MIDIMessageEvent>(input, 'midimessage', ({ data, timeStamp }) => {
    if (data !== null) listener.onMessage(id, data, timeStamp);
  });
  // Unlike `onmidimessage`, addEventListener does not open the port in every browser.
  void input.open().catch(() => undefined);
  return scope;
}
