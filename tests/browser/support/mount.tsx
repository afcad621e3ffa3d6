import { act, StrictMode, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LoadError } from '#core/loading/importWithRetry.ts';
import '#ui/theme/global.css';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** The test page's own address: screens navigate, and it must be found again. */
const home = location.href;

let root: Root | null = null;
let host: HTMLElement | null = null;
let loud: string[] = [];

beforeEach(() => {
  loud = [];
  for (const kind of ['error', 'warn'] as const) {
    vi.spyOn(console, kind).mockImplementation((...args: unknown[]) => {
      loud.push(`${kind}: ${args.map(String).join(' ')}`);
    });
  }
});

afterEach(async () => {
  await unmount();
  vi.useRealTimers();
  vi.restoreAllMocks();
  history.replaceState(null, '', home);
  if (loud.length > 0) throw new Error(`The console must stay quiet, and said: ${loud.join('\n')}`);
});

/**
 * React's `act`, with all deferred parts, and without its warnings about updates outside of it, which are real here.
 */
async function settle(what: () => unknown): Promise<void> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    await act(async () => {
      await what();
    });
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  }
}

/** Renders under StrictMode inside a `main`, as the app does; an earlier mount is removed first. */
export async function mount(element: ReactNode): Promise<HTMLElement> {
  await unmount();
  host = document.createElement('main');
  document.body.append(host);
  // As in src/app/start.tsx: the screen itself shows a LoadError.
  root = createRoot(host, { onCaughtError: (error) => error instanceof LoadError || console.error(error) });
  await settle(() => root?.render(<StrictMode>{element}</StrictMode>));
  return host;
}

export async function unmount(): Promise<void> {
  await settle(() => root?.unmount());
  host?.remove();
  root = null;
  host = null;
}

/** Runs a change of state or of time, and all updates that follow from it. */
export async function change(what: () => unknown): Promise<void> {
  await settle(what);
}

/** Moves the controlled clock by so many ms. */
export async function pass(ms: number): Promise<void> {
  await settle(() => vi.advanceTimersByTimeAsync(ms));
}

/** Takes over the clock: timers and `performance.now`, not the frames. */
export function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
}

/** The first element of a role with an accessible name (the whole of it, or a pattern); fails when there is none. */
export function byRole(role: string, name: string | RegExp): HTMLElement {
  const [first] = allByRole(role, name);
  if (first === undefined) throw new Error(`No ${role} named ${String(name)} in: ${document.body.textContent}`);
  return first;
}

/** All elements of a role with an accessible name that are open to assistive technology. */
export function allByRole(role: string, name: string | RegExp): HTMLElement[] {
  return page.getByRole(role, { name, exact: true }).elements() as HTMLElement[];
}

/** Visible text of the page. */
export function text(): string {
  return document.body.innerText;
}

/** A press with the mouse: pointerdown, pointerup, click. */
export async function press(element: HTMLElement): Promise<void> {
  await change(() => {
    const options = { bubbles: true, cancelable: true, button: 0, isPrimary: true, detail: 1, composed: true };
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = { ...options, clientX: left + width / 2, clientY: top + height / 2 };
    element.dispatchEvent(new PointerEvent('pointerdown', at));
    element.dispatchEvent(new PointerEvent('pointerup', at));
    element.dispatchEvent(new MouseEvent('click', at));
  });
}

/** True when each element follows the one before it in the document. */
export function areInOrder(elements: readonly Element[]): boolean {
  return elements
    .slice(1)
    .every((element, before) =>
      Boolean(elements[before]!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
    );
}
