/** The longest time of a timer, ms: browsers let one beyond it fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A function that releases something. */
export type Disposer = () => void;

/**
 * One disposal tree: a scope owns listeners, timers, animation frames, ports, nodes and child scopes,
 * and `dispose()` releases them all, last first. Disposing twice is harmless; adding to a disposed
 * scope releases at once, so that a late callback cannot leak.
 */
export class Scope {
  readonly #disposers = new Set<Disposer>();
  #disposed = false;
  #controller: AbortController | null = null;

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Aborted when the scope ends. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      const controller = new AbortController();
      this.#controller = controller;
      this.add(() => controller.abort());
    }
    return this.#controller.signal;
  }

  /** Registers a release; returns a function that releases it early. */
  add(disposer: Disposer): Disposer {
    if (this.#disposed) {
      disposer();
      return () => {};
    }
    const disposeOnce = () => {
      if (this.#disposers.delete(disposeOnce)) disposer();
    };
    this.#disposers.add(disposeOnce);
    return disposeOnce;
  }

  /** A scope that ends with this one at the latest. */
  child(): Scope {
    const child = new Scope();
    const release = this.add(() => child.dispose());
    child.add(release);
    return child;
  }

  listen<K extends keyof WindowEventMap>(
    target: Window,
    type: K,
    listener: (event: WindowEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ): Disposer;
  listen<K extends keyof DocumentEventMap>(
    target: Document,
    type: K,
    listener: (event: DocumentEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ): Disposer;
  listen<K extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ): Disposer;
  listen<E extends Event = Event>(
    target: EventTarget,
    type: string,
    listener: (event: E) => void,
    options?: AddEventListenerOptions,
  ): Disposer;
  listen(
    target: EventTarget,
    type: string,
    listener: (event: never) => void,
    options?: AddEventListenerOptions,
  ): Disposer {
    target.addEventListener(type, listener as EventListener, options);
    return this.add(() => target.removeEventListener(type, listener as EventListener, options));
  }

  /** Calls once after `ms` milliseconds, 24.8 days at most. */
  timeout(callback: () => void, ms: number): Disposer {
    const id = setTimeout(
      () => {
        release();
        callback();
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
    const release = this.add(() => clearTimeout(id));
    return release;
  }

  /** Calls every `ms` milliseconds, 24.8 days at most. */
  interval(callback: () => void, ms: number): Disposer {
    const id = setInterval(callback, Math.min(ms, LONGEST_TIMER_MS));
    return this.add(() => clearInterval(id));
  }

  /** Calls when the page becomes visible again. */
  onVisible(callback: () => void): Disposer {
    return this.listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') callback();
    });
  }

  /**
   * Calls after each pause of `pause()` milliseconds and when the page becomes visible again; rests while it is hidden.
   */
  poll(callback: () => void, pause: () => number): Disposer {
    const scope = this.child();
    const wait = (): void => {
      scope.timeout(() => {
        wait();
        if (document.visibilityState === 'visible') callback();
      }, pause());
    };
    scope.onVisible(callback);
    wait();
    return () => scope.dispose();
  }

  /** Calls on every animation frame with the frame's time in ms. */
  frames(callback: (time: number) => void): Disposer {
    let id = 0;
    const step = (time: number) => {
      id = requestAnimationFrame(step);
      callback(time);
    };
    id = requestAnimationFrame(step);
    return this.add(() => cancelAnimationFrame(id));
  }

  /** Resolves after `ms` milliseconds; rejects with an AbortError when the scope ends first. */
  delay(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#disposed) {
        reject(new DOMException('The scope ended.', 'AbortError'));
        return;
      }
      const abort = this.add(() => {
        clearTimeout(id);
        reject(new DOMException('The scope ended.', 'AbortError'));
      });
      const id = setTimeout(
        () => {
          this.#disposers.delete(abort);
          resolve();
        },
        Math.min(ms, LONGEST_TIMER_MS),
      );
    });
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const errors: unknown[] = [];
    for (const disposer of [...this.#disposers].reverse()) {
      // Run all releases even if one throws: a microphone must not stay open.
      try {
        disposer();
      } catch (error) {
        errors.push(error);
      }
    }
    this.#disposers.clear();
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, 'Several releases failed.');
  }
}

/** Runs tasks of which only the newest counts: beginning one aborts the signal of the one before. */
export class LatestTask {
  #scope = new Scope();

  /** The signal of the newest task. */
  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  /** Begins a task and ends the one before. */
  begin(): AbortSignal {
    this.abort();
    return this.signal;
  }

  /** Ends the newest task. */
  abort(): void {
    this.#scope.dispose();
    this.#scope = new Scope();
  }
}
