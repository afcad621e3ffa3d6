import { afterEach, expect, it } from 'vitest';
import {
  lightKey,
  bendKeyLights,
  unlightKey,
  markKeyUp,
  onKeyLights,
  onPedal,
  lightPedal,
  type KeyLight,
} from './keyLights.ts';

const seen: [midi: number, light: KeyLight | null][] = [];
let leave = onKeyLights((midi, light) => void seen.push([midi, light]));
afterEach(() => {
  leave();
  seen.length = 0;
  leave = onKeyLights((midi, light) => void seen.push([midi, light]));
});

it('shows the velocity of a key, then the pedal that holds it, then its end', () => {
  lightKey('midi:a:0', 60, 0.5);
  markKeyUp('midi:a:0', 60);
  unlightKey('midi:a:0', 60);
  expect(seen).toEqual([
    [60, { velocity: 0.5, isHeld: false, cents: 0 }],
    [60, { velocity: 0.5, isHeld: true, cents: 0 }],
    [60, null],
  ]);
});

it('shows a finger as long as one of several is down, with the hardest strike', () => {
  lightKey('a', 60, 0.5);
  lightKey('b', 60, 0.9);
  markKeyUp('a', 60);
  expect(seen.at(-1)).toEqual([60, { velocity: 0.9, isHeld: false, cents: 0 }]);
  unlightKey('b', 60);
  expect(seen.at(-1)).toEqual([60, { velocity: 0.5, isHeld: true, cents: 0 }]);
  unlightKey('a', 60);
  expect(seen.at(-1)).toEqual([60, null]);
});

it('bends the notes of a source, also those that begin later', () => {
  lightKey('a', 60, 1);
  lightKey('b', 64, 1);
  bendKeyLights('a', 200);
  expect(seen.at(-1)).toEqual([60, { velocity: 1, isHeld: false, cents: 200 }]);
  lightKey('a', 62, 1);
  expect(seen.at(-1)).toEqual([62, { velocity: 1, isHeld: false, cents: 200 }]);
  const count = seen.length;
  bendKeyLights('a', 200);
  expect(seen).toHaveLength(count);
  bendKeyLights('a', 0);
  for (const [source, midi] of [
    ['a', 60],
    ['a', 62],
    ['b', 64],
  ] as const)
    unlightKey(source, midi);
});

it('reports the pedals of all devices as one', () => {
  const states: boolean[] = [];
  const end = onPedal((isDown) => void states.push(isDown));
  lightPedal('a', true);
  lightPedal('b', true);
  lightPedal('a', false);
  lightPedal('b', false);
  end();
  expect(states).toEqual([false, true, false]);
});
