import { coded } from '../../domain/errors.ts';
import { Scope } from '../../platform/lifetime/scope.ts';

/** Where a recording is: in memory, or at a URL. */
export type Playable = Blob | string;

/**
 * Plays one recording at a time through an audio element: stopped or playing, from where it was
 * stopped, and from 0 when it had come to its end.
 */
export class RecordingPlayer {
  readonly #audio = new Audio();
  readonly #scope = new Scope();
  readonly #onStopped: () => void;
  #source: Playable | null = null;
  #objectUrl: string | null = null;

  /** `onStopped` is called when the sound has ended or broken off by itself. */
  constructor(onStopped: () => void) {
    this.#onStopped = onStopped;
    // The page is cross-origin isolated: a recording of another origin comes with CORS or not at all.
    this.#audio.crossOrigin = 'anonymous';
    this.#audio.preload = 'metadata';
    this.#scope.listen(this.#audio, 'ended', () => this.#onStopped());
    // The system may pause it as well: headphones pulled out, a phone call, the media keys. The event comes
    // late: when the sound has been started again by then, it is out of date.
    this.#scope.listen(this.#audio, 'pause', () => {
      if (this.#audio.paused && !this.#audio.ended) this.#onStopped();
    });
    this.#scope.listen(this.#audio, 'error', () => this.#onStopped());
  }

  get playing(): boolean {
    return !this.#audio.paused && !this.#audio.ended;
  }

  /** Seconds from the start. */
  get position(): number {
    return this.#audio.currentTime;
  }

  /**
   * Plays a recording, settling once it sounds; `from` is where to begin, in seconds.
   * @throws coded `not_allowed` (the browser wants a tap first) or `playback_failed`
   */
  async play(source: Playable, from?: number): Promise<void> {
    this.#load(source);
    if (from !== undefined) this.#audio.currentTime = from;
    else if (this.#audio.ended) this.#audio.currentTime = 0;
    try {
      await this.#audio.play();
    } catch (error) {
      const name = (error as { name?: unknown } | null)?.name;
      // Stopped, or given another recording, before it had begun: nothing has failed.
      if (name === 'AbortError') return;
      if (name === 'NotAllowedError') throw coded('not_allowed', 'The browser wants a tap before it plays.', error);
      // A broken source would stay broken in the element; the next play loads it anew.
      this.#unload();
      throw coded('playback_failed', 'The recording could not be played.', error);
    }
  }

  stop(): void {
    this.#audio.pause();
  }

  /** Lets the recording go. */
  forget(): void {
    this.#audio.pause();
    this.#unload();
  }

  dispose(): void {
    this.#scope.dispose();
    this.forget();
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
