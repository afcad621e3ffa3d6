import { Component, type ReactNode } from 'react';

interface RestoreFocusProps {
  /** Names the current step of the screen. The next step begins with the focus at the screen's title. */
  step?: string;
  children: ReactNode;
}

/**
 * Keeps the focus on the screen when an update removes the focused element: keyboard and screen reader would start at
 * the top of the page. It goes to the new element with the same `data-kept`, otherwise to the screen's title. A focus
 * elsewhere stays. A class, because hooks run only after the removal.
 */
export class RestoreFocus extends Component<RestoreFocusProps> {
  override getSnapshotBeforeUpdate(): Element | null {
    return document.activeElement;
  }

  override componentDidUpdate({ step }: RestoreFocusProps, _: unknown, before: Element | null): void {
    const lost = before !== null && !before.isConnected;
    const main = document.querySelector('main');
    const now = document.activeElement;
    const free = now === null || now === document.body;
    const begins = step !== this.props.step && (free || (main?.contains(now) ?? false));
    if (!begins && !(lost && free)) return;
    const focusKey = lost ? before.getAttribute('data-kept') : null;
    const next = focusKey === null ? null : main?.querySelector<HTMLElement>(`[data-kept="${focusKey}"]`);
    (next ?? main?.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: next === null || next === undefined });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
