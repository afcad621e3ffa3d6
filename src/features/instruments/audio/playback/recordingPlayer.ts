import { withTimeout } from '#core/lifetime/withTimeout.ts';
import { codedError } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';

/** A recording in memory or at a URL. */
export type Playable = Blob | string;

/** A sound that has not begun after this time counts as failed, ms: a slow connection needs some. */
export const PLAY_MS = 20_000;

/**
 * Plays one recording at a time through an audio element. Continues where it was stopped, or from 0 after the end.
 */
export class RecordingPlayer {
  readonly #audio = new Audio();
  #source: Playable | null = null;
  #objectUrl: string | null = null;

  /** `onStopped` is called when the sound ends or breaks off. */
  constructor(onStopped: () => void) {
    // The page is cross-origin isolated: recordings of another origin need CORS.
    this.#audio.crossOrigin = 'anonymous';
    this.#audio.preload = 'metadata';
    // As long as the page.
    const scope = new Scope();
    scope.listen(this.#audio, 'ended', onStopped);
    // The system may pause it too: headphones pulled out, a phone call, media keys. The event comes late: ignore it
    // when the sound has been restarted.
    scope.listen(this.#audio, 'pause', () => {
      if (this.#audio.paused && !this.#audio.ended) onStopped();
    });
    scope.listen(this.#audio, 'error', onStopped);
  }

  /** Seconds from the start. */
  get position(): number {
    return this.#audio.currentTime;
  }

  /**
   * Plays a recording from `from` seconds; resolves once it sounds.
   * @throws coded `not_allowed` (the browser requires a tap first) or `playback_failed`
   */
  async play(source: Playable, from?: number): Promise<void> {
    this.#load(source);
    if (from !== undefined) this.#audio.currentTime = from;
    else if (this.#audio.ended) this.#audio.currentTime = 0;
    try {
      await withTimeout(this.#audio.play(), PLAY_MS, () => {
        throw new Error('The recording did not begin to sound.');
      });
    } catch (error) {
      const name = (error as { name?: unknown } | null)?.name;
      // Stopped or replaced before it began: no failure.
      if (name === 'AbortError') return;
      if (name === 'NotAllowedError')
        throw codedError('not_allowed', 'The browser wants a tap before it plays.', error);
      // Unload a broken source; the next play loads it again.
      this.#unload();
      throw codedError('playback_failed', 'The recording could not be played.', error);
    }
  }

  stop(): void {
    this.#audio.pause();
  }

  /** Releases the recording. */
  forget(): void {
    this.#audio.pause();
    this.#unload();
  }

  #load(source: Playable): void {
    if (source === this.#source) return;
    this.#unload();
    this.#source = source;
    if (typeof source !== 'string') this.#objectUrl = URL.createObjectURL(source);
    this.#audio.src = typeof source === 'string' ? source : this.#objectUrl!;
  }

  #unload(): void {
    this.#source = null;
    this.#audio.removeAttribute('src');
    this.#audio.load();
    if (this.#objectUrl !== null) URL.revokeObjectURL(this.#objectUrl);
    this.#objectUrl = null;
  }
}
