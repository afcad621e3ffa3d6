import type * as engineModule from '../../audio/instrument/engine.ts';
import type { Instrument } from '../../audio/instrument/engine.ts';
import { soundContext } from '../../audio/playback/context.ts';
import { whenIdle } from '../../platform/lifetime/idle.ts';
import { isCoded } from '../../domain/errors.ts';
import { notify, RESULTS_NOTICE_MS } from '../shell/notices.ts';

type EngineModule = typeof engineModule;

let loading: Promise<EngineModule> | null = null;
let loaded: EngineModule | null = null;

/** Fetches the engine's code ahead of the first gesture; makes no context yet. */
export function warmEngine(): Promise<EngineModule> {
  loading ??= import('../../audio/instrument/engine.ts').then(
    (module) => {
      loaded = module;
      return module;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/**
 * A screen with notes that can be tapped is shown: the engine's code is fetched when the browser is idle, so that the first
 * tap need not wait for it. Without a connection the tap says so.
 */
export function expectNotes(): void {
  whenIdle(() => void warmEngine().catch(() => undefined));
}

/** The engine when it stands and sounds, for handlers that must not wait. */
export function engineNow(): Instrument | null {
  return loaded?.instrumentNow() ?? null;
}

/** Why nothing sounds: the browser wants a tap first, or it cannot be played. */
export type PlayFailure = 'not_allowed' | 'playback_failed';

/** Opens the engine; call it from a gesture. A failure has been told to the visitor. */
export async function openEngineOr(): Promise<Instrument | PlayFailure> {
  // While the code is still on its way: a context that is made after it has come would be outside the gesture.
  if (loaded === null) soundContext.ensureRunning().catch(() => undefined);
  try {
    return await (await warmEngine()).openInstrument();
  } catch (error) {
    return tellSilence(isCoded(error, 'context_not_started') ? 'not_allowed' : 'playback_failed');
  }
}

/** Opens the engine; call it from a gesture. Null when nothing will sound, which the visitor is told. */
export async function openEngine(): Promise<Instrument | null> {
  const engine = await openEngineOr();
  return typeof engine === 'string' ? null : engine;
}

/** Says that notes do not sound, and why. */
export function tellSilence(code: PlayFailure): PlayFailure {
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
