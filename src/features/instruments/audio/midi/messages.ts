/** Release velocity of a device that measures none (MIDI 1.0). */
export const DEFAULT_RELEASE = 64;

/** Status bytes from here on are clock and song messages, but for a reset. */
const SONG_POSITION = 0xf2;
const SYSTEM_RESET = 0xff;

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
  /** The device was reset: end its notes. */
  systemReset(): void;
}

/**
 * Parses one complete message from Web MIDI (which resolves running status and separates realtime bytes) and passes it
 * on. Allocates nothing: a pedal sends hundreds of messages a second.
 * @returns false for invalid messages and for those without meaning to a keyboard
 */
export function readMidi(data: ArrayLike<number>, sink: MidiSink): boolean {
  const status = data.length > 0 ? data[0]! : 0;
  if (status === SYSTEM_RESET) {
    sink.systemReset();
    return true;
  }
  if (status < 0x80 || status >= 0xf0) return false;
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

/** Receives the clocks of devices. */
export interface ClockListener {
  /** 24 per quarter note. @param time that of the message */
  onClock(device: string, time: number): void;
  /** The song starts from the beginning. */
  onStart(device: string): void;
  /** The song resumes from its last position. */
  onResume(device: string): void;
  onHalt(device: string): void;
  /** In sixteenth notes from the start of the song. */
  onPosition(device: string, sixteenths: number): void;
}

/** True for a message of the clock or of the song. A reset is none: it ends notes, and comes after those before it. */
export const isClock = (data: ArrayLike<number>): boolean => data[0]! >= SONG_POSITION && data[0] !== SYSTEM_RESET;

/** Parses a message of the clock or of the song; ignores others. */
export function readClock(device: string, data: ArrayLike<number>, time: number, listener: ClockListener): void {
  if (data[0] === 0xf8) listener.onClock(device, time);
  else if (data[0] === 0xfa) listener.onStart(device);
  else if (data[0] === 0xfb) listener.onResume(device);
  else if (data[0] === 0xfc) listener.onHalt(device);
  else if (data[0] === SONG_POSITION && data.length > 2 && data[1]! <= 0x7f && data[2]! <= 0x7f)
    listener.onPosition(device, (data[2]! << 7) + data[1]!);
}
