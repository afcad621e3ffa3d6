import '#bench/kernels.ts';
import { basename } from 'node:path';
import { analyze } from '#analysis/analyze.ts';
import { filesIn, GENERATED_CORPUS, kindOf, readSound } from '#bench/accuracy/corpus.ts';
import { generateCorpus } from '#bench/accuracy/generate.ts';
import { guard } from '#bench/guard/guard.ts';
import { machine, createLog, table, writeResults } from '#bench/report.ts';
import { makeCopies, steadinessOf, type Steadiness } from './steadiness.ts';

/** Measures how much the notes of a sound change when it starts up to 99 ms later or is quieter. */

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (value: number): string => (100 * value).toFixed(1);

const rowOf = (name: string, sounds: readonly Steadiness[]): string[] => [
  name,
  String(sounds.length),
  percent(mean(sounds.map(({ alike }) => alike))),
  String(sounds.filter(({ flips }) => flips).length),
  String(sounds.filter(({ hasNotes }) => hasNotes).length),
];

/**
 * Prints a table of the kinds, and guards their figures or accepts them.
 * @param corpus a folder of WAVE files in place of the generated ones
 */
export function measureSteadiness(
  corpus: string | null,
  only: string[] | null,
  { guard: isGuarded, accept, json }: Readonly<Record<'guard' | 'accept' | 'json', boolean>>,
): void {
  const log = createLog(json);
  const folder = corpus ?? generateCorpus(log);
  const files = filesIn(folder, only);
  const kinds = new Map<string, Steadiness[]>();
  for (const [i, file] of files.entries()) {
    const kind = kindOf(file);
    // Generated sounds of one kind are similar: measure only the first.
    if (corpus === null && i > 0 && kind === kindOf(files[i - 1]!)) continue;
    const { pcm, sampleRate } = readSound(folder, file);
    const steadiness = steadinessOf(makeCopies(pcm, sampleRate).map((copy) => analyze(copy, sampleRate)));
    kinds.set(kind, [...(kinds.get(kind) ?? []), steadiness]);
    if (steadiness.flips) log(`  ${file} has notes in some copies, and none in others.`);
  }
  const rows = [
    ...[...kinds].map(([kind, sounds]) => rowOf(kind, sounds)),
    rowOf('**all**', [...kinds.values()].flat()),
  ];
  const name = corpus === null ? GENERATED_CORPUS : basename(corpus);
  const markdown = `${name}:\n\n${table(['kind', 'sounds', 'alike %', 'flips', 'with notes'], rows)}`;
  log(`\n${markdown}\n`);
  const of = (value: (sound: Steadiness) => number): Record<string, number> =>
    Object.fromEntries([...kinds].map(([kind, sounds]) => [kind, 100 * mean(sounds.map(value))]));
  const figures = new Map([
    [`alike from other starts and levels, ${name}`, of(({ alike }) => alike)],
    [`sounds that do not flip, ${name}`, of(({ flips }) => (flips ? 0 : 1))],
  ]);
  const data = Object.fromEntries(figures);
  const isNarrowed = only !== null;
  log(writeResults({ name: 'steady', title: 'Steadiness', markdown, data, facts: machine([]), isNarrowed }));
  if (json) console.log(JSON.stringify(data, null, 2));
  if (isGuarded || accept) guard(figures, accept, log);
}
