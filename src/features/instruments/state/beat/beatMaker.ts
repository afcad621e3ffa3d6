import { proxy, ref } from 'valtio';
import { INITIAL_BEAT, type Beat, type Pattern } from '#features/instruments/domain/beat/beat.ts';

/** State of the beat for its screen; `beat.ts` changes it and `playBeat.ts` plays it. */
export const beatMaker = proxy<{
  /** Replaced whole, never mutated. */
  beat: Beat;
  playing: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** The pattern for Paste; null before the first Copy. */
  copied: { name: string; pattern: Pattern } | null;
}>({ beat: ref(INITIAL_BEAT), playing: false, canUndo: false, canRedo: false, copied: null });
