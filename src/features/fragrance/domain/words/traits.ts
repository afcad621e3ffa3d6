/** Traits that distinguish a sound from others, and the words for them. */
import { AXES, type Axis, type Character } from '../timbre/character.ts';
import { seededRandom } from '#core/values/random.ts';
import { pluralize } from '#core/values/words.ts';

/** An axis on which a sound is unusual, and its end. */
export interface Trait {
  axis: Axis;
  end: 'low' | 'high';
}

/**
 * Values of each axis below which 5, 15, ... 95 % of recordings lie: the first seven seconds of 172 labelled recordings
 * of voices, instruments, songs and speech, as the engine measures them.
 */
const QUANTILES: Readonly<Record<Axis, readonly number[]>> = {
  brightness: [0.21, 0.37, 0.43, 0.5, 0.53, 0.59, 0.65, 0.71, 0.8, 0.86],
  breath: [0.01, 0.04, 0.09, 0.18, 0.28, 0.37, 0.47, 0.63, 0.75, 0.88],
  roughness: [0.01, 0.12, 0.32, 0.43, 0.53, 0.61, 0.78, 1, 1, 1],
  strike: [0, 0.01, 0.2, 0.34, 0.45, 0.53, 0.61, 0.79, 0.88, 1],
  tremor: [0.02, 0.04, 0.07, 0.11, 0.16, 0.21, 0.28, 0.48, 0.55, 0.99],
};

/** Width of the usual: the middle third of the recordings. */
const USUAL_WIDTH = 1 / 3;

/** Share of the recordings with a lower value, minus a half: -0.5 to 0.5; of equal values in the middle. */
function rankOffset(axis: Axis, value: number): number {
  const table = QUANTILES[axis];
  const below = table.filter((limit) => limit < value).length;
  const upTo = table.filter((limit) => limit <= value).length;
  return (below + upTo) / (2 * table.length) - 0.5;
}

/** Words for the two ends and the middle of each axis. */
export const AXIS_WORDS: Readonly<Record<Axis, readonly [low: string, middle: string, high: string]>> = {
  brightness: ['warm', 'balanced', 'bright'],
  breath: ['clear', 'veiled', 'breathy'],
  roughness: ['smooth', 'grained', 'rough'],
  strike: ['soft', 'firm', 'struck'],
  tremor: ['steady', 'lively', 'trembling'],
};

/** The word of a value: the middle one for values that are usual among recordings. */
export function wordOf(axis: Axis, value: number): string {
  const rankDistance = rankOffset(axis, value);
  return AXIS_WORDS[axis][Math.abs(rankDistance) <= USUAL_WIDTH / 2 ? 1 : rankDistance < 0 ? 0 : 2];
}

/** The five words of a character, in the order of {@link AXES}. */
export function characterWords({ axes }: Pick<Character, 'axes'>): string[] {
  return AXES.map((axis) => wordOf(axis, axes[axis]));
}

/** True when an axis was measured: the notes of talk are too short for a pitch that holds still or trembles. */
function isMeasured(axis: Axis, { attack, vibrato, wander }: Character['measured']): boolean {
  if (axis === 'tremor') return vibrato !== null || wander !== null;
  return axis !== 'strike' || attack !== null;
}

/** The average octaves from which a fragrance is called bright, and below which it is called deep. */
const BRIGHT_FROM = 4;
const DEEP_BELOW = 2.5;

/** From this octave on the partials of a note are too far apart for roughness: the measurement is noise. */
const NO_ROUGHNESS_FROM = 5.5;

/** True for a trait that is untrue in this octave, or the opposite of its specified adjectives. */
function isMisleading({ axis, end }: Trait, octave: number | null): boolean {
  if (octave === null) return false;
  if (axis === 'roughness') return end === 'high' && octave >= NO_ROUGHNESS_FROM;
  return axis === 'brightness' && (end === 'low' ? octave >= BRIGHT_FROM : octave < DEEP_BELOW);
}

/** The measured traits of a character that are unusual among recordings, most unusual first. */
export function traitsOf({ axes, measured }: Pick<Character, 'axes' | 'measured'>, octave: number | null): Trait[] {
  return AXES.filter((axis) => isMeasured(axis, measured))
    .map((axis) => ({ axis, apart: rankOffset(axis, axes[axis]) }))
    .filter(({ apart: rankDistance }) => Math.abs(rankDistance) > USUAL_WIDTH / 2)
    .sort((a, b) => Math.abs(b.apart) - Math.abs(a.apart))
    .map(({ axis, apart: rankDistance }): Trait => ({ axis, end: rankDistance < 0 ? 'low' : 'high' }))
    .filter((trait) => !isMisleading(trait, octave));
}

/** Predicates about a sound with a trait; they follow its owner, as in `Your voice holds still`. */
const TRAIT_SENTENCES: Readonly<Record<Axis, Readonly<Record<Trait['end'], string>>>> = {
  brightness: { low: 'glows more than it shines', high: 'shines more than it glows' },
  breath: { low: 'rings clear as glass', high: 'lets the air in' },
  roughness: { low: 'runs smooth', high: 'has a grain to it' },
  strike: { low: 'comes in softly', high: 'lands at once' },
  tremor: { low: 'holds still', high: 'never quite rests' },
};

type Sentences = readonly [string, string, string];

/** Three sentences for each trait. */
const TRAIT_SENTENCE_CHOICES: Readonly<Record<Axis, Readonly<Record<Trait['end'], Sentences>>>> = {
  brightness: {
    low: [
      'There is more ember than flame in it.',
      'All of it lies low and warm, like light under a door.',
      'It keeps its warmth, like bread under a cloth.',
    ],
    high: [
      'It catches the light like the rim of a glass.',
      'It has the edge of a clear winter morning.',
      'It glints like a spoon in the sun.',
    ],
  },
  breath: {
    low: [
      'It has no mist on it, like a pane just wiped.',
      'Nothing blurs it: each note has a clean rim.',
      'It is clear to the bottom, like a mountain lake.',
    ],
    high: [
      'Its notes come wrapped in air, like a gift in tissue.',
      'There is a window open somewhere in it.',
      'Air moves all through it, like wind in a curtain.',
    ],
  },
  roughness: {
    low: [
      'It feels like the inside of a shell.',
      'Nothing in it catches: it pours.',
      'It is worn round, like a stone from a river.',
    ],
    high: [
      'There is a little sand in it.',
      'It has the touch of unplaned wood.',
      'Something in it purrs, like a cat under a blanket.',
    ],
  },
  strike: {
    low: [
      'Each note opens slowly, like a hand.',
      'Its notes arrive like somebody in socks.',
      'It swells as the sea does, with no first moment.',
    ],
    high: [
      'Each note arrives whole, like a raindrop on tin.',
      'It does not knock before it enters.',
      'Its notes come like a light switched on.',
    ],
  },
  tremor: {
    low: [
      'It burns like a candle in a room without a draft.',
      'There is hardly a waver in it.',
      'It keeps straight on, like a line drawn in one stroke.',
    ],
    high: [
      'A little up, a little down: it sways around every note.',
      'It flickers like a flame that someone walks past.',
      'It is as restless as water in a carried bowl.',
    ],
  },
};

/** A trait as a verb with its object. A vibrato trembles. */
export function traitWords({ axis, end }: Trait, { measured }: Pick<Character, 'measured'>): string {
  return axis === 'tremor' && end === 'high' && measured.vibrato !== null
    ? 'trembles like a leaf'
    : TRAIT_SENTENCES[axis][end];
}

/**
 * A sentence for a trait. The description and the card of a sound take different ones.
 * @param sound text that identifies the sound
 */
export function traitSentence({ axis, end }: Trait, sound: string, place: 'description' | 'card'): string {
  const sentences = TRAIT_SENTENCE_CHOICES[axis][end];
  const first = Math.floor(seededRandom(`trait ${sound}`)() * sentences.length);
  return sentences[(first + (place === 'card' ? 1 : 0)) % sentences.length]!;
}

/** Harmonic-to-noise ratios from which there is far more tone than breath, and more of it, dB. */
const FAR_MORE_TONE = 20;
const MORE_TONE = 10;
/** Flatness from which a sound is more a rush of air than a tone. */
const AIRY_FLATNESS = 0.25;
/** Roughness from which partials rub, and from which they rub hard. */
const RUBBING_ROUGHNESS = 0.05;
const GRATING_ROUGHNESS = 0.2;
/** Rise time below which a note is there at once, s. */
const AT_ONCE = 0.03;

/** The measurement of an axis in words, with a number where a musician can check it. */
export function axisFinding(axis: Axis, { measured }: Pick<Character, 'measured'>): string {
  const { brightness, harmonicity, flatness, roughness, attack, vibrato, wander } = measured;
  switch (axis) {
    case 'brightness': {
      const semitones = Math.round(12 * Math.log2(Math.max(1, brightness)));
      return semitones === 0
        ? 'The middle of its sound is its notes themselves.'
        : `The middle of its sound lies ${pluralize(semitones, 'semitone')} above its notes.`;
    }
    case 'breath':
      if (harmonicity === null)
        return flatness < AIRY_FLATNESS ? 'It is more tone than air.' : 'It is more air than tone.';
      if (harmonicity >= FAR_MORE_TONE) return 'There is far more tone than breath in it.';
      return harmonicity >= MORE_TONE ? 'There is more tone than breath in it.' : 'Tone and breath are nearly even.';
    case 'roughness':
      if (roughness < RUBBING_ROUGHNESS) return 'Its partials hardly rub against each other.';
      return roughness < GRATING_ROUGHNESS
        ? 'Some of its partials rub against each other.'
        : 'Its partials rub against each other, as two neighboring keys do.';
    case 'strike':
      if (attack === null) return 'No note begins with a stroke.';
      return attack < AT_ONCE
        ? 'Each note is at its full loudness at once.'
        : `Each note takes about ${fractionOf(attack)} to open.`;
    case 'tremor':
      if (vibrato !== null)
        return `It trembles ${pluralize(Math.max(1, Math.round(vibrato.rate)), 'time')} a second, by ${interval(vibrato.depth)} each time.`;
      return wander === null
        ? 'No note is long enough to tell.'
        : `While a note is held, its pitch wanders by ${interval(wander)}.`;
    default:
      return axis satisfies never;
  }
}

/** Cents, and from a semitone on semitones. */
function interval(cents: number): string {
  if (cents >= 95) return pluralize(Math.round(cents / 10) / 10, 'semitone');
  return pluralize(Math.max(1, Math.round(cents)), 'cent');
}

const FRACTION_WORDS = [
  'a second',
  'half a second',
  'a third',
  'a quarter',
  'a fifth',
  'a sixth',
  'a seventh',
  'an eighth',
];

/** A duration of at most a second, in words. */
function fractionOf(seconds: number): string {
  const parts = Math.max(1, Math.round(1 / seconds));
  const words = FRACTION_WORDS[parts - 1] ?? (parts < 15 ? 'a tenth' : parts < 25 ? 'a twentieth' : 'a thirtieth');
  return parts < 3 ? words : `${words} of a second`;
}
