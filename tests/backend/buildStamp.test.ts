import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { isBuilt, markBuilt, stampOf } from '#local/buildStamp.ts';

const root = mkdtempSync(join(tmpdir(), 'accord-stamp-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('the build stamp changes with a source, the lock file, a variable of Vite and the legal pages, and with nothing else', async () => {
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  write('src/deep/a.ts', '1');
  write('package-lock.json', '{}');
  mkdirSync(join(root, 'legal'));
  write('legal/terms.md', 'Terms');
  const stamps = [await stampOf(root)];
  const expectChange = async () => {
    const now = await stampOf(root);
    expect(stamps).not.toContain(now);
    stamps.push(now);
    expect(await stampOf(root)).toBe(now);
  };
  write('src/deep/a.ts', '2');
  await expectChange();
  write('package-lock.json', '{ }');
  await expectChange();
  vi.stubEnv('VITE_SUPABASE_URL', 'https://project.supabase.co');
  await expectChange();
  vi.stubEnv('ACCORD_LEGAL', 'legal');
  await expectChange();
  write('legal/terms.md', 'Other terms');
  await expectChange();
  write('src/deep/a.test.ts', '3');
  write('README.md', '4');
  vi.stubEnv('OTHER', '5');
  expect(await stampOf(root)).toBe(stamps.at(-1));
});

it('a build is recognised by the stamp in its folder, and one of another command is not', () => {
  expect(isBuilt(root, 'one')).toBe(false);
  markBuilt(root, 'one');
  expect(isBuilt(root, 'one')).toBe(true);
  expect(isBuilt(root, 'two')).toBe(false);
});
