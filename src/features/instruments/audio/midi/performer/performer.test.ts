import { describe, expect, it } from 'vitest';
import { keyboard, parameter } from '#tests/performer.ts';
import type { PerformerSettings } from '#features/instruments/domain/keyboard/performance.ts';
import { NEUTRAL_EXPRESSION } from '#features/instruments/audio/sound/tones/expression.ts';

describe('playing MIDI', () => {
  it('gives each note the specified length of 0.8 s', () => {
    const { choir, send } = keyboard();
    send('a', 0x90, 60, 100);
    send('a', 0x91, 64, 1);
    expect([...choir.sounding.values()].map(({ length }) => length)).toEqual([0.8, 0.8]);
  });

  it('keeps devices and channels apart', () => {
    const { choir, send } = keyboard();
    send('a', 0x90, 60, 100);
    send('b', 0x90, 60, 100);
    send('a', 0x91, 60, 100);
    expect(choir.notes).toEqual([60, 60, 60]);
    send('b', 0x80, 60, 0);
    expect([...choir.sounding.values()].map(({ source }) => source)).toEqual(['midi:a:0', 'midi:a:1']);
  });

  it('strikes a held key again without losing its release', () => {
    const { choir, send } = keyboard();
    send('a', 0x90, 60, 100);
    send('a', 0x90, 60, 90);
    expect(choir.notes).toEqual([60]);
    send('a', 0x90, 60, 0);
    expect(choir.notes).toEqual([]);
  });

  it('plays one channel, or all', () => {
    const { choir, configure, send } = keyboard({ channel: 3 });
    send('a', 0x92, 60, 100);
    send('a', 0x93, 61, 100);
    expect(choir.notes).toEqual([60]);
    // The new filter blocks the note-off of a held note.
    configure({ channel: 4 });
    expect(choir.notes).toEqual([]);
    send('a', 0x92, 60, 0);
    send('a', 0x93, 61, 100);
    expect(choir.notes).toEqual([61]);
  });

  it("transposes, also while a key is down, and drops notes outside of MIDI's range", () => {
    const { choir, log, configure, send } = keyboard({ transpose: 12 });
    send('a', 0x90, 60, 100);
    configure({ transpose: -12 });
    send('a', 0x90, 60 + 1, 100);
    expect(choir.notes).toEqual([49, 72]);
    send('a', 0x80, 60, 0);
    send('a', 0x90, 5, 100);
    expect(log).toEqual(['+72', '+49', '-72']);
  });

  it('plays another tone and octave below the split point', () => {
    const { choir, send } = keyboard({ split: true, splitAt: 60, splitTone: 'smoke', splitOctaves: -1, transpose: 2 });
    send('a', 0x90, 59, 100);
    send('a', 0x90, 60, 100);
    expect([...choir.sounding.values()].map(({ midi, patch }) => [midi, patch?.id])).toEqual([
      [49, 'smoke'],
      [62, 'held'],
    ]);
  });

  it('maps a touch by its velocity curve', () => {
    const mediumVelocity = (velocity: PerformerSettings['velocity']): number => {
      const { choir, send } = keyboard({ velocity });
      send('a', 0x90, 60, 64);
      return choir.sounding.get(1)!.velocity;
    };
    expect(mediumVelocity('linear')).toBeCloseTo(64 / 127, 6);
    expect(mediumVelocity('soft')).toBeGreaterThan(0.6);
    expect(mediumVelocity('hard')).toBeLessThan(0.35);
  });

  it('reports program changes', () => {
    const { log, send } = keyboard();
    send('a', 0xc2, 5);
    expect(log).toEqual(['program 5']);
  });
});

describe('a take', () => {
  it('receives the values of the controls as the notes use them, and their reset', () => {
    const { controls, performer, send } = keyboard();
    for (const bytes of parameter(0, 0, 12)) send('a', ...bytes);
    send('a', 0xe0, 127, 127);
    send('a', 0xb0, 1, 127);
    send('a', 0xd0, 127);
    send('a', 0xb0, 7, 0);
    send('a', 0xb0, 64, 127);
    send('a', 0x90, 60, 100);
    send('a', 0xa0, 60, 127);
    expect(Object.fromEntries(controls)).toMatchObject({
      'midi:a:0 bend': 1200,
      'midi:a:0 modulation': 1,
      'midi:a:0 pressure': 1,
      'midi:a:0 timbre': 0.5,
      'midi:a:0 volume': 0,
      'midi:a:0 expression': 1,
      'midi:a:0 sustain': 1,
      'midi:a:0 key60': 1,
    });
    performer.drop('a');
    expect(controls.size).toBe(0);
  });

  it('has the pedals of an MPE zone and its own pressure on each channel', () => {
    const { controls, send } = keyboard();
    for (const bytes of parameter(0, 6, 2)) send('a', ...bytes);
    send('a', 0x91, 60, 100);
    send('a', 0xb0, 67, 127);
    send('a', 0xd1, 127);
    send('a', 0x92, 64, 100);
    expect(['1 soft', '2 soft', '1 swell', '2 swell'].map((name) => controls.get(`midi:a:${name}`))).toEqual([
      1, 1, 1, 0,
    ]);
  });

  it('has the original velocity of a key, even if the soft pedal softens the sound', () => {
    const { choir, struck, send } = keyboard();
    send('a', 0xb0, 67, 127);
    send('a', 0x90, 60, 127);
    expect([choir.sounding.get(1)!.velocity, struck]).toEqual([0.6, [1]]);
  });
});

describe('pedals', () => {
  it('hold released keys while sustain is down, and only those', () => {
    const { choir, log, send } = keyboard();
    send('a', 0x90, 60, 100);
    send('a', 0xb0, 64, 127);
    send('a', 0x80, 60, 0);
    send('a', 0x90, 64, 100);
    expect(choir.notes).toEqual([60, 64]);
    send('a', 0xb0, 64, 0);
    expect(choir.notes).toEqual([64]);
    send('a', 0x80, 64, 0);
    expect(log).toEqual(['+60', '+64', '-60', '-64']);
  });

  it('are down from the value 64 on', () => {
    const { choir, send } = keyboard();
    for (const value of [64, 63, 127, 40]) {
      send('a', 0xb0, 64, value);
      send('a', 0x90, 60, 100);
      send('a', 0x80, 60, 0);
      expect([value, choir.notes]).toEqual([value, value < 64 ? [] : [60]]);
    }
  });

  it('hold by sostenuto the keys that were down, not later ones, even if they are struck again', () => {
    const { choir, send } = keyboard();
    send('a', 0x90, 48, 100);
    send('a', 0xb0, 66, 127);
    send('a', 0x90, 60, 100);
    send('a', 0x80, 48, 0);
    send('a', 0x80, 60, 0);
    expect(choir.notes).toEqual([48]);
    send('a', 0x90, 48, 90);
    send('a', 0x80, 48, 0);
    // A pedal that reports again that it is down catches nothing more.
    send('a', 0x90, 72, 100);
    send('a', 0xb0, 66, 127);
    send('a', 0x80, 72, 0);
    expect(choir.notes).toEqual([48]);
    send('a', 0xb0, 64, 127);
    send('a', 0xb0, 66, 0);
    expect(choir.notes).toEqual([48]);
    send('a', 0xb0, 64, 0);
    expect(choir.notes).toEqual([]);
  });

  it('make notes that are struck during soft softer and darker', () => {
    const { choir, send } = keyboard();
    send('a', 0xb0, 67, 127);
    send('a', 0x90, 60, 127);
    send('a', 0xb0, 67, 0);
    send('a', 0x90, 62, 127);
    expect(choir.sounding.get(1)!.velocity).toBeCloseTo(0.6, 6);
    expect(choir.own.get('1 brightness')).toBeLessThan(0.5);
    expect(choir.sounding.get(2)!.velocity).toBe(1);
    expect(choir.own.has('2 brightness')).toBe(false);
  });
});

describe('a gesture on sounding notes', () => {
  it('bends the notes of its channel by two semitones each way, or by the range of the device', () => {
    const { choir, send } = keyboard();
    send('a', 0xe0, 127, 127);
    send('a', 0xe3, 0, 0);
    expect([choir.of('midi:a:0', 'bend'), choir.of('midi:a:3', 'bend')]).toEqual([200, -200]);
    for (const bytes of parameter(0, 0, 12)) send('a', ...bytes);
    expect(choir.of('midi:a:0', 'bend')).toBe(1200);
    send('a', 0xb0, 38, 50);
    expect(choir.of('midi:a:0', 'bend')).toBe(1250);
    send('a', 0xb0, 97, 0);
    expect(choir.of('midi:a:0', 'bend')).toBe(1150);
    // A parameter of the maker's own, and none at all, set nothing of ours.
    for (const [number, value] of [
      [99, 0],
      [98, 0],
      [6, 24],
      [101, 127],
      [100, 127],
      [6, 24],
    ] as const)
      send('a', 0xb0, number, value);
    expect(choir.of('midi:a:0', 'bend')).toBe(1150);
  });

  it('adds at most 99 cents to the semitones of a bend range', () => {
    const { choir, send } = keyboard();
    send('a', 0xe0, 127, 127);
    for (const bytes of parameter(0, 0, 3)) send('a', ...bytes);
    send('a', 0xb0, 38, 127);
    expect(choir.of('midi:a:0', 'bend')).toBe(399);
  });

  it('adds vibrato by the wheel and brightness by pressure of channel or key, until a reset', () => {
    const { choir, send } = keyboard();
    send('a', 0x90, 60, 100);
    send('a', 0x90, 64, 100);
    send('a', 0xb0, 1, 127);
    send('a', 0xd0, 127);
    send('a', 0xa0, 64, 127);
    expect(choir.of('midi:a:0', 'vibrato')).toBe(60);
    expect(choir.of('midi:a:0', 'brightness')).toBe(1);
    expect([choir.own.get('1 brightness'), choir.own.get('2 brightness')]).toEqual([undefined, 1]);
    send('a', 0xe0, 0, 0);
    send('a', 0xb0, 121, 0);
    const all = ['bend', 'vibrato', 'brightness', 'pressure'] as const;
    expect(all.map((what) => choir.of('midi:a:0', what))).toEqual(all.map((what) => NEUTRAL_EXPRESSION[what]));
    expect(choir.notes).toEqual([60, 64]);
  });

  it('softens its channel by volume and expression with the square law, and a reset keeps the volume', () => {
    const { choir, send } = keyboard();
    const gain = (): number => choir.of('midi:a:0', 'pressure');
    send('a', 0xb0, 7, 64);
    expect(gain()).toBeCloseTo((64 / 127) ** 2, 9);
    send('a', 0xb0, 11, 32);
    expect(gain()).toBeCloseTo(((64 / 127) * (32 / 127)) ** 2, 9);
    expect(choir.of('midi:a:1', 'pressure')).toBe(1);
    send('a', 0xb0, 121, 0);
    expect(gain()).toBeCloseTo((64 / 127) ** 2, 9);
    send('a', 0xb0, 7, 0);
    expect(gain()).toBe(0);
  });
});

describe('an MPE device', () => {
  const mpe = (settings: Partial<PerformerSettings> = {}) => {
    const made = keyboard(settings);
    for (const bytes of parameter(0, 6, 4)) made.send('a', ...bytes);
    return made;
  };

  it('bends, presses and colours each note by its own channel, and all of them by the first', () => {
    const { choir, send } = mpe();
    // Bend and timbre before the note hold for it.
    send('a', 0xe1, 0, 0x60);
    send('a', 0xb1, 74, 127);
    send('a', 0x91, 60, 100);
    send('a', 0x92, 64, 100);
    send('a', 0xd2, 127);
    expect(choir.of('midi:a:1', 'bend')).toBeCloseTo(2400, -1);
    expect(choir.of('midi:a:1', 'brightness')).toBe(1);
    expect(choir.of('midi:a:2', 'bend')).toBe(0);
    expect(choir.of('midi:a:2', 'pressure')).toBe(2);
    send('a', 0xe0, 127, 127);
    expect(choir.of('midi:a:2', 'bend')).toBe(200);
    expect(choir.of('midi:a:1', 'bend')).toBeCloseTo(2600, -1);
    send('a', 0xb0, 11, 0);
    expect(['1', '2'].map((channel) => choir.of(`midi:a:${channel}`, 'pressure'))).toEqual([0, 0]);
    send('a', 0xb0, 11, 127);
    expect(choir.of('midi:a:2', 'pressure')).toBe(2);
    // The first note of a channel has the current bend of the zone.
    send('a', 0x93, 67, 100);
    expect(choir.of('midi:a:3', 'bend')).toBe(200);
    // Beyond the four announced channels all is as ever.
    send('a', 0xe7, 127, 127);
    expect(choir.of('midi:a:7', 'bend')).toBe(200);
  });

  it('applies pedals and panic of its first channel to all, and has one bend range for all notes', () => {
    const { choir, send } = mpe();
    send('a', 0xb0, 64, 127);
    send('a', 0x91, 60, 100);
    send('a', 0x92, 64, 100);
    send('a', 0x81, 60, 0);
    expect(choir.notes).toEqual([60, 64]);
    send('a', 0xb0, 64, 0);
    expect(choir.notes).toEqual([64]);
    send('a', 0xe2, 127, 127);
    for (const bytes of parameter(1, 0, 24)) send('a', ...bytes);
    expect(choir.of('midi:a:2', 'bend')).toBe(2400);
    send('a', 0xb0, 123, 0);
    expect(choir.notes).toEqual([]);
  });

  it('has an upper zone led by the last channel, next to the lower one', () => {
    const { choir, send } = mpe();
    for (const bytes of parameter(15, 6, 3)) send('a', ...bytes);
    // A quarter of 48 semitones; two for the channel that leads, for all of its zone.
    send('a', 0xee, 0, 0x50);
    send('a', 0x9e, 60, 100);
    send('a', 0x9c, 64, 100);
    send('a', 0xb0 + 15, 64, 127);
    send('a', 0xef, 127, 127);
    send('a', 0x91, 48, 100);
    expect(['e', 'c', '1'].map((channel) => Math.round(choir.of(`midi:a:${channel}`, 'bend')))).toEqual([1400, 200, 0]);
    send('a', 0x8e, 60, 0);
    send('a', 0x81, 48, 0);
    expect(choir.notes).toEqual([60, 64]);
    send('a', 0xb0 + 15, 64, 0);
    expect(choir.notes).toEqual([64]);
    for (const bytes of parameter(12, 0, 24)) send('a', ...bytes);
    send('a', 0xed, 127, 127);
    send('a', 0xe1, 127, 127);
    expect(['d', '1'].map((channel) => choir.of(`midi:a:${channel}`, 'bend'))).toEqual([2600, 4800]);
  });

  it('removes members from one zone when the other announces them', () => {
    const { choir, send } = mpe();
    for (const bytes of parameter(15, 6, 12)) send('a', ...bytes);
    for (const channel of [2, 3]) send('a', 0xe0 + channel, 127, 127);
    send('a', 0xef, 127, 127);
    expect(['2', '3'].map((channel) => choir.of(`midi:a:${channel}`, 'bend'))).toEqual([4800, 5000]);
  });

  it('can be set to act as an ordinary one and back, and ends sounding notes when it changes', () => {
    const off = mpe({ mpe: 'off' });
    off.send('a', 0xe1, 127, 127);
    expect(off.choir.of('midi:a:1', 'bend')).toBe(200);
    const { choir, configure, send } = keyboard({ mpe: 'on' });
    send('a', 0xef, 127, 127);
    expect(choir.of('midi:a:f', 'bend')).toBe(4800);
    send('a', 0x9f, 60, 100);
    configure({ mpe: 'auto' });
    expect(choir.notes).toEqual([]);
    send('a', 0x9f, 60, 100);
    for (const bytes of parameter(0, 6, 0)) send('a', ...bytes);
    expect(choir.notes).toEqual([]);
  });
});
