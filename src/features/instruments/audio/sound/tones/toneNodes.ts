import { withTimeout } from '#core/lifetime/withTimeout.ts';
import '../quietTone.ts';
import { connect } from 'tone/build/esm/core/context/ToneAudioNode.js';
import resonatorsUrl from '#worklets/resonators.worklet.ts?worker&url';

/*
 * Voices create Tone's nodes once, start them once and drive them by automation of the AudioParams underneath. Tone's
 * own triggers are too slow for playing (measured with 15.5 on a desktop, 32 voices of FMSynth): 0.2 ms of the main
 * thread a note, 5.6 ms at worst, and 570 bytes that stay in Tone's timelines of each parameter; a note at the same
 * time as the last throws. On the AudioParams a note costs 0.02 ms and leaves nothing. For the same reason voices use
 * Tone's sources rather than its instruments, which add two such envelopes: 40 voices of FMSynth cost 37 % of a core,
 * of FMOscillator 18 %.
 */

/** The AudioParam under a parameter of Tone. */
export function nativeParamOf(param: object): AudioParam {
  let input = param;
  while ('input' in input) input = input.input as object;
  return input as AudioParam;
}

export { connect };

/** Resonators that take longer than this to load count as failed, ms. */
const LOADED_MS = 10_000;

const loadedContexts = new WeakMap<BaseAudioContext, Promise<void>>();

/**
 * Loads the string and the reverb into a context, once. An export has no time limit for it, because a visitor can
 * cancel it.
 */
export function loadResonators(context: BaseAudioContext): Promise<void> {
  let loading = loadedContexts.get(context);
  if (loading === undefined) {
    const added = context.audioWorklet.addModule(resonatorsUrl);
    const inTime =
      context instanceof OfflineAudioContext
        ? added
        : withTimeout(added, LOADED_MS, () => {
            throw new Error('The resonators did not load.');
          });
    loading = inTime.catch((error: unknown) => {
      loadedContexts.delete(context);
      throw error;
    });
    loadedContexts.set(context, loading);
  }
  return loading;
}
