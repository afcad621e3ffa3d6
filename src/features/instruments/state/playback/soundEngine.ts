import type { Instrument } from '#features/instruments/audio/sound/engine.ts';
import { soundContext } from '#core/audio/context.ts';
import { whenIdle } from '#core/lifetime/idle.ts';
import { lazyModule } from '#core/loading/lazyModule.ts';
import { isCoded } from '#core/values/errors.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';

const engine = lazyModule(() => import('#features/instruments/audio/sound/engine.ts'));

/** Fetches the engine's code before the first gesture; creates no context. */
export const warmEngine = engine.load;

/**
 * Call it from a screen with playable notes: fetches the engine's code when the browser is idle, so that the first
 * tap does not wait. Without a connection, the tap shows the error.
 */
export function prefetchSoundEngine(): void {
  whenIdle(() => void warmEngine().catch(() => undefined));
}

/** The running engine, for handlers that must not wait; null otherwise. */
export function engineNow(): Instrument | null {
  return engine.now?.instrumentNow() ?? null;
}

/** Reason for silence: the browser requires a gesture, or playback failed. */
export type PlayFailure = 'not_allowed' | 'playback_failed';

/** Opens the engine; call it from a gesture. Failures have already been shown. */
export async function openEngineOr(): Promise<Instrument | PlayFailure> {
  // Start the context now if the code is still loading: one started afterwards would be outside the gesture.
  if (engine.now === null) soundContext.ensureRunning().catch(() => undefined);
  try {
    return await (await engine.load()).openInstrument();
  } catch (error) {
    return notifySilence(isCoded(error, 'context_not_started') ? 'not_allowed' : 'playback_failed');
  }
}

/** Opens the engine; call it from a gesture. Null on failure, which was already shown. */
export async function openEngine(): Promise<Instrument | null> {
  const opened = await openEngineOr();
  return typeof opened === 'string' ? null : opened;
}

/** Shows why notes do not sound. */
export function notifySilence(code: PlayFailure): PlayFailure {
  if (code === 'not_allowed')
    notify({
      kind: 'info',
      title: 'Tap again to play sound (required on some mobile devices)',
      duration: 2000,
      key: 'playback',
    });
  else
    notify({
      kind: 'error',
      title: 'Playback Error',
      description: 'There was a problem playing the audio. Please try again.',
      duration: RESULTS_NOTICE_MS,
      key: 'playback',
    });
  return code;
}
