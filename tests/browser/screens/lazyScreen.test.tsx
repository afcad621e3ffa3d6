import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyScreen } from '../../../src/app/lazyScreen.tsx';
import { ScreenHeading } from '../../../src/ui/screen/ScreenHeading.tsx';
import { allByRole, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';
import { PATIENCE_MS } from '../../patience.ts';

const Screen = () => <ScreenHeading>Here it is</ScreenHeading>;
const PAUSES_MS = [300, 1200] as const;

/** A file that the browser asks for and does not get, until `there` is set. */
function missing() {
  const state = { there: false };
  const load = vi.fn<() => Promise<{ default: React.ComponentType }>>(async () => {
    if (state.there) return { default: Screen };
    return import(/* @vite-ignore */ new URL(`/no-such-screen-${crypto.randomUUID()}.js`, location.href).href);
  });
  return { state, load };
}

/** As the shell shows it. */
const show = (Lazy: React.ComponentType) =>
  mount(
    <Suspense fallback={<p>Loading...</p>}>
      <Lazy />
    </Suspense>,
  );

/** Lets the tries run out: each fails by the browser's own word, and the clock stands between them. */
async function runOut(load: { mock: { calls: unknown[] } }, before = 0): Promise<void> {
  for (const [i, pause] of PAUSES_MS.entries()) {
    await vi.waitUntil(() => load.mock.calls.length === before + i + 1 && vi.getTimerCount() > 0, {
      timeout: PATIENCE_MS,
    });
    await pass(pause);
  }
  await vi.waitUntil(() => allByRole('button', 'Try again').length > 0, { timeout: PATIENCE_MS });
}

test('a screen whose file cannot be loaded says so, and asks three times and no more', async () => {
  stopTheClock();
  const { state, load } = missing();
  await show(lazyScreen(load, PAUSES_MS));
  expect(text()).toContain('Loading...');
  await runOut(load);
  expect(text()).toContain('This screen could not be loaded.');
  expect(text()).not.toContain('Application Error');
  await pass(10 * 60_000);
  expect(load).toHaveBeenCalledTimes(3);

  await press(byRole('button', 'Try again'));
  await runOut(load, 3);
  await pass(10 * 60_000);
  expect(load).toHaveBeenCalledTimes(6);

  state.there = true;
  await press(byRole('button', 'Try again'));
  await vi.waitUntil(() => allByRole('heading', 'Here it is').length > 0, { timeout: PATIENCE_MS });
  expect(load).toHaveBeenCalledTimes(7);
  expect(document.activeElement?.textContent).toBe('Here it is');
});

test('it comes by itself when the connection is back', async () => {
  stopTheClock();
  const { state, load } = missing();
  await show(lazyScreen(load, PAUSES_MS));
  await runOut(load);
  state.there = true;
  await change(() => window.dispatchEvent(new Event('online')));
  await vi.waitUntil(() => allByRole('heading', 'Here it is').length > 0, { timeout: PATIENCE_MS });
  expect(load).toHaveBeenCalledTimes(4);
});

test('it is asked for anew when it is visited again', async () => {
  stopTheClock();
  const { state, load } = missing();
  const Lazy = lazyScreen(load, PAUSES_MS);
  await show(Lazy);
  await runOut(load);
  await mount(<p>another screen</p>);
  state.there = true;
  await show(Lazy);
  await vi.waitUntil(() => allByRole('heading', 'Here it is').length > 0, { timeout: PATIENCE_MS });
  expect(load).toHaveBeenCalledTimes(4);
});

test('what was fetched ahead and could not be had is not asked for again when it is shown', async () => {
  stopTheClock();
  const { load } = missing();
  const Lazy = lazyScreen(load, PAUSES_MS);
  const ahead = Lazy.load().catch(() => 'failed');
  for (const pause of PAUSES_MS) {
    await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: PATIENCE_MS });
    await vi.advanceTimersByTimeAsync(pause);
  }
  expect(await ahead).toBe('failed');
  await show(Lazy);
  expect(text()).toContain('This screen could not be loaded.');
  expect(load).toHaveBeenCalledTimes(3);
});
