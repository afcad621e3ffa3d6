/**
 * What happens between the page's first picture, which is plain HTML, and the app (pwa/firstPaint.ts): a button that was
 * pressed meanwhile is pressed once the app's own stands in its place, and the focus stays where it was.
 */

import { forgetFirstWords } from '../../platform/lifetime/firstWords.ts';

declare global {
  interface Window {
    /** The button of the first picture that was pressed last. */
    earlyPress?: HTMLElement;
    /** From now on presses are the app's; there where the page had a first picture. */
    firstIsOver?: () => void;
  }
}

/** The name by which a control is found again. */
const nameOf = (control: Element): string =>
  `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent ?? ''}`;

/** Looks at the first picture; returns what goes on with it in the app's own elements. Call that once they are there. */
export function fromFirstPicture(root: HTMLElement): () => void {
  const { activeElement } = document;
  const focused = activeElement !== null && root.contains(activeElement) ? nameOf(activeElement) : null;
  return () => {
    window.firstIsOver?.();
    forgetFirstWords();
    const find = (name: string) =>
      [...root.querySelectorAll<HTMLElement>('a, button, [tabindex]')].find((control) => nameOf(control) === name);
    if (focused !== null) find(focused)?.focus({ preventScroll: true });
    const { earlyPress } = window;
    delete window.earlyPress;
    if (earlyPress !== undefined) find(nameOf(earlyPress))?.click();
  };
}
