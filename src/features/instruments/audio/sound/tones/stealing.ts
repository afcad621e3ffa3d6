import type { Voice } from './voice.ts';

/* Chooses the voice that a new note takes. */

/** Notes that sound at a time, without stolen ones. */
export function soundingAt(voices: readonly Voice[], time: number): number {
  let count = 0;
  for (const voice of voices) if (voice.freeAt > time && !voice.stolen) count += 1;
  return count;
}

/** Free voices first, longest silent first; else the stolen one nearest to its end. */
export function freeVoice(voices: readonly Voice[], time: number): Voice {
  let best = voices[0]!;
  for (const voice of voices) if (rank(voice, time) < rank(best, time)) best = voice;
  return best;
}

/** The voice to steal: of a released note first, then the quietest. */
export function voiceToSteal(voices: readonly Voice[], time: number): Voice {
  let best: Voice | null = null;
  for (const voice of voices) {
    if (voice.freeAt <= time || voice.stolen) continue;
    if (best === null || moreDispensable(voice, best, time)) best = voice;
  }
  return best ?? voices[0]!;
}

/** Lower is better: free voices by the length of their silence, then stolen ones by their remaining fade. */
function rank(voice: Voice, time: number): number {
  if (voice.freeAt <= time) return voice.freeAt - time - 1e9;
  return voice.stolen ? voice.freeAt - time : 1e9 + voice.startsAt;
}

/** True when `a` should be stolen rather than `b`: released notes first, then quieter, then older ones. */
function moreDispensable(a: Voice, b: Voice, time: number): boolean {
  const [endingA, endingB] = [a.endingAt <= time, b.endingAt <= time];
  if (endingA !== endingB) return endingA;
  const difference = a.levelAt(time) - b.levelAt(time);
  return difference !== 0 ? difference < 0 : a.id < b.id;
}
