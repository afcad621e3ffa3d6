import { codedError } from '#core/values/errors.ts';
import type { Scope } from '#core/lifetime/scope.ts';

/** A connected MIDI input. */
export interface MidiDevice {
  id: string;
  /** Never empty. */
  name: string;
  /** Only an open input sends messages; a blocked one could not be opened, mostly because another program has it. */
  status: 'opening' | 'open' | 'blocked';
}

interface MidiListener {
  /** Receives the connected inputs after any change. */
  onInputs(devices: MidiDevice[]): void;
  /** A complete message; `time` is the event's, in ms on the page's performance clock. */
  onMessage(device: string, data: Uint8Array, time: number): void;
}

/** True when this browser supports Web MIDI. */
export function midiSupported(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.requestMIDIAccess === 'function';
}

/**
 * Requests MIDI access (in a gesture; without system-exclusive messages, which need more trust) and listens to all
 * inputs, also to later ones. The scope ends it.
 * @throws CodedError `not_supported` or `denied`
 */
export async function openMidiDevices(listener: MidiListener, scope: Scope): Promise<void> {
  if (!midiSupported()) throw codedError('not_supported', 'This browser has no Web MIDI.');
  let access: MIDIAccess;
  try {
    access = await navigator.requestMIDIAccess({ sysex: false });
  } catch (error) {
    throw codedError('denied', 'MIDI access was refused.', error);
  }
  const attached = new Map<string, AttachedInput>();
  const update = (): void => {
    const inputs = connectedPorts(access.inputs);
    for (const [id, { input, scope: listening }] of attached) {
      if (!inputs.includes(input)) {
        listening.dispose();
        attached.delete(id);
      }
    }
    for (const input of inputs)
      if (!attached.has(input.id)) attached.set(input.id, attach(input, listener, scope.child(), report));
    report();
  };
  const report = (): void => listener.onInputs(describeDevices([...attached.values()]));
  if (scope.disposed) return;
  scope.listen(access, 'statechange', update);
  update();
}

function connectedPorts<Port extends MIDIPort>(ports: ReadonlyMap<string, Port>): Port[] {
  return [...ports.values()].filter(({ state }) => state === 'connected');
}

/** Names of ports; one without a name gets one, and several of them are numbered. */
function describeDevices(attached: readonly AttachedInput[]): MidiDevice[] {
  let unnamed = 0;
  return attached.map(({ input: { id, name, manufacturer }, status }) => {
    const deviceName = name?.trim() || manufacturer?.trim();
    if (!deviceName) unnamed++;
    return { id, name: deviceName || (unnamed === 1 ? 'MIDI device' : `MIDI device ${unnamed}`), status };
  });
}

interface AttachedInput {
  input: MIDIInput;
  scope: Scope;
  status: MidiDevice['status'];
}

/** Listens to an input until the scope ends. @param onStatus called when it is open or could not be opened */
function attach(input: MIDIInput, listener: MidiListener, scope: Scope, onStatus: () => void): AttachedInput {
  const attached: AttachedInput = { input, scope, status: 'opening' };
  const { id } = input;
  scope.listen<MIDIMessageEvent>(input, 'midimessage', ({ data, timeStamp }) => {
    if (data !== null) listener.onMessage(id, data, timeStamp);
  });
  const settle = (status: MidiDevice['status']) => (): void => {
    if (scope.disposed) return;
    attached.status = status;
    onStatus();
  };
  // Unlike `onmidimessage`, addEventListener does not open the port in every browser.
  input.open().then(settle('open'), settle('blocked'));
  return attached;
}
