import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { GENERATED, recordingSets, recordingsFolder, soundFilesIn } from '../accuracy/corpus.ts';
import { generateCorpus } from '../accuracy/generate.ts';
import { which } from '../../tests/browserPath.ts';
import type { Say } from '../report.ts';

/**
 * The sets of sounds that guards measure: one by synthesis alone, so that its figures hold on every machine, and folders of
 * recordings where they and ffmpeg are.
 */

const ROOT = resolve(import.meta.dirname, '../..');
/** Bit rate of the Opus copies: that of a browser's recorder for one voice. */
const OPUS = ['-c:a', 'libopus', '-b:a', '48k'];

export interface SoundSet {
  name: string;
  /** WAVE files, beside labels or without. */
  folder: string;
  isLabelled: boolean;
}

const ffmpeg = (...args: string[]): void =>
  void execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });

/** Decodes a file to WAVE, once; `coded` by way of an Opus copy. */
function decode(from: string, to: string, coded: boolean): void {
  if (existsSync(to)) return;
  if (!coded) return ffmpeg('-i', from, '-ac', '1', '-c:a', 'pcm_s16le', to);
  const copy = to.replace(/wav$/, 'opus');
  ffmpeg('-i', from, '-ac', '1', ...OPUS, copy);
  ffmpeg('-i', copy, '-c:a', 'pcm_s16le', to);
}

/** A folder of recordings as WAVE files in `bench/corpus-...`, with their labels where they have some. */
function decoded(folder: string, coded: boolean): SoundSet {
  const name = basename(folder) + (coded ? ', Opus' : '');
  const target = join(ROOT, 'bench', `corpus-${basename(folder)}${coded ? '-opus' : ''}`);
  mkdirSync(target, { recursive: true });
  let labels = 0;
  for (const file of soundFilesIn(folder)) {
    const stem = file.replace(/\.\w+$/, '');
    decode(join(folder, file), join(target, `${stem}.wav`), coded);
    const label = join(folder, `${stem}.json`);
    if (!existsSync(label)) continue;
    labels++;
    copyFileSync(label, join(target, `${stem}.json`));
  }
  return { name, folder: target, isLabelled: labels > 0 };
}

/**
 * The sets that are here; `remarks` has one line about what was left out. Recordings are the folders in the `given` one,
 * or in `../shared/audio` beside the repository; each has an Opus copy too, unless it is one of what a browser recorded.
 */
export function setsHere(say: Say, given: string | null): { sets: SoundSet[]; remarks: string[] } {
  const { folder, remarks } = generateCorpus(say, GENERATED, false);
  const sets: SoundSet[] = [{ name: 'generated', folder, isLabelled: true }];
  const missing = [
    ...(existsSync(recordingsFolder(given)) ? [] : ['a folder of recordings (--recordings FOLDER)']),
    ...(which('ffmpeg') === null ? ['ffmpeg'] : []),
  ];
  if (missing.length > 0)
    return {
      sets,
      remarks: [...remarks, `Left out: recordings and their Opus copies, for want of ${missing.join(' and ')}.`],
    };
  for (const source of recordingSets(given)) {
    const set = decoded(source, false);
    sets.push(set);
    if (set.isLabelled) sets.push(decoded(source, true));
  }
  return { sets, remarks };
}
