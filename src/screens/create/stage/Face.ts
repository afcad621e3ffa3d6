import { currentPalette } from '#features/fragrance/parts/usePalette.ts';
import type { FaceInput } from '#features/fragrance/parts/formingFace.ts';
import type { Scope } from '#core/lifetime/scope.ts';
import { liveView } from '#features/create/state/recording/live.ts';

/** Minimum interval between two drawings of the forming face, s. */
const FACE_EVERY_S = 0.8;

/** The forming face: two canvases that cross-fade whenever a note ends or the essence changes. */
export class Face {
  readonly #canvases: readonly HTMLCanvasElement[];
  readonly #scope: Scope;
  #front = 0;
  #shown = '';
  #at = -Infinity;

  constructor(canvases: readonly HTMLCanvasElement[], scope: Scope) {
    this.#canvases = canvases;
    this.#scope = scope;
  }

  clear(): void {
    for (const canvas of this.#canvases) canvas.removeAttribute('data-shown');
  }

  /** Draws the state of the live view if it has changed; `time` in seconds. */
  show(time: number): void {
    const { essence, notes, time: heard } = liveView;
    const key = essence.length === 0 ? '' : `${essence.join(' ')} ${notes.length}`;
    if (key === '' || key === this.#shown || time - this.#at < FACE_EVERY_S) return;
    this.#shown = key;
    this.#at = time;
    void this.#draw(key, { essence: [...essence], notes: [...notes], time: heard });
  }

  async #draw(key: string, heard: FaceInput): Promise<void> {
    const { formingDrawing, paintFace } = await import('#features/fragrance/parts/formingFace.ts');
    if (this.#scope.disposed || this.#shown !== key) return;
    const next = this.#canvases[1 - this.#front]!;
    paintFace(next, formingDrawing(heard), currentPalette());
    next.setAttribute('data-shown', '');
    this.#canvases[this.#front]!.removeAttribute('data-shown');
    this.#front = 1 - this.#front;
  }
}
