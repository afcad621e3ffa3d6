import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PARTS } from '../../../supabase/local/backup/archive.ts';
import { finishRestore, replaceData } from '../../../supabase/local/backup/swap.ts';

/** The swap of a restore, interrupted after each of its steps. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'accord-swap-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FORMER = ['keys.json', 'db.made', 'db', 'objects'];
const NEXT = ['keys.json', 'db.made', 'db', 'legal'];

function make(below: string, parts: readonly string[], word: string): void {
  for (const part of parts) {
    const isFile = part.includes('.');
    mkdirSync(isFile ? below : join(below, part), { recursive: true });
    writeFileSync(isFile ? join(below, part) : join(below, part, 'file'), word);
  }
}
const wordsOf = (below: string) =>
  Object.fromEntries(
    PARTS.filter((part) => existsSync(join(below, part))).map((part) => [
      part,
      readFileSync(part.includes('.') ? join(below, part) : join(below, part, 'file'), 'utf8'),
    ]),
  );
const all = (parts: readonly string[], word: string) => Object.fromEntries(parts.map((part) => [part, word]));

it('has the new data in its place and the former one aside, wherever it was interrupted', () => {
  const moves = PARTS.flatMap((part) => [
    ...(FORMER.includes(part) ? [[part, join('aside', part)]] : []),
    ...(NEXT.includes(part) ? [[join('restored', part), part]] : []),
  ]) as [string, string][];
  for (let done = 0; done <= moves.length; done++) {
    make(folder, FORMER, 'former');
    make(join(folder, 'restored'), NEXT, 'next');
    writeFileSync(join(folder, 'restore.json'), JSON.stringify({ aside: 'aside', parts: NEXT }));
    if (done > 0) mkdirSync(join(folder, 'aside'));
    for (const [from, to] of moves.slice(0, done)) renameSync(join(folder, from), join(folder, to));
    finishRestore(folder);
    expect([done, wordsOf(folder)]).toEqual([done, all(NEXT, 'next')]);
    expect([done, wordsOf(join(folder, 'aside'))]).toEqual([done, all(FORMER, 'former')]);
    expect(readdirSync(folder).sort()).toEqual(['aside', ...NEXT].sort());
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
  }
});

it('leaves the present data alone when it was interrupted while it unpacked', () => {
  make(folder, FORMER, 'former');
  make(join(folder, 'restored'), ['db'], 'half');
  writeFileSync(join(folder, 'restore.json.part'), '{"aside":');
  finishRestore(folder);
  expect(wordsOf(folder)).toEqual(all(FORMER, 'former'));
  expect(readdirSync(folder).sort()).toEqual([...FORMER].sort());
});

it('keeps what an earlier restore on the same second moved aside', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const kept = ['one', 'two'].map((word) => {
    make(folder, FORMER, word);
    make(join(folder, 'restored'), NEXT, 'next');
    return replaceData(folder, now)!;
  });
  expect(new Set(kept).size).toBe(2);
  expect(wordsOf(kept[0]!)).toEqual(all(FORMER, 'one'));
});
