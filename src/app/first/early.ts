/**
 * Carries input on the prerendered page, which is plain HTML, over to the app (pwa/firstPaint.ts): repeats a press on
 * the app's button, reopens a dropped file, and restores the focus. A script in the page records it
 * (inline/showFirst.ts).
 */
import { clearFirstWords } from '#core/loading/firstWords.ts';
import { Scope } from '#core/lifetime/scope.ts';

interface Held {
  control: HTMLElement;
  x: number;
  y: number;
}

declare global {
  interface Window {
    /** Recorded input; defined on prerendered pages until the app takes over. */
    early?: {
      /** The last pressed button. */
      pressed?: HTMLElement;
      /** The button under a pressed pointer, and the pointer's position, CSS px of the viewport. */
      held?: Held | null;
      dropped?: File[];
      /** Stops recording: the app handles all input from now on. */
      end: () => void;
    };
  }
}

/** A name that finds the same control again. */
const nameOf = (control: Element): string =>
  `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent ?? ''}`;

let root: HTMLElement | null = null;
let focused: string | null = null;

const find = (name: string): HTMLElement | undefined =>
  [...(root?.querySelectorAll<HTMLElement>('a, button, [tabindex]') ?? [])].find((control) => nameOf(control) === name);

/** Reads the prerendered page before the app replaces it. */
export function fromFirstPicture(picture: HTMLElement): void {
  root = picture;
  const { activeElement } = document;
  if (activeElement !== null && root.contains(activeElement)) focused = nameOf(activeElement);
}

/** The app's buttons replace those of the prerendered page: a pressed pointer is now over one of them. */
export function markScreenMounted(): void {
  const held = window.early?.held;
  if (held) pressAtRelease(held);
}

/** The screen, or its error, is ready: repeats the recorded input. */
export function replayEarlyInput(): void {
  const { early } = window;
  if (early === undefined) return;
  delete window.early;
  early.end();
  clearFirstWords();
  if (focused !== null) find(focused)?.focus({ preventScroll: true });
  if (early.pressed !== undefined) find(nameOf(early.pressed))?.click();
  if (early.dropped !== undefined) drop(early.dropped);
}

/** A pointer that moved less than this, CSS px, counts as still: a finger always moves a little. */
const STILL_PX = 10;

/**
 * A press that begins on the prerendered page and ends on the app's button is no click for the browser where these
 * are two elements. Counts it as one, also when the pointer stayed and the button moved away under it.
 */
function pressAtRelease({ control: began, x, y }: Held): void {
  const name = nameOf(began);
  const scope = new Scope();
  scope.listen(window, 'pointercancel', () => scope.dispose());
  scope.listen(window, 'pointerup', ({ clientX, clientY }) => {
    scope.dispose();
    const control = find(name);
    const under = control?.contains(document.elementFromPoint(clientX, clientY)) === true;
    const stayed = Math.hypot(clientX - x, clientY - y) <= STILL_PX;
    const pressedByBrowser = under && control === began;
    if ((under || stayed) && !pressedByBrowser) control?.click();
  });
}

function drop(files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
}
