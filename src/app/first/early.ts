/**
 * What is done between the page's first picture, which is plain HTML, and the app (pwa/firstPaint.ts): a button that was
 * pressed meanwhile is pressed once the app's own stands in its place, a file that was dropped is dropped then, and the focus
 * stays where it was. A script in the page keeps it (supabase/local/http/firstPaintScripts.ts).
 */
import { forgetFirstWords } from '../../platform/lifetime/firstWords.ts';
import { Scope } from '../../platform/lifetime/scope.ts';

declare global {
  interface Window {
    /** What was done so far; there where the page had a first picture, until the app goes on with it. */
    early?: {
      /** The button that was pressed last. */
      pressed?: HTMLElement;
      /** The button on which a pointer is down. */
      held?: HTMLElement | null;
      dropped?: File[];
      /** From now on everything is the app's. */
      end: () => void;
    };
  }
}

/** The name by which a control is found again. */
const nameOf = (control: Element): string =>
  `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent ?? ''}`;

let goOn: (() => void) | null = null;

/** Looks at the first picture, before the app stands in its place. */
export function fromFirstPicture(root: HTMLElement): void {
  const { activeElement } = document;
  const focused = activeElement !== null && root.contains(activeElement) ? nameOf(activeElement) : null;
  goOn = () => {
    const { early } = window;
    delete window.early;
    early?.end();
    forgetFirstWords();
    const find = (name: string) =>
      [...root.querySelectorAll<HTMLElement>('a, button, [tabindex]')].find((control) => nameOf(control) === name);
    if (focused !== null) find(focused)?.focus({ preventScroll: true });
    if (early?.pressed !== undefined) find(nameOf(early.pressed))?.click();
    if (early?.held?.isConnected === false) pressAtRelease(find(nameOf(early.held)));
    if (early?.dropped !== undefined) drop(early.dropped);
  };
}

/** A screen is there, or what is shown when it cannot be: the app goes on with what was done before. */
export function screenIsThere(): void {
  goOn?.();
  goOn = null;
}

/** A press that began on the first picture and ends on the app's button is none for the browser, which saw two elements. */
function pressAtRelease(control: HTMLElement | undefined): void {
  if (control === undefined) return;
  const scope = new Scope();
  scope.listen(window, 'pointercancel', () => scope.dispose());
  scope.listen(window, 'pointerup', ({ clientX, clientY }) => {
    scope.dispose();
    if (control.contains(document.elementFromPoint(clientX, clientY))) control.click();
  });
}

function drop(files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
}
