import { afterEach, describe, expect, test, vi } from 'vitest';
import { isMovingScreens, moveScreens } from '#ui/screen/moveScreens.ts';
import { mount } from '../support/mount.tsx';
import { nextFrame, nextTask } from '../support/clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a change of screens', () => {
  test('happens once, with the common elements moving between both', async () => {
    await mount(<div data-moves="">face</div>);
    let changes = 0;
    let seen = false;
    expect(
      moveScreens(() => {
        changes++;
        seen = isMovingScreens();
      }),
    ).toBe(true);
    await expect.poll(() => changes).toBe(1);
    expect(seen).toBe(true);
    await expect.poll(isMovingScreens).toBe(false);
    expect(changes).toBe(1);
  });

  test('causes no error when its animation is skipped by the next one', async () => {
    const errors: unknown[] = [];
    const listen = (event: PromiseRejectionEvent) => errors.push(event.reason);
    window.addEventListener('unhandledrejection', listen);
    await mount(<div data-moves="">face</div>);
    const changes: string[] = [];
    moveScreens(() => changes.push('first'));
    moveScreens(() => changes.push('second'));
    await expect.poll(() => changes).toEqual(['first', 'second']);
    await expect.poll(isMovingScreens).toBe(false);
    // The browser reports unhandled rejections in a later task.
    await nextFrame();
    await nextTask();
    window.removeEventListener('unhandledrejection', listen);
    expect(errors).toEqual([]);
  });

  test('causes no error when two elements have the same name in it', async () => {
    const errors: unknown[] = [];
    const listen = (event: PromiseRejectionEvent) => errors.push(event.reason);
    window.addEventListener('unhandledrejection', listen);
    await mount(
      <>
        <div data-moves="">face</div>
        <div data-moves="">and another one</div>
      </>,
    );
    const changed = vi.fn<() => void>();
    moveScreens(changed);
    await expect.poll(() => changed.mock.calls.length).toBe(1);
    await expect.poll(isMovingScreens).toBe(false);
    window.removeEventListener('unhandledrejection', listen);
    expect(errors).toEqual([]);
  });

  test('happens at once for visitors who prefer less motion', () => {
    const media = window.matchMedia.bind(window);
    vi.stubGlobal('matchMedia', (query: string) =>
      query.includes('reduced-motion') ? { ...media(query), matches: true } : media(query),
    );
    let changed = false;
    expect(
      moveScreens(() => {
        changed = true;
      }),
    ).toBe(false);
    expect(changed).toBe(true);
  });
});
