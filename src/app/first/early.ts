/**
 * What is done between the page's first picture, which is plain HTML, and the app (pwa/firstPaint.ts): a button that was
 * pressed meanwhile is pressed once the app's own stands in its place, a file that was dropped is dropped then, and the focus
 * stays where it was. A script in the page keeps it (supabase/local/http/firstPaintScripts.ts).
 */
import { forgetFirstWords } from '../../platform/loading/firstWords.ts';
import { Scope } from '../../platform/lifetime/scope.ts';

interface Held {
  control: HTMLElement;
  x: number;
  y: number;
}

declare global {
  interface Window {
    /** What was done so far; there where the page had a first picture, until the app goes on with it. */
    early?: {
      /** The button that was pressed last. */
      pressed?: HTMLElement;
      /** The button on which a pointer is down, and where, CSS px of the viewport. */
      held?: Held | null;
      dropped?: File[];
      /** From now on everything is the app's. */
      end: () => void;
    };
  }
}

/** The name by which a control is found again. */
const nameOf = (control: Element): string =>
  `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent ?? ''}`;

let root: HTMLElement | null = null;
let focused: string | null = null;

const find = (name: string): HTMLElement | undefined =>
  [...(root?.querySelectorAll<HTMLElement>('a, button, [tabindex]') ?? [])].find((control) => nameOf(control) === name);

/** Looks at the first picture, before the app stands in its place. */
export function fromFirstPicture(picture: HTMLElement): void {
  root = picture;
  const { activeElement } = document;
  if (activeElement !== null && root.contains(activeElement)) focused = nameOf(activeElement);
}

/** The app's buttons stand in the place of the first picture's: a pointer that is down is from now on over one of them. */
export function screenStands(): void {
  const held = window.early?.held;
  if (held) pressAtRelease(held);
}

/** A screen can be used, or what is shown when it cannot be: the app goes on with what was done before. */
export function screenIsThere(): void {
  const { early } = window;
  if (early === undefined) return;
  delete window.early;
  early.end();
  forgetFirstWords();
  if (focused !== null) find(focused)?.focus({ preventScroll: true });
  if (early.pressed !== undefined) find(nameOf(early.pressed))?.click();
  if (early.dropped !== undefined) drop(early.dropped);
}

/** A pointer that moved no further than this, CSS px, is where it was: a finger is never quite still. */
const STILL_PX = 10;

/**
 * A press that began on the first picture and ends on the app's button is none for the browser where these are two elements. It is
 * one as well when the pointer stayed, and the button moved away under it.
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
