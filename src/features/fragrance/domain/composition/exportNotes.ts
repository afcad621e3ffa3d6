/** Export of a fragrance: its notes on a time line, file names, JSON. */
import { strengthsOf } from './fragrance.ts';
import { midiOf } from '#analysis/values/pitch.ts';
import { pickFields } from '../schema/fields.ts';
import type { Fragrance } from './model.ts';

/** Interval of the notes of the essence, s, as on the results screen. */
export const ESSENCE_SPACING = 0.6;
/** Length of each note of the essence, s. */
export const ESSENCE_LENGTH = 0.5;
/** A bar at 120 beats a minute, s; the melody begins with one. */
const BAR_S = 2;

/** A note on a time line; s, velocity 0 to 1. */
interface TimedNote {
  /** MIDI number. */
  midi: number;
  onset: number;
  offset: number;
  velocity: number;
}

interface NoteTrack {
  name: string;
  notes: TimedNote[];
}

type ExportedFragrance = Pick<Fragrance, 'musicEssence' | 'trace'>;

/** The essence as played: one note after the other in its order, stronger ones louder. */
export function essenceNotes(fragrance: ExportedFragrance): TimedNote[] {
  const strengths = strengthsOf(fragrance);
  return fragrance.musicEssence.map((note, i) => ({
    midi: midiOf(note),
    onset: i * ESSENCE_SPACING,
    offset: i * ESSENCE_SPACING + ESSENCE_LENGTH,
    velocity: 0.45 + 0.5 * (strengths.get(note) ?? 0),
  }));
}

/** The tracks of the MIDI file: the essence, and for a recording its melody, from the first bar after the essence. */
export function noteTracks(fragrance: ExportedFragrance): NoteTrack[] {
  const essence = essenceNotes(fragrance);
  const tracks: NoteTrack[] = [{ name: 'Music essence', notes: essence }];
  const traceNotes = fragrance.trace?.notes ?? [];
  if (traceNotes.length > 0) {
    const begin = Math.ceil((essence.at(-1)?.offset ?? 0) / BAR_S) * BAR_S;
    tracks.push({
      name: 'As it was heard',
      notes: traceNotes.map(({ note, onset, offset, velocity }) => ({
        midi: midiOf(note),
        onset: begin + onset,
        offset: begin + offset,
        velocity,
      })),
    });
  }
  return tracks;
}

/**
 * A file name for a fragrance: its name in lower-case letters and digits, such as `accord-amber-rose.mid`.
 */
export function exportFileName({ name }: Pick<Fragrance, 'name'>, extension: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `accord${plain === '' ? '' : `-${plain}`}.${extension}`;
}

/** The fragrance as JSON, without an inlined recording, which is large. */
export function fragranceJson(fragrance: Fragrance): string {
  const { audioData, ...rest } = pickFields('exported', fragrance);
  const withoutDataUrl = audioData === undefined || audioData.startsWith('data:') ? rest : { ...rest, audioData };
  return `${JSON.stringify(withoutDataUrl, null, 2)}\n`;
}
