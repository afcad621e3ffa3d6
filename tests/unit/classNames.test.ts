import { join } from 'node:path';
import { expect, test } from 'vitest';
import { className } from '../../pwa/classNames.ts';

const ROOT = join(import.meta.dirname, '../..');
const sheet = (number: number): string => join(ROOT, `src/sheet${number}.module.css`);

test('a class is its name with three letters for its file, the same in both builds of a page', () => {
  expect(className('page', sheet(1))).toMatch(/^page_[a-z0-9]{3}$/);
  expect(className('page', `${sheet(1)}?used`)).toBe(className('page', sheet(1)));
  expect(className('page', sheet(2))).not.toBe(className('page', sheet(1)));
});

test('two files never share a class', () => {
  const many = () => {
    for (let number = 0; number < 40_000; number++) className('many', sheet(number));
  };
  expect(many).toThrow(/share the class many_[a-z0-9]{3}/);
});
