import type { PianoKey } from '#features/instruments/domain/keyboard/keyboard.ts';

/** Width of a black key as a fraction of a white one, and its height as a fraction of the piano's. */
const BLACK_WIDTH = 0.62;
export const BLACK_HEIGHT = 0.6;
/** Minimum touch width of a black key, px: it may look slimmer than a finger. */
const MIN_TOUCH_PX = 44;

/** Position of a key, as fractions of the piano's width. */
interface KeyPlace {
  left: number;
  width: number;
}

/** Positions of the keys, in their order. A black key is centred on the border of its white neighbours. */
export function keyPlaces(keys: readonly PianoKey[]): KeyPlace[] {
  const white = 1 / keys.filter(({ black }) => !black).length;
  let joint = 0;
  return keys.map(({ black }) => {
    if (black) return { left: joint - (white * BLACK_WIDTH) / 2, width: white * BLACK_WIDTH };
    joint += white;
    return { left: joint - white, width: white };
  });
}

/**
 * The key under a point, both in px from the piano's top left corner; for a point outside, the nearest key at its
 * height.
 */
export function keyAt(keys: readonly PianoKey[], x: number, y: number, width: number, height: number): PianoKey | null {
  if (keys.length === 0 || width <= 0 || height <= 0) return null;
  const places = keyPlaces(keys);
  if (y < height * BLACK_HEIGHT) {
    const reach = Math.max(MIN_TOUCH_PX, places[1]!.width * width) / 2;
    let nearest: PianoKey | null = null;
    let distance = reach;
    for (const [i, key] of keys.entries()) {
      const away = Math.abs(x - (places[i]!.left + places[i]!.width / 2) * width);
      if (key.black && away <= distance) {
        nearest = key;
        distance = away;
      }
    }
    if (nearest !== null) return nearest;
  }
  const whites = keys.filter(({ black }) => !black);
  return whites[Math.min(whites.length - 1, Math.max(0, Math.floor((x / width) * whites.length)))]!;
}
