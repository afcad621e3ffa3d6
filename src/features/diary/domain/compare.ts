/** Words that compare what was measured of two sounds. They tell of pitch, timbre and length, and of nothing else. */
import { AXES, strengthsOf, type Axis, type Fragrance } from '../../fragrance/domain/index.ts';
import { midiOf } from '../../../core/pitch/pitch.ts';
import { dateWords, numberOf, weekdayOf, WEEKDAYS, type Day } from './calendar/days.ts';
import { byTime, dayOf, type DiaryEntry } from './entry.ts';
import { capitalized } from '../../../core/values/words.ts';

/** The least differences that are told: semitones, parts of an axis, and ratio of lengths. */
const SEMITONES = 1;
const ON_AXIS = 0.08;
const RATIO = 1.3;
/** Differences that are told at most. */
const MOST = 2;

const WORDS: Readonly<Record<Axis, readonly [less: string, more: string]>> = {
  brightness: ['warmer', 'brighter'],
  breath: ['clearer', 'breathier'],
  roughness: ['smoother', 'rougher'],
  strike: ['softer', 'more struck'],
  tremor: ['steadier', 'livelier'],
};

/** Mean pitch of the essence by strength, MIDI. */
function pitchOf(fragrance: Fragrance): number {
  let sum = 0;
  let all = 0;
  for (const [note, strength] of strengthsOf(withTrace(fragrance))) {
    sum += strength * midiOf(note);
    all += strength;
  }
  return all === 0 ? 0 : sum / all;
}

const withTrace = ({ musicEssence, trace, face }: Fragrance): Pick<Fragrance, 'musicEssence' | 'trace'> => {
  const heard = trace ?? face;
  return heard === undefined ? { musicEssence } : { musicEssence, trace: heard };
};

const lengthOf = ({ trace, face }: Fragrance): number => (trace ?? face)?.duration ?? 0;

/** How a sound differs from another, the largest difference first; empty when nothing measured differs enough. */
export function differences(one: Fragrance, other: Fragrance): string[] {
  const found: { word: string; weight: number }[] = [];
  const pitch = pitchOf(one) - pitchOf(other);
  if (Math.abs(pitch) >= SEMITONES) found.push({ word: pitch < 0 ? 'lower' : 'higher', weight: Math.abs(pitch) / 6 });
  const [axes, before] = [one.character?.axes, other.character?.axes];
  if (axes !== undefined && before !== undefined) {
    for (const axis of AXES) {
      const apart = axes[axis] - before[axis];
      if (Math.abs(apart) >= ON_AXIS)
        found.push({ word: WORDS[axis][apart < 0 ? 0 : 1], weight: Math.abs(apart) / 0.3 });
    }
  }
  const [long, was] = [lengthOf(one), lengthOf(other)];
  if (long > 0 && was > 0 && Math.max(long / was, was / long) >= RATIO)
    found.push({ word: long > was ? 'longer' : 'shorter', weight: Math.abs(Math.log2(long / was)) / 2 });
  return found.sort((a, b) => b.weight - a.weight).map(({ word }) => word);
}

/** When another day was, seen from a day; `today` says that this day is the present one. */
export function thenWords(then: Day, day: Day, today: Day): string {
  const days = numberOf(day) - numberOf(then);
  const weekday = WEEKDAYS[weekdayOf(then)];
  if (days === 0) return 'the one before';
  if (days === 1) return day === today ? 'yesterday' : 'the day before';
  if (days > 1 && days <= 7) return day === today ? `last ${weekday}` : `the ${weekday} before`;
  return `on ${dateWords(then)}`;
}

/**
 * The sentence that compares an entry with the one before it, such as `Lower and warmer than last Tuesday.`; null when
 * there is none before.
 */
export function comparison(entry: DiaryEntry, entries: readonly DiaryEntry[], today: Day): string | null {
  const before = entries
    .filter((other) => byTime(other, entry) < 0)
    .sort(byTime)
    .at(-1);
  if (before === undefined) return null;
  const then = thenWords(dayOf(before), dayOf(entry), today);
  const words = differences(entry.fragrance, before.fragrance).slice(0, MOST).join(' and ');
  if (words === '') return `The same as ${then}, as far as it was measured.`;
  return `${capitalized(words)} than ${then}.`;
}
