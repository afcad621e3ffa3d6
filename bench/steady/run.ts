/** `npm run bench:steady`: whether a sound keeps its notes when it begins 11 ms later or is softer; of the generated set a sound of each kind. */
import '../kernels.ts';
import { basename } from 'node:path';
import { analyze } from '../../workers/ear/analysis/index.ts';
import { filesIn, kindOf, readSound } from '../accuracy/corpus.ts';
import type { BENCHES } from '../benches.ts';
import { setsHere, type SoundSet } from '../guard/sets.ts';
import { guard } from '../guard/guard.ts';
import type { Asked } from '../options.ts';
import { machine, sayer, table, writeResults, type Say } from '../report.ts';
import { copiesOf, steadinessOf, type Steadiness } from './steadiness.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (value: number): string => (100 * value).toFixed(1);

/** Sounds by kind; of the generated set one of each kind, since it has many that are alike. */
function soundsOf({ name, folder }: SoundSet, only: string[] | null): string[] {
  const files = filesIn(folder, only);
  return name === 'generated' ? files.filter((file, i) => i === 0 || kindOf(file) !== kindOf(files[i - 1]!)) : files;
}

function measure(set: SoundSet, only: string[] | null, say: Say): Map<string, Steadiness[]> {
  const kinds = new Map<string, Steadiness[]>();
  for (const file of soundsOf(set, only)) {
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

export function run({
  corpus,
  only,
  recordings,
  guard: isGuarded,
  accept,
  json,
  isNarrowed,
}: Asked<typeof BENCHES.steady>): void {
  const say = sayer(json);
  const { sets, remarks } =
    corpus === null
      ? setsHere(say, recordings)
      : { sets: [{ name: basename(corpus), folder: corpus, isLabelled: false }], remarks: [] };
  const figures = new Map<string, Record<string, number>>();
  const texts: string[] = [];
  for (const set of sets) {
    const kinds = measure(set, only, say);
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
  const data = Object.fromEntries(figures);
  const markdown = [...texts, ...remarks].join('\n\n');
  say(writeResults({ name: 'steady', title: 'Steadiness', markdown, data, facts: machine([]), isNarrowed }));
  if (json) console.log(JSON.stringify(data, null, 2));
  if (isGuarded || accept) guard(figures, { accept, isNarrowed, say });
}
