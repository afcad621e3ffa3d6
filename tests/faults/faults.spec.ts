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

test('every flow, every fault and every cell written by hand is among those that differ in kind', { tag: KIND }, () => {
  const cells = ROWS.flatMap((row) =>
    COLUMNS.flatMap((column) => {
      const cell = TABLE[row][column];
      return typeof cell === 'string'
        ? []
        : [{ column, kind: kindOf(cell) ?? titleOf(row, column), title: titleOf(row, column) }];
    }),
  );
  const chosen = cells.filter(({ title }) => daily.has(title));
  expect(new Set(chosen.map(({ kind }) => kind))).toEqual(new Set(cells.map(({ kind }) => kind)));
  expect(new Set(chosen.map(({ column }) => column))).toEqual(new Set(COLUMNS));
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
