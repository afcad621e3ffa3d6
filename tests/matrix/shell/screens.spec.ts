import { join } from 'node:path';
import type { APIRequestContext, CDPSession, Page } from '@playwright/test';
import { createShareId } from '../../../src/features/share/domain/shareId.ts';
import { expect, test } from '../../e2e/support/fixture.ts';
import { signIn, stranger } from '../../e2e/support/members.ts';
import { publisher, save } from '../../e2e/support/hosts/publicSide.ts';
import { lookAt, type Look } from '../../e2e/support/screenMeasures.ts';
import { serverKeys } from '../../e2e/support/keys.ts';
import { audioPathOf, DEVICE_SECRET, fragrance, storeMelody } from '../../e2e/support/shareFlow.ts';

/**
 * Every screen in every shape that a person may give it. A page is opened once, and then changes its size, its text and its
 * colours; each way stands at the width where it hurts most.
 */

interface Cell extends Look {
  name: string;
  size: readonly [number, number];
  scheme?: 'dark';
  /** The size of text that the person has chosen for all pages, of the usual one. */
  text?: number;
}

const CELLS: readonly Cell[] = [
  { name: '390x844', size: [390, 844], contrast: true, focus: true },
  { name: '390x844, dark', size: [390, 844], scheme: 'dark', contrast: true },
  { name: '390x844, forced colours', size: [390, 844], forced: true },
  { name: '390x844, text at 200 %', size: [390, 844], text: 2 },
  { name: '320x640', size: [320, 640] },
  { name: '320x256, as 1280x1024 at 400 %', size: [320, 256], focus: true },
  { name: '667x375', size: [667, 375], focus: true },
  { name: '844x390', size: [844, 390] },
  { name: '768x1024', size: [768, 1024] },
  { name: '1440x900', size: [1440, 900], contrast: true },
  { name: '1440x900, text at 200 %', size: [1440, 900], text: 2 },
  { name: '1920x1080', size: [1920, 1080] },
];

/** Where the pictures go, when `npm run screenshots -- --matrix` asks for them. */
const PICTURES = process.env['MATRIX_PICTURES'];
const pictureOf = (name: string): string => name.replaceAll(/[^\w]+/g, ' ').trim() || 'home';

/** The usual size of text, px. */
const TEXT = 16;
/** More than that is seen as a jump. */
const MAX_SHIFT = 0.01;

/** Two directions of writing, and a word that no line of a phone takes. */
const NAME = 'Supercalifragilisticexpialidocious عند الفجر';

/** A member whose name is as hard on a page. */
const longNamed = () => ({ ...stranger(), name: 'נועם בן-דוד Wolfeschlegelsteinhausenberger' });

interface Stop {
  name: string;
  /** Its address, when that is not its name; what has to be there for it is made first. */
  path?: string | ((request: APIRequestContext) => Promise<string>);
  /** What is done on the page before it is looked at. */
  act?: (page: Page) => Promise<void>;
}

async function shifts(page: Page): Promise<string[]> {
  const { sum, what } = await page.evaluate(
    () => (window as unknown as { shifted: { sum: number; what: string[] } }).shifted,
  );
  return sum <= MAX_SHIFT ? [] : [`moved by ${sum.toFixed(3)} while it loaded: ${what.join(', ')}`];
}

/** Opens a page and looks at it in every shape. */
async function look(page: Page, { name, path = name, act }: Stop): Promise<void> {
  const found: string[] = [];
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(() => {
    const shifted = { sum: 0, what: [] as string[] };
    Object.assign(window, { shifted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        shifted.sum += entry.value;
        for (const { node } of entry.sources)
          if (node instanceof Element)
            shifted.what.push(
              `${entry.value.toFixed(4)} ${node.localName}.${node.getAttribute('class')} "${node.textContent?.slice(0, 30)}"`,
            );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // What other tests publish meanwhile has names of its own.
  await page.route('**/rpc/public_fragrances', async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { name: string }[];
    await route.fulfill({ response, json: rows.filter(({ name: one }) => one === NAME || one === 'Walked') });
  });
  await shape(page, session, CELLS[0]!);
  await page.goto(typeof path === 'string' ? path : await path(page.request));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText(/^Loading .*\.\.\.$/)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  found.push(...(await shifts(page)));
  await act?.(page);
  for (const cell of CELLS) {
    await shape(page, session, cell);
    const { focus = false, contrast = false, forced = false } = cell;
    const wrong = await page.evaluate(lookAt, { focus, contrast, forced });
    found.push(...wrong.map((what) => `at ${cell.name}: ${what}`));
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `${pictureOf(name)} @ ${pictureOf(cell.name)}.png`) });
  }
  expect(found).toEqual([]);
}

/** Gives the page a size, colours, and the text that a person has set. */
async function shape(page: Page, session: CDPSession, { size, scheme, text = 1, forced = false }: Cell): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard: TEXT * text, fixed: 13 * text } });
  await page.setViewportSize({ width: size[0], height: size[1] });
  await page.emulateMedia({
    colorScheme: scheme ?? 'light',
    forcedColors: forced ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  // The text has its size, what follows a size by script has followed, and colours have changed.
  await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === `${px}px`, TEXT * text);
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** A share whose name is hard on a page. */
async function sharePath(request: APIRequestContext): Promise<string> {
  const audioUrl = await storeMelody(request);
  const own = fragrance(audioUrl, { name: NAME });
  const shareId = createShareId((count) => crypto.getRandomValues(new Uint8Array(count)));
  const made = await request.post('/rest/v1/rpc/create_share', {
    headers: { apikey: serverKeys().publishable },
    data: {
      owner_secret: DEVICE_SECRET,
      share: {
        share_id: shareId,
        name: NAME,
        music_essence: own.musicEssence,
        top_notes: own.topNotes,
        middle_notes: own.middleNotes,
        base_notes: own.baseNotes,
        audio_path: audioPathOf(audioUrl),
        intensity: own.intensity,
        complexity: own.complexity,
        persistence: own.persistence,
        trace: own.trace,
        description: own.description,
        source: 'spectral',
      },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return `/share/${shareId}`;
}

/** The playlist has a fragrance with such a name, by somebody with such a name. */
async function publish(request: APIRequestContext): Promise<void> {
  await save(request, await publisher(request, longNamed()), [{ name: 'Walked' }, { name: NAME }]);
}

const opensDialog = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const OF_A_VISITOR: readonly Stop[] = [
  { name: '/' },
  { name: 'menu', path: '/', act: (page) => page.getByRole('button', { name: 'Open menu' }).click() },
  { name: '/results' },
  { name: 'share sheet', path: '/results', act: (page) => opensDialog(page, 'Share') },
  { name: 'share', path: sharePath },
  { name: '/share/AAAAAAAA' },
  { name: '/beat-maker' },
  {
    name: 'painted beat',
    path: '/beat-maker',
    act: (page) => page.getByRole('button', { name: 'Start with an example' }).click(),
  },
  { name: 'notes of the beat', path: '/beat-maker', act: (page) => opensDialog(page, 'Select notes') },
  { name: '/scentwaves' },
  { name: '/secret-keyboard' },
  { name: '/customize' },
  { name: '/store' },
  {
    name: '/store?tab=playlist',
    path: async (request) => {
      await publish(request);
      return '/store?tab=playlist';
    },
  },
  { name: '/store/preorder/namibian-breeze' },
  {
    name: 'playlist entry',
    path: async (request) => {
      await publish(request);
      return `/playlist/${encodeURIComponent(NAME)}`;
    },
  },
  { name: '/about' },
  { name: '/contact' },
  { name: '/login' },
  { name: '/register' },
  { name: '/sign-up-success' },
  { name: '/reset-password' },
  { name: '/change-password' },
  { name: '/profile/update-password' },
  { name: '/no-such-page' },
];

const OF_A_MEMBER: readonly Stop[] = [
  { name: 'home of a member', path: '/' },
  { name: '/profile' },
  { name: '/profile?tab=soundcode' },
  { name: '/profile?tab=fragrances' },
  { name: '/profile/simple' },
  { name: 'playlist for a member', path: '/store?tab=playlist' },
];

// A page of a link that does not exist is asked for on purpose, and the browser logs what is refused.
test.use({ expectedConsole: [/Failed to load resource/] });

for (const stop of OF_A_VISITOR)
  test(`${stop.name}, in every shape`, async ({ page }) => {
    await page.addInitScript(
      (kept) => localStorage.setItem('fragranceProfile', kept),
      JSON.stringify(fragrance(undefined, { name: NAME })),
    );
    await look(page, stop);
  });

for (const stop of OF_A_MEMBER)
  test(`${stop.name}, in every shape`, async ({ page, request }) => {
    const member = await publisher(request, longNamed());
    await save(request, member, [{ name: 'Walked' }, { name: NAME }]);
    await signIn(page, member);
    await look(page, stop);
  });
