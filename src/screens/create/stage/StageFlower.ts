import { currentPalette } from '#features/fragrance/components/usePalette.ts';
import { formingDrawing, paintFlower, type FlowerInput } from '#features/fragrance/components/formingFlower.ts';
import { liveView } from '#features/create/state/recording/live.ts';

/** Minimum interval between two drawings of the forming flower, s. */
const FLOWER_EVERY_S = 0.8;

/** The forming flower: two canvases that cross-fade whenever a note ends or the essence changes. */
export class StageFlower {
  readonly #canvases: readonly HTMLCanvasElement[];
  #front = 0;
  #shown = '';
  #at = -Infinity;

  constructor(canvases: readonly HTMLCanvasElement[]) {
    this.#canvases = canvases;
  }

  clear(): void {
    for (const canvas of this.#canvases) canvas.removeAttribute('data-shown');
  }

  /** Draws the state of the live view if it has changed; `time` in seconds. */
  show(time: number): void {
    const { essence, notes, time: heard } = liveView;
    const key = essence.length === 0 ? '' : `${essence.join(' ')} ${notes.length}`;
    if (key === '' || key === this.#shown || time - this.#at < FLOWER_EVERY_S) return;
    this.#shown = key;
    this.#at = time;
    this.#draw({ essence: [...essence], notes: [...notes], time: heard });
  }

  #draw(heard: FlowerInput): void {
    const next = this.#canvases[1 - this.#front]!;
    paintFlower(next, formingDrawing(heard), currentPalette());
    next.setAttribute('data-shown', '');
    this.#canvases[this.#front]!.removeAttribute('data-shown');
    this.#front = 1 - this.#front;
  }
}
