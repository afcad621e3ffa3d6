import { noteCodeOf, octaveOf } from '#analysis/values/pitch.ts';

/*
 * To add a tone (paths within src/features/instruments):
 * 1. Here: its id in FAMILY_TONES, or in TONE_IDS if it belongs to no family, and its name and description in TONE_TEXTS.
 * 2. audio/sound/patch.ts: its envelope and its level.
 * 3. audio/sound/tones/openFamilies.ts: its sound, made of the sources in sources.ts; effects.ts: the effects behind
 * it.
 * 4. tests/browser/instruments/tones.test.ts renders and measures every tone.
 */

/** The tones of the scent families; the index is the octave, as in the catalogue. */
export const FAMILY_TONES = ['smoke', 'musk', 'gourmand', 'wood', 'spice', 'flower', 'green', 'air', 'ether'] as const;
export type FamilyTone = (typeof FAMILY_TONES)[number];

/** The eleven tones. Their sound is defined in `src/features/instruments/audio/sound/patch.ts`. */
export const TONE_IDS = ['fading', 'held', ...FAMILY_TONES] as const;
export type ToneId = (typeof TONE_IDS)[number];

/** The choices of a performer: a tone, or each note in the tone of its family. */
export const TONE_CHOICES = [...TONE_IDS, 'family'] as const;
export type ToneChoice = (typeof TONE_CHOICES)[number];

/** `Fading` is the specified sine and the first tone. */
export const DEFAULT_TONE: ToneChoice = 'fading';

/** Name and short description of every choice. */
export const TONE_TEXTS: Readonly<Record<ToneChoice, { name: string; sound: string }>> = {
  fading: { name: 'Fading', sound: 'A pure sine that fades out within a second.' },
  held: { name: 'Held', sound: 'The same sine, as long as the key is down.' },
  smoke: { name: 'Smoke', sound: 'Dark and low: a muffled hum with breath and embers in it.' },
  musk: { name: 'Musk', sound: 'Warm and rough, like a purr.' },
  gourmand: { name: 'Gourmand', sound: 'Round and sweet, like an electric piano.' },
  wood: { name: 'Wood', sound: 'Struck wood, dark as resin.' },
  spice: { name: 'Spice', sound: 'A plucked string, quick and bright.' },
  flower: { name: 'Flower', sound: 'A soft flute with breath.' },
  green: { name: 'Green', sound: 'A small bell, sparkling and short.' },
  air: { name: 'Air', sound: 'Breath with a pitch, bright and open.' },
  ether: { name: 'Ether', sound: 'Glass, rubbed and ringing.' },
  family: { name: 'By family', sound: 'Every note sounds as its scent family: smoke at the bottom, glass at the top.' },
};

/** True for a `ToneChoice`; for outside values. */
export function isToneChoice(value: unknown): value is ToneChoice {
  return (TONE_CHOICES as readonly unknown[]).includes(value);
}

/** The tone of a MIDI number; `family` gives that of its octave, or of the nearest one in the catalogue. */
export function toneOf(choice: ToneChoice, midi: number): ToneId {
  return choice === 'family' ? FAMILY_TONES[octaveOf(noteCodeOf(midi))]! : choice;
}
