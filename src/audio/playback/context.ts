import { coded } from '../../domain/errors.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { withTimeout } from '../../platform/lifetime/withTimeout.ts';

/**
 * The page's one AudioContext, outside React. Browsers suspend it until a gesture, interrupt it
 * for a phone call (WebKit), and sometimes call it running while its clock stands still
 * (Tone.js#768): so it is armed again on every gesture, on `visibilitychange` and on `pageshow`, and
 * its state here counts as running only while `currentTime` really advances.
 *
 * It is the browser's own context and not that of standardized-audio-context, which evens out the same: that one cannot say
 * when a sample is heard, and cannot load our worklets (docs/decisions.md 41, with what was measured).
 */
export type SoundState = 'none' | 'suspended' | 'running' | 'interrupted' | 'closed';

/** How long the clock may take to move after `resume`, ms; a Bluetooth headset takes about half a second. */
const START_MS = 2000;
/** Distance of two looks at the clock, ms. */
const LOOK_MS = 20;

const GESTURES = ['pointerdown', 'pointerup', 'keydown', 'touchend'] as const;

export class SoundContext {
  readonly #create: () => AudioContext;
  readonly #scope = new Scope();
  readonly #listeners = new Set<(state: SoundState) => void>();
  #context: AudioContext | null = null;
  #armed = false;
  #state: SoundState = 'none';
  #starting: Promise<void> | null = null;

  constructor(create: () => AudioContext = () => new AudioContext({ latencyHint: 'interactive' })) {
    this.#create = create;
  }

  get state(): SoundState {
    return this.#state;
  }

  /** The context, made on the first call (call it from a gesture). The rate is the device's own: Firefox refuses a microphone at any other. */
  get(): AudioContext {
    if (this.#context === null || this.#context.state === 'closed') {
      this.#context = this.#create();
      this.#scope.listen(this.#context, 'statechange', this.#read);
      this.#read();
      this.#arm();
    }
    return this.#context;
  }

  /**
   * Resumes the context and waits until its clock moves. Safe to call often.
   * @throws coded `context_not_started` ('Audio context could not be started')
   */
  ensureRunning(): Promise<void> {
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  /** Calls with every new state; returns an unsubscribe function. */
  onState(listener: (state: SoundState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Closes the context and lets everything go. */
  async close(): Promise<void> {
    this.#scope.dispose();
    if (this.#context !== null && this.#context.state !== 'closed') await this.#context.close();
    this.#set('closed');
  }

  async #start(): Promise<void> {
    const context = this.get();
    const scope = new Scope();
    try {
      // Twice: a context that says running while its clock stands still wakes up from a suspend and a resume.
      for (let attempt = 0; attempt < 2; attempt++) {
        if (attempt > 0) await settled(context.suspend());
        await settled(context.resume());
        if (await advances(context, scope)) {
          this.#set('running');
          return;
        }
      }
    } finally {
      scope.dispose();
    }
    this.#set(context.state === 'running' ? 'interrupted' : (context.state as SoundState));
    throw coded('context_not_started', 'Audio context could not be started');
  }

  /** Listens for every chance to go on after the browser has stopped the sound. */
  #arm(): void {
    if (this.#armed) return;
    this.#armed = true;
    const again = (): void => {
      const context = this.#context;
      if (context === null || context.state === 'closed' || (context.state === 'running' && this.#state === 'running'))
        return;
      // Nobody awaits this chance; the next gesture is another one.
      this.ensureRunning().catch(() => {});
    };
    for (const type of GESTURES) this.#scope.listen(window, type, again, { capture: true, passive: true });
    this.#scope.listen(window, 'pageshow', again);
    this.#scope.listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') again();
    });
  }

  readonly #read = (): void => {
    // `interrupted` is WebKit's; TypeScript's DOM does not always know it.
    if (this.#context !== null) this.#set(this.#context.state as SoundState);
  };

  #set(state: SoundState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** Waits for a promise that may never settle (Chromium's `resume` without a gesture) or fail. */
function settled(promise: Promise<void>): Promise<void> {
  return withTimeout(
    promise.catch(() => {}),
    START_MS / 4,
    () => {},
  );
}

/** True once the context's clock has moved. */
async function advances(context: AudioContext, scope: Scope): Promise<boolean> {
  const before = context.currentTime;
  for (let waited = 0; waited < START_MS; waited += LOOK_MS) {
    await scope.delay(LOOK_MS);
    if (context.currentTime > before) return true;
    if (context.state !== 'running') return false;
  }
  return false;
}

/** The page's context. */
export const soundContext = new SoundContext();
