/** Every number of the hum of the mains: what it is told by. */
export const HUM = {
  /**
   * Frequencies of the mains, Hz (50 in most of the world, 60 in the Americas and parts of Asia), and their multiples that are heard as its
   * pitch: all its partials have the first in common, the even ones, which transformers make, the second.
   */
  mains: [50, 60] as readonly number[],
  multiples: 2,
  /** How near to one of them its pitch is, cents: the mains deviate by 0.4 % at most, 7 cents (EN 50160), and no note of A 440 is nearer than 35. */
  near: 25,
  /** It is so much softer than the loudest step, dB, and its level the same, within this to each side, dB. */
  softer: 10,
  level: 3,
  /** It sounds for this long in all, s, and is what is heard in this share of the steps that are no louder. */
  minSeconds: 0.3,
  ofQuiet: 0.7,
  /** A note is the hum if this share of its pitched steps are. */
  ofNote: 0.5,
} as const;
