import { describe, expect, it } from 'vitest';
import { velocityGain } from '../sound/patch.ts';
import { isClock, readClock, readMidi, type ClockListener, type MidiSink } from './messages.ts';

/** The parsed message, in words. */
function read(...bytes: number[]): string {
  const calls: string[] = [];
  const recordCall =
    (name: string) =>
    (...values: number[]): void =>
      void calls.push([name, ...values.map((value) => Math.round(value * 1000) / 1000)].join(' '));
  const names = [
    'noteOn',
    'noteOff',
    'keyPressure',
    'channelPressure',
    'control',
    'program',
    'bend',
    'systemReset',
  ] as const;
  const sink = Object.fromEntries(names.map((name) => [name, recordCall(name)])) as unknown as MidiSink;
  const wasHandled = readMidi(bytes, sink);
  expect(wasHandled).toBe(calls.length === 1);
  return calls.join(', ');
}

describe('reading MIDI', () => {
  it('parses every message of a keyboard, on every channel', () => {
    expect(read(0x90, 60, 127)).toBe('noteOn 0 60 127');
    expect(read(0x9f, 60, 0)).toBe('noteOff 15 60 64');
    expect(read(0x85, 60, 40)).toBe('noteOff 5 60 40');
    expect(read(0xa1, 60, 127)).toBe('keyPressure 1 60 1');
    expect(read(0xb0, 64, 63)).toBe('control 0 64 63');
    expect(read(0xc3, 11)).toBe('program 3 11');
    expect(read(0xd3, 127)).toBe('channelPressure 3 1');
    expect(read(0xe0, 0, 64)).toBe('bend 0 0');
    expect(read(0xe0, 127, 127)).toBe('bend 0 1');
    expect(read(0xe0, 0, 0)).toBe('bend 0 -1');
    expect(read(0xff)).toBe('systemReset');
  });

  it('parses the messages of a clock, and takes no other for one', () => {
    const calls: unknown[][] = [];
    const names = ['onClock', 'onStart', 'onResume', 'onHalt', 'onPosition'] as const;
    const listener = Object.fromEntries(
      names.map((name) => [name, (...values: unknown[]) => void calls.push([name, ...values])]),
    ) as unknown as ClockListener;
    for (const data of [[0xf8], [0xfa], [0xfb], [0xfc], [0xf2, 1, 2]]) {
      expect(isClock(data)).toBe(true);
      expect(read(...data)).toBe('');
      readClock('a', data, 7, listener);
    }
    expect(calls.splice(0)).toEqual([
      ['onClock', 'a', 7],
      ['onStart', 'a'],
      ['onResume', 'a'],
      ['onHalt', 'a'],
      ['onPosition', 'a', 257],
    ]);
    for (const data of [[0xf2, 1], [0xf2, 1, 200], [0xff], [0x90, 60, 1], []]) readClock('a', data, 7, listener);
    expect(calls).toEqual([]);
    expect([[0xff], [0x90, 60, 1], []].some(isClock)).toBe(false);
  });

  it('ignores messages that are not for a keyboard, and invalid bytes', () => {
    for (const bytes of [
      [],
      [0x90],
      [0x90, 60],
      [60, 60, 60],
      [0xfe],
      [0xf0, 1, 2, 0xf7],
      [0x90, 200, 1],
      [0x90, 1, 200],
      [0xc0],
      [0xd0, 128],
      [0x7f],
    ])
      expect(read(...bytes)).toBe('');
  });

  it('maps velocity to gain, monotonically, from -36 dB to full', () => {
    expect(velocityGain(1)).toBe(1);
    expect(20 * Math.log10(velocityGain(1 / 127))).toBeCloseTo(-36, 6);
    expect(velocityGain(0)).toBe(0);
    const gains = Array.from({ length: 128 }, (_, v) => velocityGain(v / 127));
    expect(gains.every((gain, i) => i === 0 || gain > gains[i - 1]!)).toBe(true);
  });
});
