import '#bench/kernels.ts';
import { createAnalyzer } from '#analysis/analyze.ts';
import { UpdateClock } from '#analysis/capture/updateClock.ts';
import { filesIn, isGenerated, readLabel, readSound, type ReferenceNote } from '#bench/accuracy/corpus.ts';
import { generateCorpus } from '#bench/accuracy/generate.ts';
import { quantile } from '#bench/latency/statistics.ts';
import { machine, createLog, table } from '#bench/report.ts';
import { compareShownNotes, type NoteResult, type ShownNote } from './shownNotes.ts';

/**
 * The notes that the live view shows of labelled recordings, without a browser: the engine is read at the times at
 * which the app reads it.
 */

/** A piece of sound as it comes from the audio thread, s. */
const CHUNK_S = 0.01;

/** A note of the list that is this near to an older one, semitones and s, is that one. */
const isSame = (a: ShownNote, b: ShownNote): boolean =>
  Math.abs(a.midi - b.midi) < 0.5 && Math.abs(a.onset - b.onset) < 0.05;

/** Content of the live view during a sound. */
interface View {
  /** Every name of the needle, and every note of the list, by the time at which it came. */
  named: ShownNote[];
  listedNotes: ShownNote[];
  /** Notes that had been in the list for 1.5 s, and how many of them the result has. */
  longListedCount: number;
  kept: number;
  /** Updates, and those in which the needle names a pitch. */
  updates: number;
  pitched: number;
  /** Processor time, s. */
  cpuSeconds: number;
}

/** Time in the list after which a note counts as listed for long, s, and tolerance of its onset in the result, s. */
const MIN_LISTED_S = 1.5;
const NEAR_ONSET = 0.15;

function viewOf(pcm: Float32Array, sampleRate: number): View {
  const analyzer = createAnalyzer(sampleRate);
  const named: ShownNote[] = [];
  const listedNotes: ShownNote[] = [];
  const longListed: ShownNote[] = [];
  const piece = Math.round(CHUNK_S * sampleRate);
  const clock = new UpdateClock(sampleRate);
  let updates = 0;
  let pitched = 0;
  let last: number | null = null;
  const before = process.cpuUsage();
  for (let at = 0; at < pcm.length; at += piece) {
    analyzer.push(pcm.subarray(at, at + piece));
    if (!clock.isDue(piece, analyzer.begun)) continue;
    const { notes, time, pitch } = analyzer.live();
    updates++;
    const name = pitch === null ? null : Math.round(pitch.midi);
    if (pitch !== null) pitched++;
    if (pitch !== null && name !== last) named.push({ midi: pitch.midi, onset: time, shown: time });
    last = name;
    for (const { midi, onset } of notes) {
      const note = { midi, onset, shown: time };
      if (!listedNotes.some((other) => isSame(other, note))) listedNotes.push(note);
      if (onset <= time - MIN_LISTED_S && !longListed.some((other) => isSame(other, note))) longListed.push(note);
    }
  }
  const { notes } = analyzer.finish();
  const { user, system } = process.cpuUsage(before);
  const isKept = ({ midi, onset }: ShownNote): boolean =>
    notes.some((note) => note.midi === midi && Math.abs(note.onset - onset) < NEAR_ONSET);
  return {
    named,
    listedNotes,
    longListedCount: longListed.length,
    kept: longListed.filter(isKept).length,
    updates,
    pitched,
    cpuSeconds: (user + system) / 1e6,
  };
}

/** From the onset of each note to its place in the list, ms, for those that came there. */
const listDelaysOf = (reference: readonly ReferenceNote[], listedNotes: readonly ShownNote[]): number[] =>
  reference.flatMap(({ midi, onset }) => {
    const note = listedNotes.find(
      (one) => Math.abs(one.midi - midi) <= 0.75 && Math.abs(one.onset - onset) < NEAR_ONSET,
    );
    return note === undefined ? [] : [1000 * (note.shown - onset)];
  });

interface PitchedFigures {
  seen: NoteResult[];
  listDelays: number[];
  longListedCount: number;
  kept: number;
}

function rowOf(kind: string, { seen, listDelays, longListedCount, kept }: PitchedFigures): string[] {
  const latencies = seen.flatMap(({ latency }) => (latency === null ? [] : [latency]));
  const share = (count: number, of: number): string => ((100 * count) / of).toFixed(1);
  const times = (values: readonly number[]): string[] => [0.5, 0.95].map((q) => quantile(values, q).toFixed(0));
  return [
    kind,
    String(seen.length),
    share(seen.filter(({ isWrongFirst }) => isWrongFirst).length, seen.length),
    share(seen.length - latencies.length, seen.length),
    ...times(latencies),
    ...times(listDelays),
    share(kept, longListedCount),
  ];
}

/** Sounds of one kind without notes. */
interface PitchlessFigures {
  seconds: number;
  listedCount: number;
  updates: number;
  pitched: number;
}

const pitchlessRow = (kind: string, { seconds, listedCount, updates, pitched }: PitchlessFigures): string[] => [
  kind,
  ((60 * listedCount) / seconds).toFixed(1),
  ((100 * pitched) / updates).toFixed(1),
];

/**
 * Figures by kind of the sounds in a corpus, those of one voice and those without notes, and the speed of the live
 * view;
 * `text` has them in tables. `generated`, or a folder as bench/README.md describes it.
 */
function notesShown(corpus: string, kinds: readonly string[] | null) {
  const folder = isGenerated(corpus) ? generateCorpus((line) => console.error(line), corpus) : corpus;
  const byKind = new Map<string, PitchedFigures>();
  const all: PitchedFigures = { seen: [], listDelays: [], longListedCount: 0, kept: 0 };
  const unsung = new Map<string, PitchlessFigures>();
  let seconds = 0;
  let cpuSeconds = 0;
  for (const name of filesIn(folder, kinds)) {
    const label = readLabel(folder, name);
    const hasNone = label.kind.startsWith('neg_');
    if (!hasNone && (!label.mono || label.notes_scored === false || label.notes.length === 0)) continue;
    const { pcm, sampleRate } = readSound(folder, name);
    const view = viewOf(pcm, sampleRate);
    seconds += pcm.length / sampleRate;
    cpuSeconds += view.cpuSeconds;
    if (hasNone) {
      const sum = unsung.get(label.kind) ?? { seconds: 0, listedCount: 0, updates: 0, pitched: 0 };
      unsung.set(label.kind, {
        seconds: sum.seconds + pcm.length / sampleRate,
        listedCount: sum.listedCount + view.listedNotes.length,
        updates: sum.updates + view.updates,
        pitched: sum.pitched + view.pitched,
      });
      continue;
    }
    const ofKind = byKind.get(label.kind) ?? { seen: [], listDelays: [], longListedCount: 0, kept: 0 };
    byKind.set(label.kind, ofKind);
    for (const sum of [ofKind, all]) {
      sum.seen.push(...compareShownNotes(label.notes, view.named));
      sum.listDelays.push(...listDelaysOf(label.notes, view.listedNotes));
      sum.longListedCount += view.longListedCount;
      sum.kept += view.kept;
    }
  }
  const sung = table(
    [
      '',
      'notes',
      'another name first, %',
      'never named, %',
      'named, p50 ms',
      'p95 ms',
      'in the list, p50 ms',
      'p95 ms',
      'kept, %',
    ],
    [...[...byKind].map(([kind, one]) => rowOf(kind, one)), rowOf('**all**', all)],
  );
  const without = table(
    ['', 'notes in the list a minute', 'updates with a pitch, %'],
    [...unsung].map(([kind, one]) => pitchlessRow(kind, one)),
  );
  return {
    text: `${sung}\n\n${without}\n\n${(seconds / cpuSeconds).toFixed(0)} x real time, by processor time.`,
    data: { sung: Object.fromEntries(byKind), unsung: Object.fromEntries(unsung), speed: seconds / cpuSeconds },
  };
}

/** Prints the figures of each corpus. */
export function measureNotes(corpora: readonly string[], only: string[] | null, json: boolean): void {
  const log = createLog(json);
  const figures = corpora.map((corpus) => {
    const { text, data } = notesShown(corpus, only);
    log(`${corpus}\n\n${text}\n`);
    return { corpus, ...data };
  });
  if (json) console.log(JSON.stringify({ machine: machine([]), corpora: figures }, null, 2));
}
