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

/** Every note that was shown, by the time at which it came. */
function shownOf(pcm: Float32Array, sampleRate: number): ShownNote[] {
  const analyzer = createAnalyzer(sampleRate);
  const shown: ShownNote[] = [];
  const piece = Math.round(PIECE * sampleRate);
  const clock = new UpdateClock(sampleRate);
  for (let at = 0; at < pcm.length; at += piece) {
    analyzer.push(pcm.subarray(at, at + piece));
    if (!clock.isDue(piece, analyzer.begun)) continue;
    const { notes, time } = analyzer.live();
    for (const { midi, cents, onset } of notes) {
      const note = { midi: midi + cents / 100, onset, shown: time };
      if (!shown.some((other) => isSame(other, note))) shown.push(note);
    }
  }
  return shown;
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

/** A table by kind of the sounds of one voice in a corpus: `generated`, or a folder as bench/README.md describes it. */
export function notesTable(corpus: string, kinds: readonly string[] | null): string {
  const folder = isGenerated(corpus) ? generateCorpus((line) => console.error(line), corpus).folder : corpus;
  const byKind = new Map<string, { seen: Seen[]; shown: number }>();
  for (const name of filesIn(folder, kinds)) {
    const label = readLabel(folder, name);
    if (!label.mono || label.notes_scored === false || label.notes.length === 0) continue;
    const { pcm, sampleRate } = readSound(folder, name);
    const shown = shownOf(pcm, sampleRate);
    const sum = byKind.get(label.kind) ?? { seen: [], shown: 0 };
    byKind.set(label.kind, {
      seen: [...sum.seen, ...seenOf(label.notes, shown)],
      shown: sum.shown + shown.length,
    });
  }
  const all = [...byKind.values()];
  const seen = all.flatMap((one) => one.seen);
  const shown = all.reduce((sum, one) => sum + one.shown, 0);
  return table(
    ['', 'notes', 'another first, %', 'never shown, %', 'p50 ms', 'p95 ms', 'shown for one'],
    [...[...byKind].map(([kind, one]) => rowOf(kind, one.seen, one.shown)), rowOf('**all**', seen, shown)],
  );
}
