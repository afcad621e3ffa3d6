/** `npm run bench:individuality`: how different the flowers and scents of different sounds are. */
import { drawFragrance } from '../../src/features/fragrance/domain/drawing/drawing.ts';
import { generateCorpus } from '../accuracy/generate.ts';
import { quantile } from '../latency/statistics.ts';
import type { BENCHES } from '../benches.ts';
import { Refusal, type Asked } from '../options.ts';
import { machine, sayer, table, writeResults } from '../report.ts';
import {
  colorDifference,
  flowerDistance,
  lookOf,
  nearestDistances,
  silhouetteDifference,
  type Look,
} from './flowers.ts';
import { recordingsIn, sameTunes, type Sample } from './recordings.ts';
import { writeSheet } from './sheet.ts';

const FLOWERS = 24;
const TUNES = 4;

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share of the scents of two fragrances (essence and accents) that only one of them has. */
function scentsApart([a, b]: [Sample, Sample]): number {
  const scents = ({ fragrance }: Sample): Set<string> =>
    new Set([...fragrance.musicEssence, ...(fragrance.accents ?? []).map(({ note }) => note)]);
  const [one, other] = [scents(a), scents(b)];
  const both = [...one].filter((note) => other.has(note)).length;
  return 1 - both / (one.size + other.size - both);
}

function figuresOf(samples: readonly Sample[], tunes: readonly Sample[][]) {
  const look = ({ fragrance }: Sample): Look => lookOf(drawFragrance(fragrance));
  const looks = samples.map(look);
  const nearest = nearestDistances(looks);
  const pairs = pairsOf(looks);
  const tunePairs = tunes.flatMap((tune) => pairsOf(tune.map(look)));
  const between = (difference: (a: Look, b: Look) => number, of: readonly [Look, Look][]): number =>
    mean(of.map(([a, b]) => difference(a, b)));
  return {
    median: quantile(nearest, 0.5),
    smallest: Math.min(...nearest),
    nearest,
    colors: between(colorDifference, pairs),
    silhouettes: between(silhouetteDifference, pairs),
    sameTune: between(flowerDistance, tunePairs),
    sameTuneSmallest: Math.min(...tunePairs.map(([a, b]) => flowerDistance(a, b))),
    sameTuneSilhouettes: between(silhouetteDifference, tunePairs),
  };
}

export function run({ set, sheet, json, isNarrowed }: Asked<typeof BENCHES.individuality>): void {
  const say = sayer(json);
  const corpus = set === null ? generateCorpus(say) : { folder: set, remarks: [] };
  corpus.remarks.forEach(say);
  const samples = recordingsIn(corpus.folder, FLOWERS);
  if (samples.length < 2) throw new Refusal(`${corpus.folder} holds too few recordings.`);
  const tunes = sameTunes(TUNES);

  const now = figuresOf(samples, tunes);
  const scents = {
    all: mean(pairsOf(samples).map(scentsApart)),
    sameTune: mean(tunes.flatMap((tune) => pairsOf(tune)).map(scentsApart)),
  };

  const share = (value: number): string => value.toFixed(3);
  const row = (label: string, key: Exclude<keyof typeof now, 'nearest'>): string[] => [label, share(now[key])];
  const markdown = [
    `${samples.length} recordings, and ${TUNES} tunes by ${tunes[0]!.length} voices each.`,
    table(
      ['', 'drawing'],
      [
        row('distance to the nearest flower, median', 'median'),
        row('distance to the nearest flower, smallest', 'smallest'),
        row('difference of colours, mean of pairs', 'colors'),
        row('difference of silhouettes, mean of pairs', 'silhouettes'),
        row('same tune, other voice: distance, mean', 'sameTune'),
        row('same tune, other voice: distance, smallest', 'sameTuneSmallest'),
        row('same tune, other voice: difference of silhouettes, mean', 'sameTuneSilhouettes'),
      ],
    ),
    table(
      ['scents that a pair does not have in common', 'share'],
      [
        ['all pairs', share(scents.all)],
        ['same tune, other voice', share(scents.sameTune)],
      ],
    ),
  ].join('\n\n');

  const facts = machine(['@resvg/resvg-js']);
  const data = { now, scents, names: samples.map(({ name }) => name) };
  say(`\n${markdown}\n`);
  say(writeResults({ name: 'individuality', title: 'Individuality', markdown, data, facts, isNarrowed }));
  if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
  if (sheet !== null)
    writeSheet(
      sheet,
      samples.map(({ fragrance }) => drawFragrance(fragrance)),
    );
}
