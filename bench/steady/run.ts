/**
 * `npm run bench:steady`: whether a sound keeps its notes when it begins 11 ms later or is softer.
 *
 * It measures the sets of sets.ts, a sound of each kind of the generated one; `--corpus FOLDER` measures a folder of WAVE
 * files instead, `--only kind,kind` some kinds, `--json` prints the figures as data. `--guard` compares them with the
 * accepted ones, `--accept` accepts them.
 */
import '../kernels.ts';
import { basename, resolve } from 'node:path';
import { analyze } from '../../workers/analysis/index.ts';
import { filesIn, kindOf, readSound } from '../accuracy/corpus.ts';
import { setsHere, type SoundSet } from '../guard/sets.ts';
import { guard } from '../guard/guard.ts';
import { flag, machine, option, table, writeResults } from '../report.ts';
import { copiesOf, steadinessOf, type Steadiness } from './steadiness.ts';

const asJson = flag('json');
const say = (line: string): void => (asJson ? console.error(line) : console.log(line));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (value: number): string => (100 * value).toFixed(1);

/** Sounds by kind; of the generated set one of each kind, since it has many that are alike. */
function soundsOf({ name, folder }: SoundSet): string[] {
  const files = filesIn(folder, option('only')?.split(',') ?? null);
  return name === 'generated' ? files.filter((file, i) => i === 0 || kindOf(file) !== kindOf(files[i - 1]!)) : files;
}

function measure(set: SoundSet): Map<string, Steadiness[]> {
  const kinds = new Map<string, Steadiness[]>();
  for (const file of soundsOf(set)) {
    const { pcm, sampleRate } = readSound(set.folder, file);
    const steadiness = steadinessOf(copiesOf(pcm, sampleRate).map((copy) => analyze(copy, sampleRate)));
    kinds.set(kindOf(file), [...(kinds.get(kindOf(file)) ?? []), steadiness]);
    if (steadiness.flips) say(`  ${file} has notes in some copies, and none in others.`);
  }
  return kinds;
}

const rowOf = (name: string, sounds: readonly Steadiness[]): string[] => [
  name,
  String(sounds.length),
  percent(mean(sounds.map(({ alike }) => alike))),
  String(sounds.filter(({ flips }) => flips).length),
  String(sounds.filter(({ hasNotes }) => hasNotes).length),
];

const given = option('corpus');
const { sets, remarks } =
  given === null
    ? setsHere(say)
    : { sets: [{ name: basename(given), folder: resolve(given), isLabelled: false }], remarks: [] };
const figures = new Map<string, Record<string, number>>();
const texts: string[] = [];
for (const set of sets) {
  const kinds = measure(set);
  const all = [...kinds.values()].flat();
  const rows = [...[...kinds].map(([kind, sounds]) => rowOf(kind, sounds)), rowOf('**all**', all)];
  const text = `${set.name}:\n\n${table(['kind', 'sounds', 'alike %', 'flips', 'with notes'], rows)}`;
  say(`\n${text}\n`);
  texts.push(text);
  const of = (value: (sounds: readonly Steadiness[]) => number): Record<string, number> =>
    Object.fromEntries([...kinds].map(([kind, sounds]) => [kind, 100 * value(sounds)]));
  figures.set(
    `alike from other starts and levels, ${set.name}`,
    of((sounds) => mean(sounds.map(({ alike }) => alike))),
  );
  figures.set(
    `sounds that do not flip, ${set.name}`,
    of((sounds) => mean(sounds.map(({ flips }) => (flips ? 0 : 1)))),
  );
}
for (const remark of remarks) say(remark);
writeResults('steady', 'Steadiness', [...texts, ...remarks].join('\n\n'), Object.fromEntries(figures), machine([]));
if (asJson) console.log(JSON.stringify(Object.fromEntries(figures), null, 2));
if (flag('guard') || flag('accept')) guard(figures, say);
