import type { Browser, CDPSession, Page } from 'playwright';
import { SCREENS, type BENCHES } from '../benches.ts';
import type { Asked } from '../options.ts';
import { machine, sayer, table, writeResults } from '../report.ts';
import { withPage } from './stage.ts';

/**
 * How long a press takes until its first frame is painted (Event Timing, what INP is made of), on a processor that is slowed down
 * four times: on each screen every kind of control is pressed, what opens is pressed through, and closed again.
 */

const TARGET_MS = 100;
/** Presses of one kind of control, and of one screen. */
const OF_A_KIND = 2;
const OF_A_SCREEN = 90;

interface Press {
  control: string;
  /** The longest event of the press; 0 below the 16 ms that a browser reports. */
  ms: number;
}

declare global {
  interface Window {
    interactions: { name: string; duration: number; start: number }[];
    pressedKinds: Record<string, number>;
  }
}

/** In the page: records the event timings of the browser. */
function watch(): void {
  window.interactions = [];
  window.pressedKinds = {};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[])
      if (entry.interactionId)
        window.interactions.push({ name: entry.name, duration: entry.duration, start: entry.startTime });
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** In the page: marks the next control to press, and names it; null when each kind was pressed. */
function nextControl([ofAKind, leave]: [number, string]): string | null {
  document.querySelector('[data-press]')?.removeAttribute('data-press');
  const open = [...document.querySelectorAll('[role="dialog"], [role="menu"], dialog[open]')].at(-1);
  const controls = (open ?? document).querySelectorAll<HTMLElement>(
    'button, a[href^="/"], [role="tab"], [role="switch"], [role="menuitem"], [role="radio"], input, select, textarea, summary, [role="button"], [role="slider"]',
  );
  for (const control of controls) {
    const box = control.getBoundingClientRect();
    if (box.width < 4 || box.height < 4 || getComputedStyle(control).visibility === 'hidden') continue;
    if (control.matches(':disabled, [aria-disabled="true"], [target="_blank"], [type="file"]')) continue;
    if (!control.checkVisibility()) continue;
    const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40);
    if (new RegExp(leave, 'i').test(name)) continue;
    const kind = `${open === undefined ? '' : 'open '}${control.tagName} ${control.className} ${control.getAttribute('role') ?? ''} ${control.getAttribute('type') ?? ''}`;
    const count = window.pressedKinds[kind] ?? 0;
    if (count >= ofAKind) continue;
    window.pressedKinds[kind] = count + 1;
    control.setAttribute('data-press', '');
    return name === '' ? control.tagName.toLowerCase() : name;
  }
  return null;
}

/** Nothing changes on the page for so long once all of what a press brings is there; a beat or a recording goes on and on, ms. */
const QUIET_MS = 200;
const QUIET_TIMEOUT_MS = 1500;

/** Waits until what was pressed is all there: a dialog that is loaded at first, and comes in pieces. */
async function untilQuiet(page: Page): Promise<void> {
  await page.evaluate(
    ([quiet, timeout]) =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quiet);
        });
        observer.observe(document.body, { subtree: true, childList: true });
        setTimeout(done, timeout);
      }),
    [QUIET_MS, QUIET_TIMEOUT_MS] as const,
  );
}

/** The longest event since the last call, once what was begun is painted. */
async function longest(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const settle = () =>
          requestIdleCallback(
            () =>
              setTimeout(() => {
                done(Math.max(0, ...window.interactions.splice(0).map(({ duration }) => duration)));
              }, 60),
            { timeout: 1500 },
          );
        requestAnimationFrame(() => requestAnimationFrame(settle));
      }),
  );
}

/** What leads away for good, or waits for a system's own window. */
const LEAVE = '^(logout|delete|open file|choose|import|upload|save as|download|print)';

interface Visit {
  path: string;
  /** How many times slower the processor is. */
  throttling: number;
}

async function pressAll(page: Page, session: CDPSession, { path, throttling }: Visit): Promise<Press[]> {
  const presses: Press[] = [];
  const throttle = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.waitForLoadState('networkidle');
  await throttle(throttling);
  let closed = false;
  while (presses.length < OF_A_SCREEN) {
    const control = await page.evaluate(nextControl, [OF_A_KIND, LEAVE] as [number, string]);
    if (control === null) {
      if (closed) break;
      closed = true;
      await page.keyboard.press('Escape');
      await longest(page);
      continue;
    }
    closed = false;
    const pressed = await page
      .locator('[data-press]')
      .first()
      .click({ timeout: 4000 })
      .then(
        () => true,
        () => false,
      );
    if (!pressed) {
      await page.keyboard.press('Escape');
      continue;
    }
    const ms = await longest(page);
    presses.push({ control, ms });
    await untilQuiet(page);
    if (new URL(page.url()).pathname !== path) {
      const kinds = await page.evaluate(() => window.pressedKinds);
      await throttle(1);
      await page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' });
      await page.evaluate((known) => (window.pressedKinds = known), kinds);
      await throttle(throttling);
    }
  }
  await throttle(1);
  return presses;
}

const PHONE = { viewport: { width: 412, height: 892 }, hasTouch: true };

const screen = (browser: Browser, url: string, visit: Visit): Promise<Press[]> =>
  withPage(browser, visit.path, PHONE, async (page) => {
    await page.addInitScript(watch);
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    await page.goto(url + visit.path);
    return pressAll(page, await page.context().newCDPSession(page), visit);
  });

/** Presses through every screen, prints the table and leaves it with the results of the benches. */
export async function measurePresses(
  browser: Browser,
  url: string,
  share: string,
  { only, throttling, json, isNarrowed }: Asked<typeof BENCHES.page>,
): Promise<void> {
  const say = sayer(json);
  const rows: string[][] = [];
  const data: Record<string, Press[]> = {};
  for (const name of only ?? SCREENS) {
    const presses = await screen(browser, url, { path: name.replace(':id', share), throttling });
    presses.sort((a, b) => a.ms - b.ms);
    data[name] = presses;
    const at = (part: number) => presses[Math.min(presses.length - 1, Math.floor(presses.length * part))];
    const slow = presses.filter(({ ms }) => ms > TARGET_MS).reverse();
    rows.push([
      name,
      String(presses.length),
      ...[0.5, 0.98, 1].map((part) => String(at(part)?.ms ?? 0)),
      String(slow.length),
      presses.at(-1)?.control ?? '',
    ]);
    say(
      `${rows.at(-1)!.join('  ')}   ${slow
        .slice(0, 8)
        .map(({ control, ms }) => `${control}: ${ms}`)
        .join(', ')}`,
    );
  }
  const text = table(['screen', 'presses', 'p50 ms', 'p98 ms', 'worst ms', `over ${TARGET_MS} ms`, 'the worst'], rows);
  say(`\n${text}`);
  const title = `Presses at ${throttling}x CPU throttling`;
  const facts = machine(['react', 'playwright'], { Chromium: browser.version() });
  say(writeResults({ name: 'page-inp', title, markdown: text, data, facts, isNarrowed }));
  if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
}
