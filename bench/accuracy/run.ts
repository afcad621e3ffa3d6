/**
 * `npm run bench:accuracy`: how much of what is in a sound each engine hears, ours beside the peers, in one table for each corpus; with
 * `--guard`, whether our figures for every set of sets.ts that is here are still the accepted ones.
 */
import { basename } from 'node:path';
import type { Timing } from '../engines/child.ts';
import { bundleChild } from '../engines/bundle.ts';
import { OURS, PEERS } from '../engines/index.ts';
import { choosePeers, startAll, type EngineProcess } from '../engines/process.ts';
import { quantile } from '../latency/statistics.ts';
import { guard, type Figures } from '../guard/guard.ts';
import type { BENCHES } from '../benches.ts';
import { Refusal, type Asked } from '../options.ts';
import { machine, sayer, table, writeResults, writeWhole, type Say } from '../report.ts';
import { filesIn, INSTRUMENTS, isGenerated, kindOf } from './corpus.ts';
import { generateCorpus } from './generate.ts';
import { fetchInstruments } from './instruments.ts';
import { pictureOf } from './picture.ts';
import { scoreOf, type Score } from './score.ts';
import { setsHere } from '../guard/sets.ts';

/** Passes over the sounds that tell the speed; the engines take turns. */
const PASSES = 3;
/** Slower engines get one pass over one sound, x real time. */
const SLOW = 0.67;
/** One sound of each of these tells the speed; where a corpus has none of them, one of every kind does. */
const SPEED_KINDS = ['mono_clean', 'sung', 'poly', 'mono_noise', 'real_phrase', 'sung_synth'];

interface Result extends Score {
  engine: string;
  /** x real time on one thread, median of the passes. */
  speed: number;
  peakMegabytes: number;
}

/** One sound of each kind. */
function speedNames(names: readonly string[]): string[] {
  const firsts = [...new Set(names.map(kindOf))].map((kind) => names.find((name) => kindOf(name) === kind)!);
  const chosen = firsts.filter((name) => SPEED_KINDS.includes(kindOf(name)));
  return chosen.length > 0 ? chosen : firsts;
}

const factor = ({ sound, taken }: Timing): number => sound / taken;

async function speeds(
  engines: readonly EngineProcess[],
  folder: string,
  names: string[],
  slow: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const passes = new Map<string, number[]>(engines.map(({ name }) => [name, []]));
  for (let pass = 0; pass < PASSES; pass++) {
    for (const engine of engines) {
      if (slow.has(engine.name) && pass > 0) continue;
      const answer = await engine
        .run({ task: 'time', folder, names: slow.has(engine.name) ? names.slice(0, 1) : names })
        .catch(() => null);
      // An engine that fails has no speed; the failure has been reported already.
      if (answer !== null) passes.get(engine.name)!.push(factor(answer.timing));
    }
  }
  return new Map([...passes].map(([name, factors]) => [name, quantile(factors, 0.5)]));
}

const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : (100 * value).toFixed(1);

const countOf = ({ right, of }: { right: number; of: number }): string => (of === 0 ? '-' : `${right} of ${of}`);

function resultTable(results: readonly Result[]): string {
  const kinds = Object.keys(results[0]!.noteF1);
  return table(
    ['', ...results.map(({ engine }) => engine)],
    [
      ...kinds.map((kind) => [
        `${kind}, note F1 % / with offsets`,
        ...results.map(({ noteF1, wholeNoteF1 }) => `${percent(noteF1[kind])} / ${percent(wholeNoteF1[kind])}`),
      ]),
      ['**mean of kinds, note F1 %**', ...results.map(({ meanNoteF1 }) => percent(meanNoteF1))],
      ['mean with offsets %', ...results.map(({ meanWholeNoteF1 }) => percent(meanWholeNoteF1))],
      ['mean set F1 %', ...results.map(({ meanSetF1 }) => percent(meanSetF1))],
      ['mean RPA %', ...results.map(({ meanRpa }) => percent(meanRpa))],
      [
        'false notes/min in silence, noise, drums',
        ...results.map(({ falseNotesPerMinute }) => falseNotesPerMinute?.toFixed(1) ?? '-'),
      ],
      ['notes/min in speech', ...results.map(({ speechNotesPerMinute }) => speechNotesPerMinute?.toFixed(1) ?? '-')],
      ['found notes where there are some, sounds', ...results.map(({ verdicts }) => countOf(verdicts.withNotes))],
      ['found none where there are none, sounds', ...results.map(({ verdicts }) => countOf(verdicts.withoutNotes))],
      [
        'speed, x real time',
        ...results.map(({ speed }) => (Number.isNaN(speed) ? '-' : speed.toFixed(speed < 10 ? 1 : 0))),
      ],
      ['peak memory, MB', ...results.map(({ peakMegabytes }) => peakMegabytes.toFixed(0))],
    ],
  );
}

interface Corpus {
  /** `generated`, `generated:NAME`, `instruments`, or `given` with `--corpus`. */
  name: string;
  about: string;
  folder: string;
  names: string[];
  remarks: string[];
}

/** @param given the folder of a corpus that is not generated */
function corpusOf(name: string, given: string, only: string[] | null, say: Say): Corpus {
  const { folder, remarks } = isGenerated(name) ? generateCorpus(say, name) : { folder: given, remarks: [] };
  const isMade = name === INSTRUMENTS || isGenerated(name);
  const names = filesIn(folder, only);
  if (names.length === 0)
    throw new Refusal(`No labelled WAVE files in ${folder}${only === null ? '' : ` of the kinds ${only.join(', ')}`}.`);
  const about = isMade
    ? `The corpus ${name} by \`npm run bench:accuracy\``
    : `The corpus ${basename(folder)}, given with \`--corpus\``;
  return { name: isMade ? name : 'given', about, folder, names, remarks };
}

async function scoreCorpus(engines: readonly EngineProcess[], { folder, names }: Corpus, say: Say): Promise<Result[]> {
  const results: Result[] = [];
  const slow = new Set<string>();
  for (const engine of engines) {
    say(`${engine.name} transcribes ${names.length} sounds ...`);
    const { counts, timing, peakMegabytes, errors } = await engine.run({ task: 'score', folder, names });
    for (const error of errors) say(`  ${engine.name} failed on ${error}`);
    if (factor(timing) < SLOW) slow.add(engine.name);
    results.push({ engine: engine.name, ...scoreOf(counts), speed: Number.NaN, peakMegabytes });
  }
  const measured = await speeds(engines, folder, speedNames(names), slow);
  for (const result of results) result.speed = measured.get(result.engine)!;
  return results;
}

const percents = (shares: Readonly<Record<string, number>>): Figures =>
  Object.fromEntries(Object.entries(shares).map(([kind, share]) => [kind, 100 * share]));

type Options = Asked<typeof BENCHES.accuracy>;

/** Compares our figures for every set that is here with the accepted ones, or accepts them. */
async function guardFigures({ only, recordings, accept, isNarrowed, json }: Options, say: Say): Promise<void> {
  const { sets, remarks } = setsHere(say, recordings);
  const labelled = sets.filter(({ isLabelled }) => isLabelled);
  const program = await bundleChild();
  const [engine] = startAll(program.path, []);
  const figures = new Map<string, Figures>();
  try {
    for (const { name, folder } of labelled) {
      const { counts } = await engine!.run({ task: 'score', folder, names: filesIn(folder, only) });
      const { noteF1, wholeNoteF1 } = scoreOf(counts);
      figures.set(`note F1, ${name}`, percents(noteF1));
      figures.set(`note F1 with offsets, ${name}`, percents(wholeNoteF1));
    }
  } finally {
    engine!.end();
    program.remove();
  }
  for (const remark of remarks) say(remark);
  for (const [what, kinds] of figures)
    say(
      `${what}: ${Object.entries(kinds)
        .map(([kind, value]) => `${kind} ${value.toFixed(1)}`)
        .join(', ')}`,
    );
  guard(figures, { accept, isNarrowed, say });
  if (json) console.log(JSON.stringify(Object.fromEntries(figures), null, 2));
}

async function compare(options: Options, say: Say): Promise<void> {
  const { only, picture, isNarrowed, json } = options;
  const folders = await Promise.all(
    options.corpus.map((name) => (name === INSTRUMENTS ? fetchInstruments(say) : name)),
  );
  const { peers, remarks } = choosePeers(options.peers);
  const corpora = options.corpus.map((name, i) => corpusOf(name, folders[i]!, only, say));
  const program = await bundleChild();
  const engines = startAll(program.path, peers);
  try {
    const facts = machine(['meyda', ...peers.map((name) => PEERS[name].package)]);
    const scored: { corpus: Corpus; results: Result[] }[] = [];
    const texts: string[] = [];
    for (const corpus of corpora) {
      const results = await scoreCorpus(engines, corpus, say);
      const text = `${corpus.about}, ${corpus.names.length} sounds.\n\n${resultTable(results)}`;
      say(`\n${text}\n`);
      scored.push({ corpus, results });
      texts.push(text);
    }
    const all = [...corpora.flatMap((corpus) => corpus.remarks), ...remarks];
    for (const remark of all) say(remark);
    const data = {
      ours: OURS,
      corpora: scored.map(({ corpus: { name, names }, results }) => ({ corpus: name, sounds: names.length, results })),
      remarks: all,
    };
    const markdown = [...texts, ...all].join('\n\n');
    say(writeResults({ name: 'accuracy', title: 'Accuracy', markdown, data, facts, isNarrowed }));
    if (picture !== null) {
      const date = facts.date.slice(0, 10);
      const sections = scored.map(({ corpus: { about, names }, results }) => ({
        about: `${about.replaceAll('`', '')}: ${names.length} sounds, ${date}`,
        results,
      }));
      writeWhole([[picture, pictureOf(sections)]]);
    }
    if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
  } finally {
    for (const engine of engines) engine.end();
    program.remove();
  }
}

export async function run(options: Options): Promise<void> {
  const say = sayer(options.json);
  await (options.guard || options.accept ? guardFigures(options, say) : compare(options, say));
}
