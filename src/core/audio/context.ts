import { codedError } from '../values/errors.ts';
import { Scope } from '../lifetime/scope.ts';
import { withTimeout } from '../lifetime/withTimeout.ts';

/**
 * The page's AudioContext, outside React. Browsers suspend it until a gesture, interrupt it for a phone call (WebKit),
 * and sometimes report `running` while its clock is stopped (Tone.js#768). So it is resumed on every gesture, on
 * `visibilitychange` and on `pageshow`, and its state here is running only while `currentTime` advances.
 *
 * Not standardized-audio-context, which smooths the same differences: it does not report when a sample is audible and
 * cannot load our worklets (docs/decisions.md 37, with measurements).
 */
type SoundState = 'none' | 'suspended' | 'running' | 'interrupted' | 'closed';

/** Longest time for the clock to move after `resume`, ms; a Bluetooth headset takes about half a second. */
const START_MS = 2000;
/** Interval of reading the clock, ms. */
const CLOCK_POLL_MS = 20;

const GESTURE_EVENTS = ['pointerdown', 'pointerup', 'keydown', 'touchend'] as const;

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

  /**
   * The context, created on the first call; call it in a gesture. It has the device's own rate: Firefox refuses a
   * microphone at any other.
   */
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

  /** Closes the context and releases everything. */
  async close(): Promise<void> {
    this.#scope.dispose();
    if (this.#context !== null && this.#context.state !== 'closed') await this.#context.close();
    this.#set('closed');
  }

  async #start(): Promise<void> {
    const context = this.get();
    const scope = new Scope();
    try {
      // Twice: suspending and resuming wakes a context that reports `running` while its clock is stopped.
      for (let attempt = 0; attempt < 2; attempt++) {
        if (attempt > 0) await waitForSettled(context.suspend());
        await waitForSettled(context.resume());
        if (await advances(context, scope)) {
          this.#set('running');
          return;
        }
      }
    } finally {
      scope.dispose();
    }
    this.#set(context.state === 'running' ? 'interrupted' : (context.state as SoundState));
    throw codedError('context_not_started', 'Audio context could not be started');
  }

  /** Resumes at every occasion after the browser has stopped the sound. */
  #arm(): void {
    if (this.#armed) return;
    this.#armed = true;
    const resumeAgain = (): void => {
      const context = this.#context;
      if (context === null || context.state === 'closed' || (context.state === 'running' && this.#state === 'running'))
        return;
      // A failure is retried at the next gesture.
      this.ensureRunning().catch(() => {});
    };
    for (const type of GESTURE_EVENTS) this.#scope.listen(window, type, resumeAgain, { capture: true, passive: true });
    this.#scope.listen(window, 'pageshow', resumeAgain);
    this.#scope.onVisible(resumeAgain);
  }

  readonly #read = (): void => {
    // `interrupted` is WebKit's; TypeScript's DOM does not always have it.
    if (this.#context !== null) this.#set(this.#context.state as SoundState);
  };

  #set(state: SoundState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** Waits for a promise that may never settle (Chromium's `resume` without a gesture) or fail. */
function waitForSettled(promise: Promise<void>): Promise<void> {
  return withTimeout(
    promise.catch(() => {}),
    START_MS / 4,
    () => {},
  );
}

/** True once the context's clock has moved. */
async function advances(context: AudioContext, scope: Scope): Promise<boolean> {
  const before = context.currentTime;
  for (let waited = 0; waited < START_MS; waited += CLOCK_POLL_MS) {
    await scope.delay(CLOCK_POLL_MS);
    if (context.currentTime > before) return true;
    if (context.state !== 'running') return false;
  }
  return false;
}

/** The page's context. */
export const soundContext = new SoundContext();
