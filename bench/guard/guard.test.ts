import { expect, it } from 'vitest';
import { compareFigures, mergeFigures } from './guard.ts';

it('names each kind that lost more than two points, and no other', () => {
  expect(compareFigures('note F1', { sung: 85, poly: 88, range: 100 }, { sung: 87.1, poly: 90, range: 99 })).toEqual({
    fallen: ['note F1, sung: 87.1 was accepted, 85.0 now.'],
    remarks: [],
  });
});

it('reports missing figures, and does not require kinds that were not measured', () => {
  expect(compareFigures('note F1', { new: 10 }, { sung: 87.1 })).toEqual({
    fallen: [],
    remarks: ['note F1, without accepted figures: new.'],
  });
  expect(compareFigures('note F1', { sung: 10 }, undefined).remarks).toHaveLength(1);
});

it('keeps the accepted figures of kinds that a partial run did not measure', () => {
  const accepted = { 'note F1': { sung: 87.1, poly: 90 }, other: { sung: 1 } };
  const run = new Map([['note F1', { sung: 88.04 }]]);
  expect(mergeFigures(accepted, run)).toEqual({ 'note F1': { sung: 88, poly: 90 }, other: { sung: 1 } });
});
