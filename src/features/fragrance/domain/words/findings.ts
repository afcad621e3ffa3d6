/** What a measurement says in plain words, with its number. */
import type { Axis, Character } from '../timbre/character.ts';
import type { Trait } from './description.ts';
import { counted } from '../../../../core/values/words.ts';

interface Finding {
  /** Follows the owner of the sound: `trembles 5 times a second`. */
  says: string;
  /** The number behind it, as a sentence. */
  line: string;
}

/** What a distinct trait of a voice is like, and how that was measured. */
export function traitFinding({ axis, end }: Trait, { measured }: Pick<Character, 'measured'>): Finding {
  const { brightness, harmonicity, flatness, roughness, attack, vibrato, wander } = measured;
  const high = end === 'high';
  switch (axis) {
    case 'brightness': {
      const times = brightness.toFixed(1);
      return {
        says: high ? 'shines more than it glows' : 'glows more than it shines',
        line: `The middle of its sound lies ${times} times as high as the notes themselves.`,
      };
    }
    case 'breath':
      return {
        says: high ? 'is full of breath' : 'has hardly any breath in it',
        line:
          harmonicity === null
            ? `Its sound is ${percent(flatness)} as even as a rush of air.`
            : `There is ${ratio(10 ** (harmonicity / 10))} as much tone in it as breath.`,
      };
    case 'roughness':
      return {
        says: high ? 'has a grain to it' : 'is smooth all over',
        line: `It has ${percent(roughness)} of the greatest roughness that a sound can have.`,
      };
    case 'strike':
      return {
        says: high ? 'is there at once' : 'swells in slowly',
        line: attack === null ? 'No note begins with a stroke.' : `Its notes rise in ${milliseconds(attack)}.`,
      };
    case 'tremor':
      if (high && vibrato !== null)
        return {
          says: `trembles ${trembling(vibrato.rate)}`,
          line: `Each time by ${semitones(vibrato.depth)}, up and down again.`,
        };
      return {
        says: high ? 'is never quite at rest' : 'holds still',
        line:
          wander === null
            ? 'No note is long enough to tell.'
            : `Its pitch wanders by ${semitones(wander)} while a note is held.`,
      };
    default:
      return axis satisfies never;
  }
}

/** How an axis of a voice was measured, in plain words with the number. */
export function axisFinding(axis: Axis, character: Pick<Character, 'measured'>): string {
  const { vibrato } = character.measured;
  if (axis === 'tremor' && vibrato !== null)
    return `It trembles ${trembling(vibrato.rate)}, each time by ${semitones(vibrato.depth)}.`;
  return traitFinding({ axis, end: 'low' }, character).line;
}

/** How often something trembles, Hz in words. */
const trembling = (rate: number): string => `${counted(Math.max(1, Math.round(rate)), 'time')} a second`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Cents as a part of a semitone. */
function semitones(cents: number): string {
  if (cents >= 95) return counted(Math.round(cents / 10) / 10, 'semitone');
  return `${Math.max(1, Math.round(cents))} hundredths of a semitone`.replace(/^1 hundredths/, '1 hundredth');
}

/** Seconds in the unit that is easy to imagine. */
function milliseconds(seconds: number): string {
  const count = Math.max(1, Math.round(1000 * seconds));
  return `${count} ${count === 1 ? 'thousandth' : 'thousandths'} of a second`;
}

/** A ratio with two figures: `1.4 times`, `32 times`, `6,300 times`. */
function ratio(value: number): string {
  const rounded = Number(value.toPrecision(2));
  return `${rounded.toLocaleString('en')} ${rounded === 1 ? 'time' : 'times'}`;
}
