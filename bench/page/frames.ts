import type { Browser, Page } from 'playwright';
import type { BENCHES } from '../benches.ts';
import { quantile } from '../latency/statistics.ts';
import type { Asked } from '../options.ts';
import { machine, sayer, table, writeResults } from '../report.ts';
import { withPage } from './stage.ts';

/** How many frames of 60 a second are dropped while a flower moves, on a processor that is slowed down four times. */

const FRAME_MS = 1000 / 60;
/** So long a screen is watched after its sound has begun, ms. */
const WATCHED_MS = 5000;
const PHONE = { viewport: { width: 390, height: 844 } };

interface Scene {
  path: string;
  /** The button that begins the sound. */
  begin: RegExp;
}

const SCENES: Readonly<Record<string, Scene>> = {
  'home, the example sounds': { path: '/', begin: /^Hear an example/ },
  recording: { path: '/', begin: /^Record$/ },
  'results, all notes sound': { path: '/results', begin: /^Play all/ },
};

interface Frames {
  /** Frames that were drawn and that should have been. */
  drawn: number;
  due: number;
  /** The longest time between two frames, ms. */
  longest: number;
}

/** In the page: the times of its frames for so long, ms. */
function frameTimes(during: number): Promise<number[]> {
  return new Promise((done) => {
    const times: number[] = [];
    const frame = (time: number): void => {
      times.push(time);
      if (time - times[0]! < during) requestAnimationFrame(frame);
      else done(times);
    };
    requestAnimationFrame(frame);
  });
}

async function watch(page: Page, throttling: number, { path, begin }: Scene, url: string): Promise<Frames> {
  await page.goto(url + path, { waitUntil: 'networkidle' });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  await page.getByRole('button', { name: begin }).click();
  // What the press loads and begins is not part of the movement.
  await page.waitForTimeout(1500);
  const times = await page.evaluate(frameTimes, WATCHED_MS);
  const gaps = times.slice(1).map((time, at) => time - times[at]!);
  return {
    drawn: gaps.length,
    due: Math.round((times.at(-1)! - times[0]!) / FRAME_MS),
    longest: Math.max(...gaps),
  };
}

/** Watches each screen, prints the table and leaves it with the results of the benches. */
export async function measureFrames(
  browser: Browser,
  url: string,
  { throttling, runs, json }: Asked<typeof BENCHES.page>,
): Promise<void> {
  const say = sayer(json);
  const rows: string[][] = [];
  const data: Record<string, Frames[]> = {};
  for (const [name, what] of Object.entries(SCENES)) {
    const watched: Frames[] = [];
    for (let run = 0; run < runs; run++)
      watched.push(await withPage(browser, what.path, PHONE, (page) => watch(page, throttling, what, url)));
    data[name] = watched;
    const lost = watched.map(({ drawn, due }) => Math.max(0, due - drawn));
    rows.push([
      name,
      String(watched[0]!.due),
      quantile(lost, 0.5).toFixed(0),
      String(Math.max(...lost)),
      Math.max(...watched.map(({ longest }) => longest)).toFixed(0),
    ]);
    say(rows.at(-1)!.join('  '));
  }
  const text = table(['screen', 'frames due', 'dropped, median', 'dropped, worst', 'longest frame ms'], rows);
  say(`\n${text}`);
  const title = `Frames of ${WATCHED_MS / 1000} s at ${throttling}x CPU throttling, ${runs} runs`;
  const facts = machine(['react', 'playwright'], { Chromium: browser.version() });
  say(writeResults({ name: 'page-frames', title, markdown: text, data, facts, isNarrowed: false }));
  if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
}
