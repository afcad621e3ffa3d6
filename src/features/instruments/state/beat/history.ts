/**
 * Unlimited undo and redo for values that are replaced whole. A gesture (a drag over pads, a slider) is one step.
 */
export class History<T> {
  readonly #same: (a: T, b: T) => boolean;
  readonly #past: T[] = [];
  #future: T[] = [];
  /** The value before the current gesture. */
  #gesture: { before: T } | null = null;

  constructor(same: (a: T, b: T) => boolean = Object.is) {
    this.#same = same;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Records that the value is about to change from `before`. */
  changing(before: T): void {
    if (this.#gesture !== null) return;
    this.#push(before);
  }

  /** Starts a gesture: all changes until `endGesture` are one step. */
  beginGesture(before: T): void {
    this.#gesture ??= { before };
  }

  /** @param after the value now; a gesture without a change adds no step */
  endGesture(after: T): void {
    const gesture = this.#gesture;
    this.#gesture = null;
    if (gesture !== null && !this.#same(gesture.before, after)) this.#push(gesture.before);
  }

  /** The value to return to from `now`, or null. */
  undo(now: T): T | null {
    const before = this.#past.pop();
    if (before === undefined) return null;
    this.#future.push(now);
    return before;
  }

  /** The value to redo from `now`, or null. */
  redo(now: T): T | null {
    const after = this.#future.pop();
    if (after === undefined) return null;
    this.#past.push(now);
    return after;
  }

  forget(): void {
    this.#past.length = 0;
    this.#future = [];
    this.#gesture = null;
  }

  #push(before: T): void {
    this.#past.push(before);
    this.#future = [];
  }
}
