import {
  createAndSkip,
  createButton,
  drop,
  readLocal,
  recordButton,
  skip,
  stopButton,
} from '#tests/e2e/support/createFlow.ts';
import { FAULTS } from '../columns.ts';
import { goesOutLater, notTwice, shows, survivesTheTab, worksAllTheSame, type Driver } from '../flows.ts';
import { expect, CLOCK_FACTOR, soundFile, type Stage } from '../stage.ts';
import type { Cells } from '../table.ts';

/** A visitor's actions with a sound: recording, stopping, storing, playing, and opening its fragrance. */

/** Long enough to be a recording, by the pill's clock. */
const RECORDED_PATTERN = /\d:(0[1-9]|[1-5]\d)/;

async function startRecording(stage: Stage): Promise<void> {
  await recordButton(stage.page).click();
  await expect(stopButton(stage.page)).toContainText(RECORDED_PATTERN);
}

async function endRecording(stage: Stage): Promise<void> {
  await stopButton(stage.page).click();
  await expect(createButton(stage.page)).toBeVisible();
}

/** From the recorded state to the fragrance, which is stored. */
async function toResults(stage: Stage): Promise<void> {
  await createAndSkip(stage.page);
  await expect(stage.page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
}

async function openCreate(stage: Stage, ...options: Parameters<Stage['open']>): Promise<void> {
  await stage.open(...options);
  await stage.page.goto('/');
  await expect(recordButton(stage.page)).toBeVisible();
}

/** The draft is offered, and becomes a recording again. */
async function reopenDraft(stage: Stage, words: RegExp): Promise<void> {
  await shows(words)(stage);
  await stage.page.getByRole('button', { name: 'Use it' }).click();
  await expect(createButton(stage.page)).toBeVisible();
}

const dropSound = (stage: Stage): Promise<void> => drop(stage.page, 'sound.wav', 'audio/wav', soundFile());

/** The columns about the backend's answers, for rows that send it nothing. */
const nothingAsked = (reason: string) => ({
  '500': reason,
  '429': reason,
  'never answers': reason,
  '3 kB/s': reason,
  'answer lost': reason,
  'token expired': reason,
});

const NO_REQUEST_REASON =
  'A recording asks nothing of the backend before Create Fragrance is pressed; "offline" proves it.';

export const record: Cells = {
  offline: async (stage) => {
    await openCreate(stage, FAULTS.offline.options);
    await FAULTS.offline.begin(stage, /./);
    await startRecording(stage);
    await endRecording(stage);
  },
  ...nothingAsked(NO_REQUEST_REASON),
  'worker killed': async (stage) => {
    await openCreate(stage, FAULTS['worker killed'].options);
    await recordButton(stage.page).click();
    await expect(stopButton(stage.page)).toBeVisible();
    await FAULTS['worker killed'].begin(stage, /./);
    // The recorder goes on without the analysis.
    await expect(stopButton(stage.page)).toContainText(RECORDED_PATTERN);
    await endRecording(stage);
  },
  'storage full': async (stage) => {
    await openCreate(stage, FAULTS['storage full'].options);
    await FAULTS['storage full'].begin(stage, /./);
    await startRecording(stage);
    await endRecording(stage);
    await expect(stage.page.getByRole('button', { name: 'Play Recording' })).toBeVisible();
  },
  'tab reopened': async (stage) => {
    await openCreate(stage);
    await startRecording(stage);
    await expect
      .poll(async () => (await readLocal<{ seconds: number }[]>(stage.page, 'accord:drafts'))?.at(-1)?.seconds, {
        message: 'on the device while it goes on',
      })
      .toBeGreaterThanOrEqual(1);
    await stage.reopen('/');
    await reopenDraft(stage, /We kept your recording of \d+ seconds?\./);
  },
};

export const stop: Cells = {
  offline: async (stage) => {
    await openCreate(stage, FAULTS.offline.options);
    await startRecording(stage);
    await FAULTS.offline.begin(stage, /./);
    await endRecording(stage);
    await toResults(stage);
  },
  ...nothingAsked(NO_REQUEST_REASON),
  'worker killed': async (stage) => {
    await openCreate(stage, FAULTS['worker killed'].options);
    await startRecording(stage);
    await FAULTS['worker killed'].begin(stage, /./);
    await endRecording(stage);
    await toResults(stage);
  },
  'storage full': async (stage) => {
    await openCreate(stage, FAULTS['storage full'].options);
    await startRecording(stage);
    await FAULTS['storage full'].begin(stage, /./);
    await endRecording(stage);
    const before = await recordings(stage);
    await createButton(stage.page).click();
    await expect.poll(() => recordings(stage), { message: 'it goes out from memory' }).toBe(before + 1);
  },
  'tab reopened': async (stage) => {
    await openCreate(stage);
    await startRecording(stage);
    await endRecording(stage);
    await stage.reopen('/');
    await reopenDraft(stage, /We kept your recording of \d+ seconds?\./);
  },
};

const recordings = (stage: Stage): Promise<number> =>
  stage.count("select count(*) from storage.objects where bucket_id = 'audio'");
const before = new WeakMap<Stage, number>();

const uploading: Driver = {
  of: /^\/functions\/v1\/upload-audio/,
  prepare: async (stage) => {
    before.set(stage, await recordings(stage));
    await stage.page.goto('/');
    await dropSound(stage);
    await expect(createButton(stage.page)).toBeVisible();
  },
  act: ({ page }) => createButton(page).click(),
  done: async ({ page }) => expect(page).toHaveURL(/\/(processing|results)$/),
  stored: async (stage) => (await recordings(stage)) - before.get(stage)!,
};

const safeMessage = shows(
  /Your recording is safe on this device and will be uploaded (when the connection is back|as soon as our server answers)\./,
);

export const upload: Cells = {
  offline: goesOutLater(uploading, 'offline', safeMessage),
  '500': goesOutLater(uploading, '500', safeMessage),
  '429': goesOutLater(uploading, '429', safeMessage),
  'never answers': goesOutLater(uploading, 'never answers', safeMessage),
  // The first try has its 30 s (here a twentieth of them); later ones go on as long as bytes move.
  '3 kB/s': async (stage) => {
    await stage.open({ impatient: true, ...FAULTS['3 kB/s'].options });
    await uploading.prepare(stage);
    await FAULTS['3 kB/s'].begin(stage, uploading.of);
    await stage.hurry(CLOCK_FACTOR);
    await uploading.act(stage);
    await safeMessage(stage);
    await stage.hurry(1);
    await expect.poll(() => uploading.stored(stage), { message: 'the slow line brings it' }).toBe(1);
  },
  'answer lost': notTwice(uploading, safeMessage, 'by itself'),
  'token expired': goesOutLater(uploading, 'token expired', safeMessage),
  'worker killed': 'The upload is the page\'s own; the worker only listens (row "process").',
  'storage full': worksAllTheSame(uploading, 'storage full'),
  'tab reopened': survivesTheTab(uploading, '/'),
};

const ON_DEVICE_REASON = 'Listening happens on the device; what goes out beside it is row "upload".';

export const process: Cells = {
  offline: async (stage) => {
    await openCreate(stage, FAULTS.offline.options);
    await FAULTS.offline.begin(stage, /./);
    await dropSound(stage);
    await toResults(stage);
    await expect(stage.page.locator('[data-note="A4"]').first()).toBeVisible();
  },
  ...nothingAsked(ON_DEVICE_REASON),
  'worker killed': async (stage) => {
    await openCreate(stage, FAULTS['worker killed'].options);
    await FAULTS['worker killed'].begin(stage, /./);
    await dropSound(stage);
    await toResults(stage);
    await shows('Your browser could not analyze this sound, so your scent comes from its texture.')(stage);
  },
  'storage full': async (stage) => {
    await openCreate(stage, FAULTS['storage full'].options);
    await dropSound(stage);
    await expect.poll(() => readLocal(stage.page, 'accord:drafts'), { message: 'the sound is kept' }).toHaveLength(1);
    await FAULTS['storage full'].begin(stage, /./);
    await createButton(stage.page).click();
    await shows(/^Storage full\. Your device limit is \d+(\.\d)?MB\.$/)(stage);
    // The fragrance is shown while it is in memory.
    await skip(stage.page);
    await expect(stage.page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
    await FAULTS['storage full'].end(stage);
    // After a reload the recording is still there.
    await stage.page.reload();
    await expect(stage.page).toHaveURL(/\/create$/);
    await expect(stage.page.getByText(/We kept your sound sound\.wav/)).toBeVisible();
  },
  'tab reopened': async (stage) => {
    await openCreate(stage);
    await dropSound(stage);
    await createButton(stage.page).click();
    await expect(stage.page).toHaveURL(/\/processing$/);
    await stage.reopen('/processing');
    // It was listened to in time, or is offered once more.
    await expect(
      stage.page
        .getByText(/We kept your sound sound\.wav/)
        .or(stage.page.getByRole('heading', { name: 'Your Sound, Your Scent' })),
    ).toBeVisible();
  },
};
