import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connection } from '../../../src/core/network/connection.ts';
import { LoadError, importWithRetry } from '../../../src/core/loading/importWithRetry.ts';
import { busy, busyWhile } from '../../../src/core/shell/busy.ts';
import { dialogPart, lazyPart } from '../../../src/ui/loading/lazyPart.tsx';
import { proxy } from 'valtio';
import { allByRole, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';

/** A part whose download fails so many times, counted over all its tries. */
function failing<P extends object>(times: number, Part: React.ComponentType<P>) {
  return vi.fn<() => Promise<{ default: React.ComponentType<P> }>>(async () => {
    if (times-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Part };
  });
}

/** Each ask is three downloads. */
const ONE_ASK = 3;
/** And so long are its pauses, ms. */
const PAUSES_MS = 300 + 1200;
const Words = () => <p>Here it is</p>;

describe('a part that is loaded when it is needed', () => {
  beforeEach(stopTheClock);

  test('one lost packet is nothing: it is tried again by itself', async () => {
    const load = failing(ONE_ASK - 1, Words);
    const Part = lazyPart(load, { waiting: <p>One moment...</p> });
    await mount(<Part />);
    expect(text()).toContain('One moment...');
    await pass(PAUSES_MS);
    await expect.poll(text).toContain('Here it is');
    expect(load).toHaveBeenCalledTimes(ONE_ASK);
  });

  test('says so in its own place when it cannot be had, leaves the rest alone, and comes when it is asked again', async () => {
    const Part = lazyPart(failing(ONE_ASK, Words));
    await mount(
      <>
        <h1>The screen</h1>
        <Part />
      </>,
    );
    await pass(PAUSES_MS);
    await expect.poll(text).toContain('This part could not be loaded.');
    expect(text()).toContain('The screen');
    await press(byRole('button', 'Try again'));
    await expect.poll(text).toContain('Here it is');
    expect(allByRole('alert', /./)).toHaveLength(0);
  });

  test('comes by itself when the connection is back, and when it is shown the next time', async () => {
    const Part = lazyPart(failing(2 * ONE_ASK, Words));
    await mount(<Part />);
    await pass(PAUSES_MS);
    await expect.poll(text).toContain('This part could not be loaded.');
    await mount(<p>another screen</p>);
    await mount(<Part />);
    await pass(PAUSES_MS);
    await expect.poll(text).toContain('This part could not be loaded.');
    await change(() => window.dispatchEvent(new Event('online')));
    await expect.poll(text).toContain('Here it is');
  });

  test('one that breaks while it is shown takes nothing else with it', async () => {
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

  test('a dialog that cannot be had says so only while it is asked for, and can be closed', async () => {
    const Part = dialogPart(
      failing(ONE_ASK, ({ open }: { open: boolean; onOpenChange: (open: boolean) => void }) => (
        <p>{open ? 'open' : 'shut'}</p>
      )),
    );
    const closed = vi.fn<(open: boolean) => void>();
    await mount(<Part open onOpenChange={closed} />);
    await pass(PAUSES_MS);
    await expect.poll(text).toContain('This part could not be loaded.');
    await press(byRole('button', 'Close'));
    expect(closed).toHaveBeenCalledWith(false);
  });

  test('three tries, and then an error that says what it was', async () => {
    const load = failing(9, Words);
    const asked = importWithRetry(load).catch((error: unknown) => error);
    await pass(PAUSES_MS);
    const refused = await asked;
    expect(refused).toBeInstanceOf(LoadError);
    expect((refused as LoadError).cause).toBeInstanceOf(TypeError);
    expect(load).toHaveBeenCalledTimes(3);
  });
});

test('the app is busy while any of its parts is', () => {
  const [one, two] = [proxy({ on: false }), proxy({ on: false })];
  busyWhile(one, () => one.on);
  busyWhile(two, () => two.on);
  const seen: boolean[] = [];
  for (const [part, on] of [
    [one, true],
    [two, true],
    [one, false],
    [two, false],
  ] as const) {
    part.on = on;
    seen.push(busy.now);
  }
  expect(seen).toEqual([true, true, true, false]);
});

test('a connection is lost when the browser says so, and there again with the first answer', () => {
  expect(connection.online).toBe(true);
  window.dispatchEvent(new Event('offline'));
  expect(connection.online).toBe(false);
  // The browser itself is online: whoever wants to ask may.
  expect(connection.cut).toBe(false);
  connection.answered();
  expect(connection.online).toBe(true);
});
