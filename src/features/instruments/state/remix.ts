import { beatOfFragrance, takeOfFragrance, type NotesToPlay } from '../domain/beat/remix.ts';
import { BEAT_PARAMETER, beatParameter } from './beat/beat.ts';
import { replaceTake } from './take/take.ts';

/**
 * Takes the notes of a fragrance to the beat maker, as a beat that is only looked at until it is changed, or to the
 * keyboard, as a take. Returns the path of the screen.
 */
export function playWith(fragrance: NotesToPlay, on: 'beats' | 'keyboard'): string {
  if (on === 'beats') return `/beat-maker?${BEAT_PARAMETER}=${beatParameter(beatOfFragrance(fragrance))}`;
  replaceTake(takeOfFragrance(fragrance));
  return '/secret-keyboard';
}
