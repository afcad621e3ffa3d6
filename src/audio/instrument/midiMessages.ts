/** What a MIDI channel message means to a keyboard. `channel` is 0 to 15; velocity 0 to 1. */
export type MidiMessage =
  | { type: 'note-on'; channel: number; midi: number; velocity: number }
  | { type: 'note-off'; channel: number; midi: number }
  | { type: 'sustain'; channel: number; down: boolean }
  | { type: 'bend'; channel: number; /** -1 to 1 */ amount: number }
  | { type: 'all-notes-off'; channel: number }
  | { type: 'all-sound-off'; channel: number }
  | { type: 'reset-controllers'; channel: number };

const SUSTAIN = 64;
const ALL_SOUND_OFF = 120;
const RESET_CONTROLLERS = 121;
/** 123 to 127: all notes off, and the mode messages that imply it. */
const ALL_NOTES_OFF = 123;

/**
 * Reads one complete message as Web MIDI hands it over (running status is resolved there): note-on 144 to 159, note-off
 * 128 to 143 or a note-on with velocity 0, controllers 64, 120, 121 and 123 to 127, and pitch bend. Null for everything
 * else, and for bytes that are no message.
 */
export function readMidi(data: ArrayLike<number>): MidiMessage | null {
  const [status, first, second] = [data[0] ?? 0, data[1] ?? 0xff, data[2] ?? 0xff];
  if (status < 0x80 || status > 0xef || first > 0x7f || second > 0x7f) return null;
  const channel = status & 0x0f;
  switch (status & 0xf0) {
    case 0x80:
      return { type: 'note-off', channel, midi: first };
    case 0x90:
      return second === 0
        ? { type: 'note-off', channel, midi: first }
        : { type: 'note-on', channel, midi: first, velocity: second / 127 };
    case 0xb0:
      return controller(channel, first, second);
    case 0xe0: {
      const value = (second << 7) + first - 8192;
      return { type: 'bend', channel, amount: value < 0 ? value / 8192 : value / 8191 };
    }
    default:
      return null;
  }
}

function controller(channel: number, number: number, value: number): MidiMessage | null {
  if (number === SUSTAIN) return { type: 'sustain', channel, down: value >= 64 };
  if (number === ALL_SOUND_OFF) return { type: 'all-sound-off', channel };
  if (number === RESET_CONTROLLERS) return { type: 'reset-controllers', channel };
  return number >= ALL_NOTES_OFF ? { type: 'all-notes-off', channel } : null;
}
