import { COLUMNS } from './columns.ts';
import { expect, test } from './stage.ts';
import { emptyCells, ACTION_ROWS, titleOf } from './table.ts';
import { FAULT_TABLE } from './rows/index.ts';

/**
 * The cells of `npm test`: each row, each way to recover, and each fault that no clock, microphone or service worker
 * has a part in.
 */
const NEEDED_CELLS: ReadonlySet<string> = new Set([
  'upload × 500',
  'process × storage full',
  'results × never answers',
  'save × answer lost',
  'publish × token expired',
  'share × 429',
  'submit × 500',
  'preorder × tab reopened',
  'contact × 429',
  'sign up × 500',
  'log in × tab reopened',
  'photo × storage full',
  'delete account × answer lost',
]);

test('the fault table has no empty cell without a reason', () => {
  expect(emptyCells(FAULT_TABLE)).toEqual([]);
  expect(
    emptyCells({
      ...FAULT_TABLE,
      save: { ...FAULT_TABLE.save, offline: undefined },
      share: { ...FAULT_TABLE.share, '500': 'soon' },
    }),
  ).toEqual(['save × offline', 'share × 500']);
});

test('the cells of `npm test` are cells of the table', () => {
  for (const title of NEEDED_CELLS) {
    const [row, column] = title.split(' × ') as [keyof typeof FAULT_TABLE, (typeof COLUMNS)[number]];
    expect(typeof FAULT_TABLE[row][column], title).toBe('function');
  }
});

for (const row of ACTION_ROWS) {
  for (const column of COLUMNS) {
    const cell = FAULT_TABLE[row][column];
    if (typeof cell === 'string') continue;
    const title = titleOf(row, column);
    test(title, { tag: NEEDED_CELLS.has(title) ? [] : ['@slow'] }, async ({ stage }) => {
      await cell(stage);
    });
  }
}
