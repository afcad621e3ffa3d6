import { proxy } from 'valtio';
import { expect, it } from 'vitest';
import { busy, busyWhile } from './busy.ts';

it('reports the app as busy while any of its parts is', () => {
  const [one, two] = [proxy({ on: false }), proxy({ on: false })];
  for (const part of [one, two]) busyWhile(part, () => part.on);
  const seen = [
    [one, true],
    [two, true],
    [one, false],
    [two, false],
  ].map(([part, on]) => {
    (part as typeof one).on = on as boolean;
    return busy.now;
  });
  expect(seen).toEqual([true, true, true, false]);
});
