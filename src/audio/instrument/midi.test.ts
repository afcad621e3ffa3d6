import { describe, expect, it } from 'vitest';
import { FADING, velocityGain } from './patch.ts';
import { readMidi } from './midiMessages.ts';
import { MidiPlayer, type Voices } from './midiPlayer.ts';
import type { VoiceNote } from './voices.ts';

/** Voices that only remember what sounds. */
class Choir implements Voices {
  readonly sounding = new Map<number, VoiceNote>();
  readonly bends = new Map<string, number>();
  started = 0;
  start(note: VoiceNote): number {
    this.started += 1;
    this.sounding.set(this.started, note);
    return this.started;
  }
  release(id: number): void {
    this.sounding.delete(id);
  }
  bend(source: string, cents: number): void {
    this.bends.set(source, cents);
  }
  stop(source: string): void {
    for (const [id, note] of this.sounding) if (note.source.startsWith(source)) this.sounding.delete(id);
  }
  get notes(): number[] {
    return [...this.sounding.values()].map(({ midi }) => midi).sort((a, b) => a - b);
  }
}

function keyboard() {
  const choir = new Choir();
  const log: string[] = [];
  const player = new MidiPlayer(
    choir,
    { onNote: (_, midi) => log.push(`+${midi}`), onRelease: (_, midi) => log.push(`-${midi}`) },
    FADING,
  );
  const send = (device: string, ...bytes: number[]): void => {
    const message = readMidi(bytes);
    if (message !== null) player.handle(device, message);
  };
  return { choir, log, player, send };
}

describe('reading MIDI', () => {
  it('knows note-on, note-off, velocity 0, pedal, wheel and the panic messages on every channel', () => {
    expect(readMidi([0x90, 60, 127])).toEqual({ type: 'note-on', channel: 0, midi: 60, velocity: 1 });
    expect(readMidi([0x9f, 60, 0])).toEqual({ type: 'note-off', channel: 15, midi: 60 });
    expect(readMidi([0x85, 60, 64])).toEqual({ type: 'note-off', channel: 5, midi: 60 });
    expect(readMidi([0xb0, 64, 63])).toEqual({ type: 'sustain', channel: 0, down: false });
    expect(readMidi([0xb0, 64, 64])).toEqual({ type: 'sustain', channel: 0, down: true });
    expect(readMidi([0xe0, 0, 64])).toEqual({ type: 'bend', channel: 0, amount: 0 });
    expect(readMidi([0xe0, 127, 127])).toEqual({ type: 'bend', channel: 0, amount: 1 });
    expect(readMidi([0xe0, 0, 0])).toEqual({ type: 'bend', channel: 0, amount: -1 });
    expect([120, 121, 123, 127].map((number) => readMidi([0xb0, number, 0])?.type)).toEqual([
      'all-sound-off',
      'reset-controllers',
      'all-notes-off',
      'all-notes-off',
    ]);
  });

  it('leaves out what is no message for a keyboard, and bytes that are none', () => {
    for (const bytes of [
      [],
      [0x90],
      [0x90, 60],
      [60, 60, 60],
      [0xf8],
      [0xf0, 1, 2, 0xf7],
      [0x90, 200, 1],
      [0xb0, 1, 9],
      [0xd0, 5],
    ])
      expect(readMidi(bytes)).toBeNull();
  });

  it('maps velocity to gain, monotonous, from -36 dB to full', () => {
    expect(velocityGain(1)).toBe(1);
    expect(20 * Math.log10(velocityGain(1 / 127))).toBeCloseTo(-36, 6);
    expect(velocityGain(0)).toBe(0);
    const gains = Array.from({ length: 128 }, (_, v) => velocityGain(v / 127));
    expect(gains.every((gain, i) => i === 0 || gain > gains[i - 1]!)).toBe(true);
  });
});

describe('playing MIDI', () => {
  it('keeps devices and channels apart', () => {
    const { choir, send } = keyboard();
    send('a', 0x90, 60, 100);
    send('b', 0x90, 60, 100);
    send('a', 0x91, 60, 100);
    expect(choir.notes).toEqual([60, 60, 60]);
    send('b', 0x80, 60, 0);
    expect([...choir.sounding.values()].map(({ source }) => source)).toEqual(['midi:a:0', 'midi:a:1']);
  });

  it('holds let-go keys while the pedal is down, and only those', () => {
    const { choir, log, send } = keyboard();
    send('a', 0x90, 60, 100);
    send('a', 0xb0, 64, 127);
    send('a', 0x80, 60, 0);
    send('a', 0x90, 64, 100);
    expect(choir.notes).toEqual([60, 64]);
    send('a', 0xb0, 64, 0);
    expect(choir.notes).toEqual([64]);
    send('a', 0x80, 64, 0);
    expect(choir.notes).toEqual([]);
    expect(log).toEqual(['+60', '+64', '-60', '-64']);
  });

  it('strikes a held key anew without losing its release', () => {
    const { choir, send } = keyboard();
    send('a', 0x90, 60, 100);
    send('a', 0x90, 60, 90);
    expect(choir.notes).toEqual([60]);
    send('a', 0x90, 60, 0);
    expect(choir.notes).toEqual([]);
  });

  it('ends everything on all-notes-off, all-sound-off and an unplugged cable: nothing hangs', () => {
    const { choir, log, player, send } = keyboard();
    const play = (): void => {
      send('a', 0xb0, 64, 127);
      send('a', 0x90, 60, 100);
      send('a', 0x80, 60, 0);
      send('a', 0x93, 67, 100);
      send('b', 0x90, 72, 100);
    };
    play();
    send('a', 0xb0, 123, 0);
    expect(choir.notes).toEqual([60, 67, 72]);
    send('a', 0xb0, 120, 0);
    expect(choir.notes).toEqual([67, 72]);
    player.dropDevice('a');
    expect(choir.notes).toEqual([72]);
    play();
    player.dropAll();
    expect(choir.notes).toEqual([]);
    expect(log.filter((entry) => entry.startsWith('+'))).toHaveLength(
      log.filter((entry) => entry.startsWith('-')).length,
    );
  });

  it('bends two semitones each way, its own channel only', () => {
    const { choir, send } = keyboard();
    send('a', 0xe0, 127, 127);
    send('a', 0xe3, 0, 0);
    expect([choir.bends.get('midi:a:0'), choir.bends.get('midi:a:3')]).toEqual([200, -200]);
    send('a', 0xb0, 121, 0);
    expect(choir.bends.get('midi:a:0')).toBe(0);
  });
});
