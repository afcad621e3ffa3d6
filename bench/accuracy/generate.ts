import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import type { Log } from '#bench/report.ts';
import { GENERATED_CORPUS, GENERATED_KINDS } from './corpus.ts';
import { seededBy, synthesisedSounds } from './synthesised.ts';

/**
 * Makes the corpus in bench/corpus by synthesis, the same on every machine: once, and again when its sources change.
 */

const CORPUS_FOLDER = resolve(import.meta.dirname, '../corpus');
const FIXTURE_FOLDER = '../../tests/fixtures';
const SOURCE_FILES = [
  'conditions.ts',
  'damage.ts',
  'generate.ts',
  'synthesised.ts',
  `${FIXTURE_FOLDER}/melody.ts`,
  `${FIXTURE_FOLDER}/percussion.ts`,
  `${FIXTURE_FOLDER}/speech.ts`,
  `${FIXTURE_FOLDER}/synthesis.ts`,
];

/**
 * The folder of a generated corpus.
 * @param corpus `generated`, or `generated:NAME` for one whose scores, voices and noises follow from the name as a seed
 */
export function generateCorpus(log: Log, corpus: string = GENERATED_CORPUS): string {
  const name = corpus.slice(GENERATED_CORPUS.length + 1);
  const folder = name === '' ? CORPUS_FOLDER : `${CORPUS_FOLDER}-${name}`;
  const hash = createHash('sha256');
  for (const source of SOURCE_FILES) hash.update(readFileSync(join(import.meta.dirname, source)));
  const stamp = hash.digest('hex');
  const stampFile = join(folder, '.stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  log(`Making the corpus in bench/${basename(folder)} ...`);
  for (const { name: file, pcm, label } of synthesisedSounds(seededBy(name))) {
    if (!GENERATED_KINDS.includes(label.kind)) throw new RangeError(`GENERATED_KINDS lacks ${label.kind}`);
    writeFileSync(join(folder, `${file}.wav`), wavFile([pcm], label.sr));
    writeFileSync(join(folder, `${file}.json`), JSON.stringify(label));
  }
  writeFileSync(stampFile, stamp);
  return folder;
}
