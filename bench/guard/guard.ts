import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically, type Log } from '#bench/report.ts';

/**
 * Detects drops of the accepted figures: `--guard` compares those of a run with the accepted ones in
 * `bench/guard/accepted.json`, `--accept` puts those of the run in their place.
 */

const ACCEPTED_FILE = join(import.meta.dirname, 'accepted.json');

/** Largest accepted drop of a figure, percentage points. */
const MAX_DROP = 2;

/** One figure for each kind of sound of a set, in percent. */
export type PercentByKind = Readonly<Record<string, number>>;

/** A line for each kind that lost too much against its accepted figure, and a remark on those that have none. */
export function compareFigures(what: string, figures: PercentByKind, accepted: PercentByKind | undefined) {
  if (accepted === undefined) return { fallen: [], remarks: [`${what}: no figures have been accepted yet.`] };
  const fallen = Object.entries(accepted)
    .filter(([kind, before]) => kind in figures && before - figures[kind]! > MAX_DROP)
    .map(([kind, before]) => `${what}, ${kind}: ${before.toFixed(1)} was accepted, ${figures[kind]!.toFixed(1)} now.`);
  const unknown = Object.keys(figures).filter((kind) => !(kind in accepted));
  return { fallen, remarks: unknown.length === 0 ? [] : [`${what}, without accepted figures: ${unknown.join(', ')}.`] };
}

const roundFigures = (figures: PercentByKind): PercentByKind =>
  Object.fromEntries(Object.entries(figures).map(([kind, value]) => [kind, Math.round(10 * value) / 10]));

/** Merges the rounded figures of a run into the accepted ones. Kinds that the run did not measure keep theirs. */
export const mergeFigures = (
  accepted: Readonly<Record<string, PercentByKind>>,
  run: ReadonlyMap<string, PercentByKind>,
): Record<string, PercentByKind> => ({
  ...accepted,
  ...Object.fromEntries([...run].map(([what, figures]) => [what, { ...accepted[what], ...roundFigures(figures) }])),
});

/**
 * Compares the figures of a run with the accepted ones, and sets exit code 1 if one dropped too much. With `accept` it
 * stores them as accepted instead.
 */
export function guard(run: ReadonlyMap<string, PercentByKind>, accept: boolean, log: Log): void {
  const accepted: Record<string, PercentByKind> = existsSync(ACCEPTED_FILE)
    ? (JSON.parse(readFileSync(ACCEPTED_FILE, 'utf8')) as Record<string, PercentByKind>)
    : {};
  if (accept) {
    writeAtomically([[ACCEPTED_FILE, `${JSON.stringify(mergeFigures(accepted, run), null, 2)}\n`]]);
    log(`Accepted: ${[...run.keys()].join('; ')}.`);
    return;
  }
  const compared = [...run].map(([what, figures]) => compareFigures(what, figures, accepted[what]));
  for (const line of compared.flatMap(({ remarks }) => remarks)) log(line);
  const fallen = compared.flatMap(({ fallen }) => fallen);
  for (const line of fallen) log(line);
  const kinds = [...run.values()].reduce((sum, figures) => sum + Object.keys(figures).length, 0);
  log(`${kinds - fallen.length} figures hold, ${fallen.length} fell by more than ${MAX_DROP} points.`);
  if (fallen.length > 0) process.exitCode = 1;
}
