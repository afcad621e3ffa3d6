import { powerDecibels } from '../../dsp/decibels.ts';
import { steps } from '../../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { HUM } from './parameters.ts';

/**
 * Removes mains hum in the pauses of a recording. It has a pitch, so that each pause would become a note. It is detected by
 * that pitch, which lies between the notes of any tuning near A 440, by its constant level, and by being the only sound
 * where it is quiet.
 */

/** Whether a pitch, Hz, is near one of the first multiples of a mains frequency, Hz. */
export function isMainsPitch(hz: number, mains: number): boolean {
  const multiple = Math.round(hz / mains);
  return multiple >= 1 && multiple <= HUM.multiples && Math.abs(1200 * Math.log2(hz / (multiple * mains))) <= HUM.near;
}

/** The steps with hum of the mains frequency `mains`, Hz; empty without hum. */
function humSteps({ hz, power, length }: PitchTrack, mains: number): number[] {
  const isNear = (t: number): boolean => isMainsPitch(hz[t]!, mains);
  const level = (t: number): number => powerDecibels(power[t]!);
  const levels: number[] = [];
  let loudest = -Infinity;
  for (let t = 0; t < length; t++) {
    loudest = Math.max(loudest, level(t));
    if (isNear(t)) levels.push(level(t));
  }
  const soft = levels.filter((one) => one <= loudest - HUM.softer).sort((a, b) => a - b);
  if (soft.length < steps(HUM.minSeconds)) return [];
  const usual = soft[soft.length >> 1]!;
  const found: number[] = [];
  let quiet = 0;
  for (let t = 0; t < length; t++) {
    if (level(t) > usual + HUM.level) continue;
    quiet++;
    if (isNear(t) && level(t) >= usual - HUM.level) found.push(t);
  }
  return found.length >= steps(HUM.minSeconds) && found.length >= HUM.ofQuiet * quiet ? found : [];
}

/** Removes hum: makes its steps in the track unvoiced, and returns the notes that are not hum. */
export function withoutHum(segments: readonly NoteSegment[], track: PitchTrack): readonly NoteSegment[] {
  const { hz, clarity } = track;
  const hum = HUM.mains.map((mains) => humSteps(track, mains)).find((found) => found.length > 0);
  if (hum === undefined) return segments;
  const isHum = new Uint8Array(track.length);
  for (const t of hum) isHum[t] = 1;
  const notes = segments.filter(({ first, end }) => {
    let voiced = 0;
    let humming = 0;
    for (let t = first; t < end; t++) {
      if (hz[t]! > 0) voiced++;
      humming += isHum[t]!;
    }
    return humming < HUM.ofNote * voiced || voiced === 0;
  });
  for (const t of hum) hz[t] = clarity[t] = 0;
  return notes;
}
