import { afterEach, expect, test, vi } from 'vitest';
import { newUuid } from './uuid.ts';

afterEach(() => vi.unstubAllGlobals());

test('makes a UUID of version 4 on an insecure page', () => {
  const getRandomValues = <T extends Uint8Array>(bytes: T): T => bytes.fill(0xff);
  vi.stubGlobal('crypto', { getRandomValues });
  expect(newUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});

test('never makes the same id twice', () => {
  expect(new Set(Array.from({ length: 1000 }, newUuid)).size).toBe(1000);
});
