import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyboard, parameter } from '#tests/performer.ts';

describe('no note hangs', () => {
  it('after all-notes-off, all-sound-off, a device reset or an unplugged cable', () => {
    const { choir, log, performer, send } = keyboard();
    const play = (): void => {
      send('a', 0xb0, 64, 127);
      send('a', 0x90, 60, 100);
      send('a', 0x80, 60, 0);
      send('a', 0x93, 67, 100);
      send('b', 0x90, 72, 100);
    };
    play();
    // The pedal still holds its notes.
    send('a', 0xb0, 123, 0);
    expect(choir.notes).toEqual([60, 67, 72]);
    send('a', 0xb0, 120, 0);
    expect(choir.notes).toEqual([67, 72]);
    performer.drop('a');
    expect(choir.notes).toEqual([72]);
    play();
    send('a', 0xff);
    expect(choir.notes).toEqual([72]);
    // The pedal of the reset device no longer counts.
    send('a', 0x90, 60, 100);
    send('a', 0x80, 60, 0);
    expect(choir.notes).toEqual([72]);
    performer.panic();
    expect(choir.notes).toEqual([]);
    expect(log.filter((entry) => entry.startsWith('+'))).toHaveLength(
      log.filter((entry) => entry.startsWith('-')).length,
    );
  });

  it('after any messages and any changes of settings', () => {
    // Few channels, keys and controllers, so that they meet; the controllers are those that mean something.
    const channel = fc.constantFrom(0, 1, 2, 15);
    const key = fc.constantFrom(0, 59, 60, 61, 127);
    const value = fc.integer({ min: 0, max: 127 });
    const controllers = [1, 6, 7, 11, 38, 64, 64, 66, 66, 67, 74, 96, 97, 98, 99, 100, 101, 120, 121, 123, 124, 126];
    const note = fc
      .tuple(fc.constantFrom(0x80, 0x90, 0x90, 0xa0), channel, key, fc.constantFrom(0, 1, 64, 127))
      .map(([kind, on, number, velocity]) => [kind + on, number, velocity]);
    const control = fc
      .tuple(channel, fc.constantFrom(...controllers), fc.oneof(fc.constantFrom(0, 6, 127), value))
      .map(([on, number, to]) => [0xb0 + on, number, to]);
    const zone = fc.tuple(fc.constant('zone' as const), fc.constantFrom(0, 15), fc.integer({ min: 0, max: 15 }));
    const bytes = fc.oneof(note, note, note, control, fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }));
    const settings = fc.record({
      channel: fc.constantFrom(0, 0, 1, 2, 16),
      mpe: fc.constantFrom('auto' as const, 'on' as const, 'off' as const),
      transpose: fc.constantFrom(-24, 0, 12),
      split: fc.boolean(),
      splitOctaves: fc.constantFrom(-2, 0, 1),
    });
    const event = fc.oneof(
      { weight: 30, arbitrary: fc.tuple(fc.constantFrom('a', 'b'), bytes) },
      { weight: 2, arbitrary: zone },
      { weight: 1, arbitrary: fc.tuple(fc.constant('set' as const), settings) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('unplug' as const), fc.constantFrom('a', 'b')) },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), fc.boolean(), (events, unplugged) => {
        const { choir, log, performer, configure, send } = keyboard();
        for (const happened of events) {
          if (happened[0] === 'set') configure(happened[1]);
          else if (happened[0] === 'unplug') performer.drop(happened[1]);
          else if (happened[0] === 'zone')
            for (const message of parameter(happened[1], 6, happened[2])) send('a', ...message);
          else send(happened[0], ...happened[1]);
          // The reported notes are exactly those that sound.
          const counts = new Map<number, number>();
          for (const entry of log) {
            if (!/^[+-]/.test(entry)) continue;
            const midi = Number(entry.slice(1));
            counts.set(midi, (counts.get(midi) ?? 0) + (entry.startsWith('+') ? 1 : -1));
          }
          const open = [...counts].flatMap(([midi, count]) => Array.from({ length: count }, () => midi));
          expect(open.sort((x, y) => x - y)).toEqual(choir.notes);
        }
        if (unplugged) for (const device of ['a', 'b']) performer.drop(device);
        else performer.panic();
        expect(choir.notes).toEqual([]);
        expect(choir.ofSource.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('once all keys and pedals are up, without a panic button', () => {
    const { choir, send } = keyboard();
    for (let i = 0; i < 200; i++) {
      send('a', 0x90, 40 + (i % 50), 1 + (i % 127));
      if (i % 7 === 0) send('a', 0xb0, [64, 66, 67][i % 3]!, i % 2 === 0 ? 127 : 0);
      if (i % 5 === 0) send('a', 0x80, 40 + ((i * 3) % 50), 0);
    }
    for (let key = 0; key < 128; key++) send('a', 0x80, key, 0);
    for (const pedal of [64, 66, 67]) send('a', 0xb0, pedal, 0);
    expect(choir.notes).toEqual([]);
  });
});
