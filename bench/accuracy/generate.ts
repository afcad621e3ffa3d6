import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { wavFile } from '../../src/audio/playback/wavFile.ts';
import { sungByFestival } from './festival.ts';
import { sampled } from './sampled.ts';
import { synthesised, type Entry } from './synthesised.ts';
import { which } from './tools.ts';

/**
 * Generates the corpus in bench/corpus: by synthesis, and by fluidsynth and festival where they are installed. It is
 * generated once, and again when its sources or the tools on this machine change. `npx tsx bench/accuracy/generate.ts`
 * only generates it.
 */

const FOLDER = resolve(import.meta.dirname, '../corpus');
const FIXTURES = '../../tests/fixtures';
const SOURCES = [
  'damage.ts',
  'festival.ts',
  '../fluidsynth.ts',
  'generate.ts',
  'sampled.ts',
  'synthesised.ts',
  `${FIXTURES}/melody.ts`,
  `${FIXTURES}/percussion.ts`,
  `${FIXTURES}/speech.ts`,
  `${FIXTURES}/synthesis.ts`,
];

/** Identifies the sources and tools that a corpus is made with. */
function stamp(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) hash.update(readFileSync(join(import.meta.dirname, source)));
  return JSON.stringify({
    sources: hash.digest('hex').slice(0, 16),
    fluidsynth: which('fluidsynth'),
    festival: which('festival'),
    font: process.env['SOUND_FONT'] ?? '',
  });
}

function write({ name, pcm, label }: Entry): void {
  writeFileSync(join(FOLDER, `${name}.wav`), wavFile([pcm], label.sr));
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(label));
}

/** @returns the folder, and what is missing in it on this machine */
export function generateCorpus(say: (line: string) => void): { folder: string; remarks: string[] } {
  const stampFile = join(FOLDER, '.stamp');
  const wanted = stamp();
  if (existsSync(stampFile)) {
    const { made, remarks } = JSON.parse(readFileSync(stampFile, 'utf8')) as { made: string; remarks: string[] };
    if (made === wanted) return { folder: FOLDER, remarks };
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  say('Making the corpus in bench/corpus ...');
  for (const entry of synthesised()) write(entry);
  const remarks: string[] = [];
  for (const make of [sampled, sungByFestival]) {
    const { entries, remark } = make();
    entries.forEach(write);
    if (remark !== null) remarks.push(remark);
  }
  writeFileSync(stampFile, JSON.stringify({ made: wanted, remarks }));
  say(`${readdirSync(FOLDER).filter((file) => file.endsWith('.wav')).length} sounds.`);
  return { folder: FOLDER, remarks };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const remark of generateCorpus(console.log).remarks) console.log(remark);
}
