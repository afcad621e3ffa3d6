import { coded } from '../../domain/errors.ts';
import type { Scope } from '../../platform/lifetime/scope.ts';
import { readMidi, type MidiMessage } from './midiMessages.ts';

/** A connected MIDI input. */
export interface MidiDevice {
  id: string;
  name: string;
}

export interface MidiListener {
  /** The inputs that are connected, after any change. */
  onDevices(devices: MidiDevice[]): void;
  /** `time` is the event's, in ms on the page's performance clock. */
  onMessage(device: string, message: MidiMessage, time: number): void;
}

/** True when this browser knows Web MIDI. */
export function midiSupported(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.requestMIDIAccess === 'function';
}

/**
 * Asks for the MIDI inputs (on a gesture; without system-exclusive messages, which would need more trust) and listens to
 * all of them, also to those that are plugged in later. The scope ends it.
 * @throws CodedError `not_supported` or `denied`
 */
export async function openMidiInputs(listener: MidiListener, scope: Scope): Promise<void> {
  if (!midiSupported()) throw coded('not_supported', 'This browser has no Web MIDI.');
  let access: MIDIAccess;
  try {
    access = await navigator.requestMIDIAccess({ sysex: false });
  } catch (error) {
    throw coded('denied', 'MIDI access was refused.', error);
  }
  if (scope.disposed) return;
  const attached = new Map<string, { input: MIDIInput; scope: Scope }>();
  const update = (): void => {
    const connected = [...access.inputs.values()].filter((input) => input.state === 'connected');
    for (const [id, { input, scope: listening }] of attached) {
      if (!connected.includes(input)) {
        listening.dispose();
        attached.delete(id);
      }
    }
    for (const input of connected) {
      if (!attached.has(input.id)) attached.set(input.id, { input, scope: listen(input, listener, scope) });
    }
    listener.onDevices(connected.map((input) => ({ id: input.id, name: input.name ?? 'MIDI device' })));
  };
  scope.listen(access, 'statechange', update);
  update();
}

function listen(input: MIDIInput, listener: MidiListener, parent: Scope): Scope {
  const scope = parent.child();
  scope.listen<MIDIMessageEvent>(input, 'midimessage', ({ data, timeStamp }) => {
    const message = data === null ? null : readMidi(data);
    if (message !== null) listener.onMessage(input.id, message, timeStamp);
  });
  // addEventListener alone does not open the port in every browser; setting onmidimessage would.
  void input.open().catch(() => undefined);
  return scope;
}
