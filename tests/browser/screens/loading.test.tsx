import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connection } from '#core/network/connection.ts';
import { dialogPart, lazyPart } from '#ui/loading/lazyPart.tsx';
import { allByRole, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';
import { Suspense } from 'react';
import { lazyScreen } from '#app/lazyScreen.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import { createRoot } from 'react-dom/client';
import { DeferredPart } from '#ui/loading/DeferredPart.tsx';
import { DATABASE_NAME } from '#core/storage/hasDatabase.ts';
import { FadeIn } from '#ui/screen/FadeIn.tsx';
import { Scope } from '#core/lifetime/scope.ts';
import { whenNeeded } from '#core/appState/firstGesture.ts';
import { nextTask } from '../support/clock.ts';

/** A part whose download fails so many times, counted over all its tries. */
function failingPart<P extends object>(times: number, Part: React.ComponentType<P>) {
  return vi.fn<() => Promise<{ default: React.ComponentType<P> }>>(async () => {
    if (times-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Part };
  });
}

/** Each request is three downloads. */
const ONE_REQUEST = 3;
/** Its pauses, ms. */
const PAUSES_MS = [300, 1200] as const;
const ALL_PAUSES_MS = 300 + 1200;
const Words = () => <p>Here it is</p>;

describe('a lazily loaded part', () => {
  beforeEach(stopTheClock);

  test('is requested again after one lost packet', async () => {
    const load = failingPart(ONE_REQUEST - 1, Words);
    const Part = lazyPart(load, { waiting: <p>One moment...</p> });
    await mount(<Part />);
    expect(text()).toContain('One moment...');
    await pass(ALL_PAUSES_MS);
    await expect.poll(text).toContain('Here it is');
    expect(load).toHaveBeenCalledTimes(ONE_REQUEST);
  });

  test('shows its failure in its own place, affects nothing else, and is loaded by "Try again"', async () => {
    const Part = lazyPart(failingPart(ONE_REQUEST, Words));
    await mount(
      <>
        <h1>The screen</h1>
        <Part />
      </>,
    );
    await pass(ALL_PAUSES_MS);
    await expect.poll(text).toContain('This part could not be loaded.');
    expect(text()).toContain('The screen');
    await press(byRole('button', 'Try again'));
    await expect.poll(text).toContain('Here it is');
    expect(allByRole('alert', /./)).toHaveLength(0);
  });

  test('is loaded when the connection is back, and when it is shown the next time', async () => {
    const Part = lazyPart(failingPart(2 * ONE_REQUEST, Words));
    await mount(<Part />);
    await pass(ALL_PAUSES_MS);
    await expect.poll(text).toContain('This part could not be loaded.');
    await mount(<p>another screen</p>);
    await mount(<Part />);
    await pass(ALL_PAUSES_MS);
    await expect.poll(text).toContain('This part could not be loaded.');
    await change(() => window.dispatchEvent(new Event('online')));
    await expect.poll(text).toContain('Here it is');
  });

  test('affects nothing else when it throws while it is shown', async () => {
    const Broken = () => {
      throw new Error('broken');
    };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Part = lazyPart(async () => ({ default: Broken as () => null }));
    await mount(
      <>
        <h1>The screen</h1>
        <Part />
      </>,
    );
    await expect.poll(text).toContain('This part could not be loaded.');
    expect(text()).toContain('The screen');
  });

  test('shows its failure as a dialog only while that is open, and can be closed', async () => {
    const Part = dialogPart(
      failingPart(ONE_REQUEST, ({ open }: { open: boolean; onOpenChange: (open: boolean) => void }) => (
        <p>{open ? 'open' : 'shut'}</p>
      )),
    );
    const closed = vi.fn<(open: boolean) => void>();
    await mount(<Part open onOpenChange={closed} />);
    await pass(ALL_PAUSES_MS);
    await expect.poll(text).toContain('This part could not be loaded.');
    await press(byRole('button', 'Close'));
    expect(closed).toHaveBeenCalledWith(false);
  });
});

test('the connection is lost when the browser reports so, and back with the first answer', () => {
  expect(connection.online).toBe(true);
  window.dispatchEvent(new Event('offline'));
  expect(connection.online).toBe(false);
  // The browser itself is online, so that requests may go out.
  expect(connection.cut).toBe(false);
  connection.markAnswered();
  expect(connection.online).toBe(true);
});

const Screen = () => <ScreenHeading>Here it is</ScreenHeading>;
/** A file that the browser requests and does not get, until `there` is set. */
function missingFile() {
  const state = { there: false };
  const load = vi.fn<() => Promise<{ default: React.ComponentType }>>(async () => {
    if (state.there) return { default: Screen };
    return import(/* @vite-ignore */ new URL(`/no-such-screen-${crypto.randomUUID()}.js`, location.href).href);
  });
  return { state, load };
}

/** The same look as in the app. */
const show = (Lazy: React.ComponentType) =>
  mount(
    <Suspense fallback={<p>Loading...</p>}>
      <Lazy />
    </Suspense>,
  );

/** Lets every attempt fail in the browser, and skips the pauses between them. */
async function runOut(load: { mock: { calls: unknown[] } }): Promise<void> {
  for (const [i, pause] of PAUSES_MS.entries()) {
    await vi.waitUntil(() => load.mock.calls.length === i + 1 && vi.getTimerCount() > 0, {
      timeout: WAIT_TIMEOUT_MS,
    });
    await pass(pause);
  }
  await vi.waitUntil(() => allByRole('button', 'Try again').length > 0, { timeout: WAIT_TIMEOUT_MS });
}

test('a screen whose file cannot be loaded shows so, is requested three times and no more, and loads by "Try again"', async () => {
  stopTheClock();
  const { state, load } = missingFile();
  await show(lazyScreen(load, PAUSES_MS));
  expect(text()).toContain('Loading...');
  await runOut(load);
  expect(text()).toContain('This screen did not arrive');
  expect(text()).not.toContain('Application Error');
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(3);
  state.there = true;
  await press(byRole('button', 'Try again'));
  await vi.waitUntil(() => allByRole('heading', 'Here it is').length > 0, { timeout: WAIT_TIMEOUT_MS });
  expect(load).toHaveBeenCalledTimes(4);
  expect(document.activeElement?.textContent).toBe('Here it is');
});

test('a screen loads when the connection is back', async () => {
  stopTheClock();
  const { state, load } = missingFile();
  await show(lazyScreen(load, PAUSES_MS));
  await runOut(load);
  state.there = true;
  await change(() => window.dispatchEvent(new Event('online')));
  await vi.waitUntil(() => allByRole('heading', 'Here it is').length > 0, { timeout: WAIT_TIMEOUT_MS });
  expect(load).toHaveBeenCalledTimes(4);
});

test('a screen that failed to load is requested again at the next visit', async () => {
  stopTheClock();
  const { state, load } = missingFile();
  const Lazy = lazyScreen(load, PAUSES_MS);
  await show(Lazy);
  await runOut(load);
  await mount(<p>another screen</p>);
  state.there = true;
  await show(Lazy);
  await vi.waitUntil(() => allByRole('heading', 'Here it is').length > 0, { timeout: WAIT_TIMEOUT_MS });
  expect(load).toHaveBeenCalledTimes(4);
});

test('a screen whose prefetch failed is not requested again when it is shown', async () => {
  stopTheClock();
  const { load } = missingFile();
  const Lazy = lazyScreen(load, PAUSES_MS);
  const ahead = Lazy.load().catch(() => 'failed');
  for (const pause of PAUSES_MS) {
    await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: WAIT_TIMEOUT_MS });
    await vi.advanceTimersByTimeAsync(pause);
  }
  expect(await ahead).toBe('failed');
  await show(Lazy);
  expect(text()).toContain('This screen did not arrive');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a deferred part of a screen has its place first, and then its content', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const seen: string[] = [];
  const watcher = new MutationObserver(() => seen.push(host.innerHTML));
  watcher.observe(host, { childList: true });
  const root = createRoot(host);
  root.render(
    <>
      <DeferredPart waiting={<i>place</i>}>
        <b>one</b>
      </DeferredPart>
      <DeferredPart>
        <b>two</b>
      </DeferredPart>
      <DeferredPart now>
        <b>now</b>
      </DeferredPart>
    </>,
  );
  await expect.poll(() => host.innerHTML).toBe('<b>one</b><b>two</b><b>now</b>');
  watcher.disconnect();
  expect(seen[0]).toBe('<i>place</i><span hidden="" data-later="true"></span><b>now</b>');
  root.unmount();
  host.remove();
});

const touch = () => window.dispatchEvent(new PointerEvent('pointerdown'));

describe('the code that stores and sends', () => {
  test('is loaded with the first gesture of a first visit, once', async () => {
    vi.spyOn(indexedDB, 'databases').mockResolvedValue([{ name: 'another', version: 1 }]);
    const work = vi.fn<() => void>();
    whenNeeded(work, new Scope());
    await nextTask();
    expect(work).not.toHaveBeenCalled();
    touch();
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(work).toHaveBeenCalledTimes(1);
  });

  test.each([() => new ClipboardEvent('paste'), () => new DragEvent('drop')])(
    'is loaded when a first visit only pastes or drops (%#)',
    async (event) => {
      vi.spyOn(indexedDB, 'databases').mockResolvedValue([]);
      const work = vi.fn<() => void>();
      whenNeeded(work, new Scope());
      await nextTask();
      window.dispatchEvent(event());
      expect(work).toHaveBeenCalledTimes(1);
    },
  );

  test.each([
    ['has kept something', () => Promise.resolve([{ name: DATABASE_NAME, version: 2 }])],
    ['does not tell', () => Promise.reject(new DOMException('no', 'InvalidStateError'))],
  ])('is loaded at once if the device %s', async (_, databases) => {
    vi.spyOn(indexedDB, 'databases').mockImplementation(databases);
    const work = vi.fn<() => void>();
    whenNeeded(work, new Scope());
    await nextTask();
    expect(work).toHaveBeenCalledTimes(1);
    touch();
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('is not loaded for a screen that was left', async () => {
    vi.spyOn(indexedDB, 'databases').mockResolvedValue([{ name: DATABASE_NAME, version: 2 }]);
    const work = vi.fn<() => void>();
    const scope = new Scope();
    whenNeeded(work, scope);
    scope.dispose();
    await nextTask();
    touch();
    expect(work).not.toHaveBeenCalled();
  });
});

describe('a picture that fades in', () => {
  const PIXEL_URL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  const shown = () => document.querySelector<HTMLElement>('[data-shown]')!.dataset['shown'];
  test.each([
    ['that comes', PIXEL_URL, 100],
    ['that does not come', 'data:image/png;base64,none', 300],
  ])('appears also for an image %s', async (_words, image, ms) => {
    stopTheClock();
    await mount(<FadeIn image={image}>here</FadeIn>);
    // The picture has come, or not: only then the time begins. A poll would move the clock.
    while (vi.getTimerCount() === 0) await new Promise(requestAnimationFrame);
    await pass(ms - 1);
    expect(shown()).toBe('false');
    await pass(1);
    expect(shown()).toBe('true');
    expect(text()).toContain('here');
  });
});
