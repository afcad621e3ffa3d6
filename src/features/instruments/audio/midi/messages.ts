/** Release velocity of a device that measures none (MIDI 1.0). */
export const DEFAULT_RELEASE = 64;

/** Receives the messages of a port. Channels are 0 to 15, values 0 to 1 unless a method names another range. */
export interface MidiSink {
  /** `velocity` is 1 to 127. */
  noteOn(channel: number, key: number, velocity: number): void;
  /** `release` is 0 to 127: how fast the key went up. */
  noteOff(channel: number, key: number, release: number): void;
  keyPressure(channel: number, key: number, value: number): void;
  channelPressure(channel: number, value: number): void;
  /** A controller (0 to 119) or a mode message (120 to 127); `value` is 0 to 127. */
  control(channel: number, number: number, value: number): void;
  program(channel: number, number: number): void;
  /** `amount` is -1 to 1. */
  bend(channel: number, amount: number): void;
  /** Realtime clock, 24 per quarter note. */
  clock(time: number): void;
  start(time: number): void;
  resume(time: number): void;
  halt(time: number): void;
  /** Position for `resume`, in sixteenth notes from the start of the song. */
  position(sixteenths: number): void;
  /** The device was reset: end its notes. */
  systemReset(): void;
}

/**
 * Parses one complete message from Web MIDI (which resolves running status and separates realtime bytes) and passes it
 * on. Allocates nothing: a pedal or a clock sends hundreds of messages a second.
 * @param time when it came; passed on with clock messages
 * @returns false for invalid messages and for those without meaning to a keyboard
 */
export function readMidi(data: ArrayLike<number>, sink: MidiSink, time = 0): boolean {
  const status = data.length > 0 ? data[0]! : 0;
  if (status >= 0xf0) return readSystem(status, data, sink, time);
  if (status < 0x80) return false;
  const kind = status & 0xf0;
  const channel = status & 0x0f;
  const first = data.length > 1 ? data[1]! : 0xff;
  if (first > 0x7f) return false;
  if (kind === 0xc0) {
    sink.program(channel, first);
    return true;
  }
  if (kind === 0xd0) {
    sink.channelPressure(channel, first / 127);
    return true;
  }
  const second = data.length > 2 ? data[2]! : 0xff;
  if (second > 0x7f) return false;
  if (kind === 0x90 && second > 0) sink.noteOn(channel, first, second);
  else if (kind === 0x80) sink.noteOff(channel, first, second);
  else if (kind === 0x90) sink.noteOff(channel, first, DEFAULT_RELEASE);
  else if (kind === 0xa0) sink.keyPressure(channel, first, second / 127);
  else if (kind === 0xb0) sink.control(channel, first, second);
  else sink.bend(channel, bendOf(first, second));
  return true;
}

/** The wheel's 14 bits as -1 to 1. Both ends are reached, though one side has a step less. */
function bendOf(low: number, high: number): number {
  const value = (high << 7) + low - 8192;
  return value < 0 ? value / 8192 : value / 8191;
}

function readSystem(status: number, data: ArrayLike<number>, sink: MidiSink, time: number): boolean {
  switch (status) {
    case 0xf2:
      if (data.length < 3 || data[1]! > 0x7f || data[2]! > 0x7f) return false;
      sink.position((data[2]! << 7) + data[1]!);
      return true;
    case 0xf8:
      sink.clock(time);
      return true;
    case 0xfa:
      sink.start(time);
      return true;
    case 0xfb:
      sink.resume(time);
      return true;
    case 0xfc:
      sink.halt(time);
      return true;
    case 0xff:
      sink.systemReset();
      return true;
    default:
      return false;
  }
}
