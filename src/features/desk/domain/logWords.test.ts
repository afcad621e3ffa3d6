import { expect, it } from 'vitest';
import { changeWords } from './logWords.ts';

it('the log tells of a product of the shop what has changed, and of other things their value', () => {
  const row = { id: 'rain', on_sale: true, price: 85, currency: 'EUR', countries: ['DE'], stock: null };
  expect(changeWords(row, { ...row, price: 99.5, stock: 3 })).toEqual([
    'price: 85, stock: nothing',
    'price: 99.5, stock: 3',
  ]);
  expect(changeWords(undefined, { id: 'new', on_sale: true })).toEqual(['nothing', 'on sale: true']);
  expect(changeWords('new', 'done')).toEqual(['new', 'done']);
  expect(changeWords(null, { reason: 'spam' })).toEqual(['nothing', 'spam']);
});
