import type { Browser } from 'playwright';
import { spreadOf, type Spread } from '../latency/statistics.ts';

/** How soon a press on Record asks for the microphone, and the timer runs once there is a stream. */

/** Moments of a press, ms of the page's clock; null until then. */
interface Opening {
  press: number | null;
  question: number | null;
  stream: number | null;
  timer: number | null;
}

declare global {
  interface Window {
    opening: Opening;
  }
}

/** What watches in the page; it must stand alone, as it is sent as text. */
function watch(): void {
  const opening: Opening = { press: null, question: null, stream: null, timer: null };
  window.opening = opening;
  window.addEventListener('click', ({ timeStamp }) => (opening.press ??= timeStamp), { capture: true });
  const { mediaDevices } = navigator;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    opening.question = performance.now();
    const stream = await ask(constraints);
    opening.stream = performance.now();
    return stream;
  };
  const observer = new MutationObserver(() => {
    if (!/stop recording/i.test(document.querySelector('main')?.textContent ?? '')) return;
    observer.disconnect();
    requestAnimationFrame(() => (opening.timer = performance.now()));
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

/** What a first visit loads when it is idle is there by then, ms. */
const IDLE_MS = 4000;

export interface Openings {
  /** From the press to the question for the microphone, and from its stream to the frame with the timer, ms. */
  question: Spread;
  timer: Spread;
}

/** Presses Record on a first visit, each time in a new context, with the processor at 1 / `throttling` of its speed. */
export async function measureOpenings(
  browser: Browser,
  url: string,
  throttling: number,
  passes: number,
): Promise<Openings> {
  const seen: Opening[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(error));
      // The compiler may leave a call to its helper for function names in what is sent.
      await page.addInitScript(`globalThis.__name ??= (value) => value; (${watch.toString()})()`);
      await page.goto(url);
      const record = page.getByRole('button', { name: 'Record', exact: true });
      await record.waitFor();
      await page.waitForTimeout(IDLE_MS);
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling });
      await record.click();
      await page.waitForFunction(() => window.opening.timer !== null);
      seen.push(await page.evaluate(() => window.opening));
    } finally {
      await context.close();
    }
  }
  return {
    question: spreadOf(seen.map(({ press, question }) => question! - press!)),
    timer: spreadOf(seen.map(({ stream, timer }) => timer! - stream!)),
  };
}
