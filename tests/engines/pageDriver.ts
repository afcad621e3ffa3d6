import { chromium, firefox, type Browser, type Locator, type Page } from '@playwright/test';
import { browserPath } from '#tests/browserPath.ts';
import { fakeMediaArgs } from '#tests/fakeMedia.ts';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import { limitEvaluation } from '#tests/withTimeout.ts';
import type { Driver, Target } from './driver.ts';
import type { SoundCard } from './soundCard.ts';

/** Sound without a gesture, and the microphone without a question. */
const FIREFOX_PREFERENCES = {
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  // The whole of BiDi's emulation is not in Debian's Firefox; this is.
  'ui.prefersReducedMotion': 1,
};

/**
 * Firefox takes it for an error when a font (NS_BINDING_ABORTED), or a script that comes by way of the service worker,
 * was still on its way when the page was left. One that fails for good is missed on the page.
 */
const LEFT_BEHIND =
  /^downloadable font: download failed .*status=2152398850|ServiceWorker intercepted the request and encountered an unexpected error/;

function launch(engine: 'chromium' | 'firefox', env: Record<string, string>): Promise<Browser> {
  if (engine === 'firefox')
    return firefox.launch({
      // Debian's own build, by WebDriver BiDi.
      channel: 'moz-firefox',
      executablePath: '/usr/bin/firefox-esr',
      firefoxUserPrefs: FIREFOX_PREFERENCES,
      env,
    });
  return chromium.launch({
    executablePath: browserPath(),
    args: fakeMediaArgs(),
    // The test records its sound.
    ignoreDefaultArgs: ['--mute-audio'],
    env,
  });
}

/** Visible elements only: a closed menu may hold the same words before it. */
function locate(page: Page, target: Target): Locator {
  if ('role' in target) return page.getByRole(target.role, { name: target.name, exact: true }).first();
  if ('label' in target) return page.getByLabel(target.label, { exact: true }).first();
  if ('text' in target) return page.getByText(target.text, { exact: true }).filter({ visible: true }).first();
  return page.locator(target.css).first();
}

/** Chromium and Firefox, which Playwright drives. */
export async function pageDriver(engine: 'chromium' | 'firefox', baseURL: string, card: SoundCard): Promise<Driver> {
  const environment = Object.entries({ ...process.env, ...card.env }).filter(([, value]) => value !== undefined);
  const browser = await launch(engine, Object.fromEntries(environment) as Record<string, string>);
  const context = await browser.newContext({
    baseURL,
    // Without a graphics card, painting animations causes gaps in the sound: all engines run with reduced motion.
    ...(engine === 'chromium' ? { reducedMotion: 'reduce' } : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  limitEvaluation(page);
  const loud: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      loud.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => {
    if (!LEFT_BEHIND.test(error.message)) loud.push(`uncaught: ${error.stack ?? error.message}`);
  });
  return {
    engine,
    card,
    loud,
    open: async (path) => void (await page.goto(path)),
    path: async () => page.url().slice(new URL(page.url()).origin.length),
    see: (target, timeout = WAIT_TIMEOUT_MS) => locate(page, target).waitFor({ timeout }),
    click: (target) => locate(page, target).click(),
    type: (target, text) => locate(page, target).fill(text),
    down: (key) => page.keyboard.down(key),
    up: (key) => page.keyboard.up(key),
    evaluate: page.evaluate.bind(page),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
