import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import type { Log } from '#bench/report.ts';
import { GENERATED, GENERATED_KINDS } from './corpus.ts';
import { seededBy, synthesised } from './synthesised.ts';

/** Makes the corpus in bench/corpus by synthesis, the same on every machine: once, and again when its sources change. */

const FOLDER = resolve(import.meta.dirname, '../corpus');
const FIXTURES = '../../tests/fixtures';
const SOURCES = [
  'conditions.ts',
  'damage.ts',
  'generate.ts',
  'synthesised.ts',
  `${FIXTURES}/melody.ts`,
  `${FIXTURES}/percussion.ts`,
  `${FIXTURES}/speech.ts`,
  `${FIXTURES}/synthesis.ts`,
];

/**
 * The folder of a generated corpus.
 * @param corpus `generated`, or `generated:NAME` for one whose scores, voices and noises follow from the name as a seed
 */
export function generateCorpus(log: Log, corpus: string = GENERATED): string {
  const name = corpus.slice(GENERATED.length + 1);
  const folder = name === '' ? FOLDER : `${FOLDER}-${name}`;
  const hash = createHash('sha256');
  for (const source of SOURCES) hash.update(readFileSync(join(import.meta.dirname, source)));
  const stamp = hash.digest('hex');
  const stampFile = join(folder, '.stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  log(`Making the corpus in bench/${basename(folder)} ...`);
  for (const { name: file, pcm, label } of synthesised(seededBy(name))) {
    if (!GENERATED_KINDS.includes(label.kind)) throw new RangeError(`GENERATED_KINDS lacks ${label.kind}`);
    writeFileSync(join(folder, `${file}.wav`), wavFile([pcm], label.sr));
    writeFileSync(join(folder, `${file}.json`), JSON.stringify(label));
  }
  writeFileSync(stampFile, stamp);
  return folder;
}
