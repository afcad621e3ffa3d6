import { COLUMNS } from './columns.ts';
import { kindOf } from './flows.ts';
import { expect, test } from './stage.ts';
import { differInKind, emptyCells, ROWS, titleOf } from './table.ts';
import { TABLE } from './rows/index.ts';

/** What `npm test` runs of the table (`--grep @kind`). */
const KIND = '@kind';
const daily = differInKind(TABLE, kindOf);

test('the fault table has no empty cell without a reason', { tag: KIND }, () => {
  expect(emptyCells(TABLE)).toEqual([]);
  expect(
    emptyCells({ ...TABLE, save: { ...TABLE.save, offline: undefined }, share: { ...TABLE.share, '500': 'soon' } }),
  ).toEqual(['save × offline', 'share × 500']);
});

test('the cells that differ in kind are in every row and every column', { tag: KIND }, () => {
  for (const row of ROWS)
    expect(
      [...daily].some((title) => title.startsWith(`${row} ×`)),
      row,
    ).toBe(true);
  for (const column of COLUMNS)
    expect(
      [...daily].some((title) => title.endsWith(`× ${column}`)),
      column,
    ).toBe(true);
});

for (const row of ROWS) {
  for (const column of COLUMNS) {
    const cell = TABLE[row][column];
    if (typeof cell === 'string') continue;
    const title = titleOf(row, column);
    test(title, { tag: daily.has(title) ? [KIND] : [] }, async ({ stage }) => {
      await cell(stage);
    });
  }
}
