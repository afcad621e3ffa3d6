import { writeFileSync } from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { serveApp, type ServedApp } from '#tests/e2e/faults/servedApp.ts';
import { TEST_MS } from '#tests/timeouts.ts';
import type { Driver, Engine } from './driver.ts';
import { miniBrowser } from './engines.ts';
import { pageDriver } from './pageDriver.ts';
import { preferBrowsers } from './priority.ts';
import { CARD_RATE, SoundCard } from './soundCard.ts';
import { webDriver } from './webDriver.ts';

export interface EngineOptions {
  engine: Engine;
}

interface WorkerFixtures extends EngineOptions {
  app: ServedApp;
  driver: Driver;
}

interface Guards {
  /** Messages that the console may show in a step; none by default. */
  expectedConsole: RegExp[];
  quietConsole: void;
}

/** The suite's `test`: one app and one browser for all steps, and a quiet console in each of them. */
export const test = base.extend<Guards, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  app: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from here which fixtures are wanted
    ({}, run) => serveApp(run),
    { scope: 'worker', timeout: TEST_MS },
  ],
  driver: [
    async ({ engine, app }, run) => {
      const card = await SoundCard.open();
      try {
        const driver =
          engine === 'webkit'
            ? await webDriver(miniBrowser()!, app.url, card)
            : await pageDriver(engine, app.url, card);
        preferBrowsers();
        await run(driver);
        await driver.close();
      } finally {
        card.close();
      }
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
  expectedConsole: [[], { option: true }],
  quietConsole: [
    async ({ driver, expectedConsole }, run, info) => {
      await run();
      const loud = driver.loud.splice(0).filter((words) => !expectedConsole.some((pattern) => pattern.test(words)));
      // Picture and sound of a failed step, for engines without a trace.
      if (info.status !== info.expectedStatus) {
        writeFileSync(info.outputPath('page.png'), await driver.screenshot());
        writeFileSync(info.outputPath('heard.wav'), wavFile([driver.card.recordedSound()], CARD_RATE));
      }
      expect(loud, 'the console stays quiet').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
