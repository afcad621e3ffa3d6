import { basename } from 'node:path';
import { ACCORD_ENGINE, PEER_PACKAGES, type PeerName } from '#bench/transcribers/index.ts';
import { bundleChild, choosePeers, startAll, type EngineProcess } from '#bench/transcribers/process.ts';
import { guard, type PercentByKind } from '#bench/guard/guard.ts';
import { machine, createLog, table, writeResults, type Log } from '#bench/report.ts';
import { filesIn, INSTRUMENT_CORPUS, isGenerated } from './corpus.ts';
import { generateCorpus } from './generate.ts';
import { fetchInstruments } from './instruments.ts';
import { isMisnamed } from './misnamed.ts';
import { scoreOf, type Score } from './score.ts';

/**
 * Measures how many notes of each sound our engine and other libraries find, in one table for each corpus, and compares
 * our figures for the generated corpus with the accepted ones.
 */

interface Result extends Score {
  engine: string;
}

const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : (100 * value).toFixed(1);

function resultTable(results: readonly Result[]): string {
  const row = (label: string, cell: (result: Result) => string): string[] => [label, ...results.map(cell)];
  return table(
    row('', ({ engine }) => engine),
    [
      ...Object.keys(results[0]!.noteF1).map((kind) =>
        row(
          `${kind}, note F1 % / with offsets`,
          ({ noteF1, wholeNoteF1 }) => `${percent(noteF1[kind])} / ${percent(wholeNoteF1[kind])}`,
        ),
      ),
      row('**mean of kinds, note F1 %**', ({ meanNoteF1 }) => percent(meanNoteF1)),
      row('mean with offsets %', ({ meanWholeNoteF1 }) => percent(meanWholeNoteF1)),
      row('mean set F1 %', ({ meanSetF1 }) => percent(meanSetF1)),
      row('mean RPA %', ({ meanRpa }) => percent(meanRpa)),
      row('false notes/min in silence, noise, drums', ({ falseNotesPerMinute: n }) => n?.toFixed(1) ?? '-'),
      row('notes/min in speech', ({ speechNotesPerMinute: n }) => n?.toFixed(1) ?? '-'),
    ],
  );
}

interface Corpus {
  /** `generated`, `generated:NAME`, `instruments`, or the name of a folder. */
  name: string;
  folder: string;
  names: string[];
  /** Recordings of the public corpus that are left out: they sound an octave above their names. */
  misnamed: string[];
}

async function openCorpus(corpus: string, only: string[] | null, log: Log): Promise<Corpus> {
  const isMade = corpus === INSTRUMENT_CORPUS || isGenerated(corpus);
  const folder = !isMade ? corpus : isGenerated(corpus) ? generateCorpus(log, corpus) : await fetchInstruments(log);
  const names = filesIn(folder, only);
  const misnamed = corpus === INSTRUMENT_CORPUS ? names.filter((name) => isMisnamed(folder, name)) : [];
  return {
    name: isMade ? corpus : basename(corpus),
    folder,
    names: names.filter((name) => !misnamed.includes(name)),
    misnamed,
  };
}

async function scoreCorpus(engines: readonly EngineProcess[], { folder, names }: Corpus, log: Log): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of engines) {
    log(`${engine.name} transcribes ${names.length} sounds ...`);
    const { counts, errors } = await engine.run({ task: 'score', folder, names });
    for (const error of errors) log(`  ${engine.name} failed on ${error}`);
    results.push({ engine: engine.name, ...scoreOf(counts) });
  }
  return results;
}

const percents = (shares: Readonly<Record<string, number>>): PercentByKind =>
  Object.fromEntries(Object.entries(shares).map(([kind, share]) => [kind, 100 * share]));

/** Runs engines, each in a separate process, and ends them. */
async function withEngines(
  peers: readonly PeerName[],
  measure: (engines: EngineProcess[]) => Promise<void>,
): Promise<void> {
  const program = await bundleChild();
  const engines = startAll(program.path, peers);
  try {
    await measure(engines);
  } finally {
    for (const engine of engines) engine.end();
    program.remove();
  }
}

/** Compares our figures for the generated corpus with the accepted ones, or accepts them. */
export async function guardFigures(only: string[] | null, accept: boolean, json: boolean): Promise<void> {
  const log = createLog(json);
  const folder = generateCorpus(log);
  const figures = new Map<string, PercentByKind>();
  await withEngines([], async ([engine]) => {
    const { counts } = await engine!.run({ task: 'score', folder, names: filesIn(folder, only) });
    const { noteF1, wholeNoteF1 } = scoreOf(counts);
    figures.set('note F1, generated', percents(noteF1));
    figures.set('note F1 with offsets, generated', percents(wholeNoteF1));
  });
  for (const [what, kinds] of figures) {
    const each = Object.entries(kinds).map(([kind, value]) => `${kind} ${value.toFixed(1)}`);
    log(`${what}: ${each.join(', ')}`);
  }
  guard(figures, accept, log);
  if (json) console.log(JSON.stringify(Object.fromEntries(figures), null, 2));
}

interface CompareOptions {
  corpora: string[];
  only: string[] | null;
  /** Null takes the small ones that are installed. */
  peers: PeerName[] | null;
  json: boolean;
}

/** Prints a table for each corpus. */
export async function compare({ corpora, only, peers: named, json }: CompareOptions): Promise<void> {
  const log = createLog(json);
  const { peers, remarks } = choosePeers(named);
  const opened: Corpus[] = [];
  for (const corpus of corpora) opened.push(await openCorpus(corpus, only, log));
  const scored: { corpus: string; sounds: number; misnamed: string[]; results: Result[] }[] = [];
  const texts: string[] = [];
  await withEngines(peers, async (engines) => {
    for (const corpus of opened) {
      const results = await scoreCorpus(engines, corpus, log);
      const leftOut =
        corpus.misnamed.length === 0
          ? ''
          : ` Left out, as they sound an octave above their names: ${corpus.misnamed.join(', ')}.`;
      const text = `The corpus ${corpus.name}, ${corpus.names.length} sounds.${leftOut}\n\n${resultTable(results)}`;
      log(`\n${text}\n`);
      scored.push({ corpus: corpus.name, sounds: corpus.names.length, misnamed: corpus.misnamed, results });
      texts.push(text);
    }
  });
  for (const remark of remarks) log(remark);
  const facts = machine(['meyda', ...peers.map((name) => PEER_PACKAGES[name])]);
  const data = { ours: ACCORD_ENGINE, corpora: scored, remarks };
  const markdown = [...texts, ...remarks].join('\n\n');
  log(writeResults({ name: 'accuracy', title: 'Accuracy', markdown, data, facts, isNarrowed: only !== null }));
  if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
}
