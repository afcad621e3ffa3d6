import '../kernels.ts';
import { createAnalyzer } from '../../workers/analysis/index.ts';
import { UpdateClock } from '../../workers/capture/updateClock.ts';
import { filesIn, readLabel, readSound } from '../accuracy/corpus.ts';
import { generateCorpus, isGenerated } from '../accuracy/generate.ts';
import { quantile } from '../latency/statistics.ts';
import { table } from '../report.ts';
import { seenOf, type Seen, type ShownNote } from './shownNotes.ts';

/** Which notes the live view shows of labelled recordings, without a browser: the engine is read when it is in the app. */

/** A piece of sound as it comes from the audio thread, s. */
const PIECE = 0.01;

/** A chord's notes are made anew with each update; one that is this near to an older one, semitones and s, is that one. */
const isSame = (a: ShownNote, b: ShownNote): boolean =>
  Math.abs(a.midi - b.midi) < 0.5 && Math.abs(a.onset - b.onset) < 0.03;

/** What the live view showed of a sound. */
interface View {
  /** Every note that was shown, by the time at which it came. */
  shown: ShownNote[];
  /** Updates, and those with a note in the essence or the name of a pitch. */
  updates: number;
  named: number;
  /** Processor time, s. */
  taken: number;
}

function viewOf(pcm: Float32Array, sampleRate: number): View {
  const analyzer = createAnalyzer(sampleRate);
  const shown: ShownNote[] = [];
  const piece = Math.round(PIECE * sampleRate);
  const clock = new UpdateClock(sampleRate);
  let updates = 0;
  let named = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < pcm.length; at += piece) {
    analyzer.push(pcm.subarray(at, at + piece));
    if (!clock.isDue(piece, analyzer.begun)) continue;
    const { notes, time, pitch, essence } = analyzer.live();
    updates++;
    if (pitch !== null || essence.length > 0) named++;
    for (const { midi, cents, onset } of notes) {
      const note = { midi: midi + cents / 100, onset, shown: time };
      if (!shown.some((other) => isSame(other, note))) shown.push(note);
    }
  }
  const { user, system } = process.cpuUsage(before);
  return { shown, updates, named, taken: (user + system) / 1e6 };
}

function rowOf(kind: string, seen: readonly Seen[], shown: number): string[] {
  const latencies = seen.flatMap(({ latency }) => (latency === null ? [] : [latency]));
  const share = (count: number): string => ((100 * count) / seen.length).toFixed(1);
  return [
    kind,
    String(seen.length),
    share(seen.filter(({ isWrongFirst }) => isWrongFirst).length),
    share(seen.length - latencies.length),
    quantile(latencies, 0.5).toFixed(0),
    quantile(latencies, 0.95).toFixed(0),
    (shown / seen.length).toFixed(2),
  ];
}

/** Sounds of one kind without notes. */
interface Unsung {
  seconds: number;
  shown: number;
  updates: number;
  named: number;
}

const unsungRow = (kind: string, { seconds, shown, updates, named }: Unsung): string[] => [
  kind,
  ((60 * shown) / seconds).toFixed(1),
  ((100 * named) / updates).toFixed(1),
];

/**
 * Tables by kind of the sounds in a corpus, those of one voice and those without notes, and the speed of the live view:
 * `generated`, or a folder as bench/README.md describes it.
 */
export function notesTable(corpus: string, kinds: readonly string[] | null): string {
  const folder = isGenerated(corpus) ? generateCorpus((line) => console.error(line), corpus).folder : corpus;
  const byKind = new Map<string, { seen: Seen[]; shown: number }>();
  const unsung = new Map<string, Unsung>();
  let seconds = 0;
  let taken = 0;
  for (const name of filesIn(folder, kinds)) {
    const label = readLabel(folder, name);
    const hasNone = label.kind.startsWith('neg_');
    if (!hasNone && (!label.mono || label.notes_scored === false || label.notes.length === 0)) continue;
    const { pcm, sampleRate } = readSound(folder, name);
    const view = viewOf(pcm, sampleRate);
    seconds += pcm.length / sampleRate;
    taken += view.taken;
    if (hasNone) {
      const sum = unsung.get(label.kind) ?? { seconds: 0, shown: 0, updates: 0, named: 0 };
      unsung.set(label.kind, {
        seconds: sum.seconds + pcm.length / sampleRate,
        shown: sum.shown + view.shown.length,
        updates: sum.updates + view.updates,
        named: sum.named + view.named,
      });
      continue;
    }
    const sum = byKind.get(label.kind) ?? { seen: [], shown: 0 };
    byKind.set(label.kind, {
      seen: [...sum.seen, ...seenOf(label.notes, view.shown)],
      shown: sum.shown + view.shown.length,
    });
  }
  const all = [...byKind.values()];
  const seen = all.flatMap((one) => one.seen);
  const shown = all.reduce((sum, one) => sum + one.shown, 0);
  const sung = table(
    ['', 'notes', 'another first, %', 'never shown, %', 'p50 ms', 'p95 ms', 'shown for one'],
    [...[...byKind].map(([kind, one]) => rowOf(kind, one.seen, one.shown)), rowOf('**all**', seen, shown)],
  );
  const without = table(
    ['', 'notes shown a minute', 'updates with a name, %'],
    [...unsung].map(([kind, one]) => unsungRow(kind, one)),
  );
  return `${sung}\n\n${without}\n\n${(seconds / taken).toFixed(0)} x real time, by processor time.`;
}
