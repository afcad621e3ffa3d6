import { COLUMNS } from './columns.ts';
import { expect, test } from './stage.ts';
import { emptyCells, ROWS, titleOf } from './table.ts';
import { TABLE } from './rows/index.ts';

test('the fault table has no empty cell without a reason', () => {
  expect(emptyCells(TABLE)).toEqual([]);
  expect(
    emptyCells({ ...TABLE, save: { ...TABLE.save, offline: undefined }, share: { ...TABLE.share, '500': 'soon' } }),
  ).toEqual(['save × offline', 'share × 500']);
});

for (const row of ROWS) {
  for (const column of COLUMNS) {
    const cell = TABLE[row][column];
    if (typeof cell === 'string') continue;
    test(titleOf(row, column), async ({ stage }) => {
      await cell(stage);
    });
  }
}
