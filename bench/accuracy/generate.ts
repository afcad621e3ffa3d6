import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { wavFile } from '../../src/features/instruments/audio/playback/wavFile.ts';
import { GENERATED, GENERATED_KINDS } from './corpus.ts';
import { sungByFestival } from './festival.ts';
import { sampled } from './sampled.ts';
import { seededBy, synthesised, type Entry } from './synthesised.ts';
import { which } from '../../tests/browserPath.ts';

/**
 * Generates the corpus in bench/corpus: by synthesis, and by fluidsynth and festival where they are installed. It is
 * generated once, and again when its sources or the tools on this machine change. `npx tsx bench/accuracy/generate.ts`
 * only generates it.
 */

const FOLDER = resolve(import.meta.dirname, '../corpus');
const FIXTURES = '../../tests/fixtures';
const SOURCES = [
  'conditions.ts',
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
function stamp(usesTools: boolean): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) hash.update(readFileSync(join(import.meta.dirname, source)));
  return JSON.stringify({
    sources: hash.digest('hex').slice(0, 16),
    fluidsynth: usesTools ? which('fluidsynth') : null,
    festival: usesTools ? which('festival') : null,
    font: process.env['SOUND_FONT'] ?? '',
  });
}

function write(folder: string, { name, pcm, label }: Entry): void {
  if (!GENERATED_KINDS.includes(label.kind)) throw new RangeError(`GENERATED_KINDS lacks ${label.kind}`);
  writeFileSync(join(folder, `${name}.wav`), wavFile([pcm], label.sr));
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(label));
}

/**
 * @param corpus `generated`, or `generated:NAME` for one whose scores, voices and noises follow from the name as a seed
 * @param usesTools false leaves out what fluidsynth and festival make, so that the corpus is the same on every machine
 * @returns the folder, and what is missing in it on this machine
 * @throws RangeError for a name with other characters than letters, digits and `-`
 */
export function generateCorpus(
  say: (line: string) => void,
  corpus: string = GENERATED,
  usesTools = true,
): { folder: string; remarks: string[] } {
  const name = corpus.slice(GENERATED.length + 1);
  if (!/^[A-Za-z\d-]*$/.test(name)) throw new RangeError(`A corpus is named with letters, digits and -, not "${name}"`);
  const folder = [FOLDER, ...(name === '' ? [] : [name]), ...(usesTools ? [] : ['synthesised'])].join('-');
  const seeded = seededBy(name);
  const stampFile = join(folder, '.stamp');
  const wanted = stamp(usesTools);
  if (existsSync(stampFile)) {
    const { made, remarks } = JSON.parse(readFileSync(stampFile, 'utf8')) as { made: string; remarks: string[] };
    if (made === wanted) return { folder, remarks };
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  say(`Making the corpus in bench/${basename(folder)} ...`);
  for (const entry of synthesised(seeded)) write(folder, entry);
  const remarks: string[] = [];
  for (const make of usesTools ? [sampled, sungByFestival] : []) {
    const { entries, remark } = make(seeded);
    for (const entry of entries) write(folder, entry);
    if (remark !== null) remarks.push(remark);
  }
  writeFileSync(stampFile, JSON.stringify({ made: wanted, remarks }));
  say(`${readdirSync(folder).filter((file) => file.endsWith('.wav')).length} sounds.`);
  return { folder, remarks };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const remark of generateCorpus(console.log).remarks) console.log(remark);
}
