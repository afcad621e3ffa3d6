import { randomBytes, randomUUID } from 'node:crypto';
import { FRAGRANCE } from '#tests/e2e/support/members.ts';
import { chooseMore } from '#tests/e2e/support/results.ts';
import { FAULTS } from '../columns.ts';
import {
  doneAfterReopening,
  doneAgain,
  goesOutLater,
  notTwice,
  shows,
  survivesTheTab,
  withOldToken,
  worksAllTheSame,
  type Driver,
} from '../flows.ts';
import { expect, newMember, soundFile, type Stage, type StageOptions } from '../stage.ts';
import type { Cell, Cells } from '../table.ts';

/** A person's actions with a fragrance: opening, saving, publishing, sharing, submitting. */

const nameOf = (stage: Stage): string => `Rose ${stage.mark}`;
/** The fragrance's name on the page; the closed menu of a phone holds it too. */
const nameOnPage = (stage: Stage) => stage.page.getByText(nameOf(stage)).filter({ visible: true }).first();

/** Stores a recording as its owner would, and gives its URL. */
async function storedRecording({ app }: Stage, owner: string, token?: string): Promise<string> {
  const form = new FormData();
  form.append('id', randomUUID());
  form.append('owner', owner);
  form.append('file', new Blob([new Uint8Array(soundFile())], { type: 'audio/mp3' }), 'recording.mp3');
  const answer = await fetch(`${app.server.url}/functions/v1/upload-audio`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token ?? app.server.keys!.publishable}` },
    body: form,
  });
  const { audioUrl } = (await answer.json()) as { audioUrl: string };
  return `${app.url}${new URL(audioUrl, app.url).pathname}`;
}

/** A visitor or a member with a fragrance of a recording. */
const withFragrance =
  (who: 'visitor' | 'member') =>
  async (stage: Stage): Promise<StageOptions> => {
    const owner = randomBytes(16).toString('hex');
    const member = who === 'member' ? await newMember(stage.app) : undefined;
    const audioData = await storedRecording(stage, owner, member?.session['access_token'] as string | undefined);
    const fragranceProfile = { ...FRAGRANCE, id: String(Date.now()), name: nameOf(stage), audioData };
    return { ...(member === undefined ? {} : { member }), local: { 'accord:owner': owner, fragranceProfile } };
  };

async function openResults({ page }: Stage): Promise<void> {
  await page.goto('/results');
  await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
}

const NO_WORKER = 'No worker has a part in it: the sound has been heard long before.';

// ---------------------------------------------------------------------------------------------------- results

/** The recording behind the results comes from storage; the fragrance and its notes are on the device. */
const listening: Driver = {
  of: /^\/storage\/v1\/object\/public\/audio\//,
  arrive: withFragrance('visitor'),
  prepare: openResults,
  act: ({ page }) => page.getByRole('button', { name: 'Play Recording' }).click(),
  done: async ({ page }) =>
    expect(
      page.getByRole('button', { name: 'Playing...' }).or(page.getByRole('button', { name: 'Play Recording' })),
    ).toBeVisible(),
  // Opening stores nothing.
  stored: async () => 0,
};

/** The recording is out of reach: the specified message appears, and everything else stays. */
const showsTheRecording =
  (column: 'offline' | '500' | '429' | 'answer lost'): Cell =>
  async (stage) => {
    await stage.open({ ...(await listening.arrive!(stage)), ...FAULTS[column].options });
    await openResults(stage);
    await FAULTS[column].begin(stage, listening.of);
    await listening.act(stage);
    await shows('There was a problem playing the audio. Please try again.')(stage);
    await expect(nameOnPage(stage)).toBeVisible();
    await FAULTS[column].end(stage);
    await listening.act(stage);
    await expect(stage.page.getByRole('button', { name: 'Playing...' })).toBeVisible();
  };

export const results: Cells = {
  offline: showsTheRecording('offline'),
  '500': showsTheRecording('500'),
  '429': showsTheRecording('429'),
  'never answers': async (stage) => {
    await stage.open(await listening.arrive!(stage));
    stage.app.gate.break(listening.of, { kind: 'silence' });
    await openResults(stage);
    await listening.act(stage);
    // A press cancels the wait for the recording; the notes are on the device.
    await expect.poll(() => stage.app.gate.hit).toBeGreaterThan(0);
    await stage.page.getByRole('button', { name: 'Playing...' }).click();
    await expect(stage.page.getByRole('button', { name: 'Play Recording' })).toBeVisible();
  },
  '3 kB/s': async (stage) => {
    await stage.open({ ...(await listening.arrive!(stage)), ...FAULTS['3 kB/s'].options });
    await openResults(stage);
    await FAULTS['3 kB/s'].begin(stage, listening.of);
    await listening.act(stage);
    await expect(stage.page.getByRole('button', { name: 'Playing...' })).toBeVisible();
  },
  'answer lost': showsTheRecording('answer lost'),
  'token expired': 'Looking and listening take no token: recordings are read by their unguessable address.',
  'worker killed': 'The results draw and play without a worker.',
  'storage full': async (stage) => {
    await stage.open({ ...(await listening.arrive!(stage)), ...FAULTS['storage full'].options });
    await openResults(stage);
    await FAULTS['storage full'].begin(stage, listening.of);
    await stage.page.reload();
    await expect(nameOnPage(stage)).toBeVisible();
  },
  'tab reopened': async (stage) => {
    await stage.open(await listening.arrive!(stage));
    await openResults(stage);
    await stage.reopen('/results');
    await expect(nameOnPage(stage)).toBeVisible();
  },
};

// ---------------------------------------------------------------------------------------------------- save

const saving: Driver = {
  of: /^\/rest\/v1\/(fragrance_profiles|rpc\/)/,
  work: /^(POST|PATCH) \/rest\/v1\/fragrance_profiles/,
  arrive: withFragrance('member'),
  prepare: async (stage) => {
    await openResults(stage);
    await expect(stage.page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  },
  act: ({ page }) => page.getByRole('button', { name: 'Save to my profile' }).click(),
  done: shows('Saved to my profile'),
  stored: (stage) =>
    stage.count('select count(*) from public.fragrance_profiles where user_id = $1', [stage.member!.id]),
};

const keptMessage = shows('It goes into your profile as soon as our server takes it.');

export const save: Cells = {
  offline: goesOutLater(saving, 'offline', keptMessage),
  '500': goesOutLater(saving, '500', keptMessage),
  '429': goesOutLater(saving, '429', keptMessage),
  'never answers': goesOutLater(saving, 'never answers', keptMessage),
  '3 kB/s': worksAllTheSame(saving, '3 kB/s'),
  'answer lost': notTwice(saving, keptMessage, 'by itself'),
  'token expired': withOldToken(saving),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(saving, 'storage full'),
  // The fragrance is on the device; nothing had been promised yet.
  'tab reopened': doneAfterReopening(saving),
};

// ---------------------------------------------------------------------------------------------------- publish

const playlistSwitch = (stage: Stage) =>
  stage.page.getByRole('switch', { name: `Show ${nameOf(stage)} in the public playlist` });

const publishing: Driver = {
  of: /^\/rest\/v1\/fragrance_profiles/,
  arrive: async (stage) => {
    const member = await newMember(stage.app);
    const { id: _id, created: _created, ...rest } = FRAGRANCE;
    const row = {
      user_id: member.id,
      name: nameOf(stage),
      description: rest.description,
      intensity: rest.intensity,
      complexity: rest.complexity,
      persistence: rest.persistence,
      dominant_notes: rest.dominantNotes,
      background_notes: rest.backgroundNotes,
      music_essence: rest.musicEssence,
      top_notes: rest.topNotes,
      middle_notes: rest.middleNotes,
      base_notes: rest.baseNotes,
      source: rest.source,
    };
    const { server } = stage.app;
    const answer = await fetch(`${server.url}/rest/v1/fragrance_profiles`, {
      method: 'POST',
      headers: {
        apikey: server.keys!.publishable,
        Authorization: `Bearer ${String(member.session['access_token'])}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(row),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return { member };
  },
  prepare: async (stage) => {
    await stage.page.goto('/profile?tab=fragrances');
    // Late data moves the switch: wait for it.
    await shows('You have no shared links.')(stage);
    await expect(playlistSwitch(stage)).toHaveAttribute('aria-checked', 'false');
  },
  act: (stage) => playlistSwitch(stage).click(),
  done: async (stage) => {
    await shows('Added to playlist')(stage);
    await expect(playlistSwitch(stage)).toHaveAttribute('aria-checked', 'true');
  },
  stored: (stage) =>
    stage.count('select count(*) from public.fragrance_profiles where user_id = $1 and is_public', [stage.member!.id]),
};

const addedHere = async (stage: Stage): Promise<void> => {
  await shows(/Only on this device so far\. Everybody else does not see it until/)(stage);
  await expect(playlistSwitch(stage)).toHaveAttribute('aria-checked', 'true');
};

export const publish: Cells = {
  offline: goesOutLater(publishing, 'offline', addedHere),
  '500': goesOutLater(publishing, '500', addedHere),
  '429': goesOutLater(publishing, '429', addedHere),
  'never answers': goesOutLater(publishing, 'never answers', addedHere),
  '3 kB/s': worksAllTheSame(publishing, '3 kB/s'),
  'answer lost': notTwice(publishing, addedHere, 'by itself'),
  'token expired': withOldToken(publishing),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(publishing, 'storage full'),
  'tab reopened': doneAfterReopening(publishing),
};

// ---------------------------------------------------------------------------------------------------- share

const shareSheet = ({ page }: Stage) => page.getByRole('dialog', { name: /^Share / });

const sharing: Driver = {
  of: /^\/(rest\/v1\/(fragrance_shares|rpc\/)|functions\/v1\/share-image)/,
  work: /^POST \/rest\/v1\/(fragrance_shares|rpc\/create_share)/,
  arrive: withFragrance('visitor'),
  prepare: async (stage) => {
    await openResults(stage);
    await stage.page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(shareSheet(stage)).toBeVisible();
  },
  act: (stage) => shareSheet(stage).getByRole('button', { name: 'Share', exact: true }).click(),
  done: shows('Copied!'),
  stored: (stage) => stage.count('select count(*) from public.fragrance_shares where name = $1', [nameOf(stage)]),
};

/** The link is there at once, and shows that it opens later. */
const linkWaits = async (stage: Stage): Promise<void> => {
  await shows('Copied!')(stage);
  await shows('This link works once you are back online. Your share is then sent automatically.')(stage);
};
const notShared = async ({ page }: Stage): Promise<void> => {
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /^Failed to (verify share ID uniqueness|create shareable link: .+|create share link)$/ }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
};

export const share: Cells = {
  offline: goesOutLater(sharing, 'offline', linkWaits),
  '500': doneAgain(sharing, '500', notShared),
  '429': doneAgain(sharing, '429', notShared),
  'never answers': doneAgain(sharing, 'never answers', notShared),
  // The picture has its 30 s (here a fifth of them); then the share is made without it.
  '3 kB/s': worksAllTheSame(sharing, '3 kB/s', 5),
  'answer lost': notTwice(sharing, linkWaits, 'by itself'),
  'token expired': doneAgain(sharing, 'token expired', notShared),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(sharing, 'storage full'),
  'tab reopened': doneAfterReopening(sharing),
};

// ---------------------------------------------------------------------------------------------------- submit

const dialog = ({ page }: Stage) => page.getByRole('dialog', { name: /Accord/ });

const submitting: Driver = {
  of: /^\/functions\/v1\/smart-function/,
  arrive: withFragrance('visitor'),
  prepare: async (stage) => {
    await openResults(stage);
    await chooseMore(stage.page, 'Send to our perfumers');
    await dialog(stage).getByLabel('Your Name').fill('Ada');
    await dialog(stage).getByLabel('Your Email').fill(stage.email);
  },
  act: (stage) => dialog(stage).getByRole('button', { name: 'Submit', exact: true }).click(),
  done: shows('Fragrance submitted successfully!'),
  stored: (stage) => stage.count('select count(*) from public.fragrance_submissions where email = $1', [stage.email]),
};

const submissionWaits = shows('Your submission is kept on this device.');
const notSubmitted = async (stage: Stage): Promise<void> => {
  await shows('Failed to submit fragrance. Please try again later.')(stage);
  await expect(dialog(stage).getByLabel('Your Email')).toHaveValue(stage.email);
};

export const submit: Cells = {
  offline: goesOutLater(submitting, 'offline', submissionWaits),
  '500': doneAgain(submitting, '500', notSubmitted),
  '429': doneAgain(submitting, '429', notSubmitted),
  'never answers': doneAgain(submitting, 'never answers', notSubmitted),
  '3 kB/s': worksAllTheSame(submitting, '3 kB/s'),
  'answer lost': notTwice(submitting, submissionWaits, 'by itself'),
  'token expired': doneAgain(submitting, 'token expired', notSubmitted),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(submitting, 'storage full'),
  'tab reopened': survivesTheTab(submitting, '/results'),
};
