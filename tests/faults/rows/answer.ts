import { randomBytes, randomUUID } from 'node:crypto';
import { shareRow } from '../../backend/support/testServer.ts';
import { doneAfterReopening, doneAgain, goesOutLater, notTwice, says, worksAllTheSame, type Driver } from '../flows.ts';
import { expect, type Stage, type StageOptions } from '../stage.ts';
import type { Cells } from '../table.ts';
import { NO_WORKER, storedRecording, withFragrance } from './fragrance.ts';

/** What a person does with an answer to a shared fragrance: shares it, so that both pages link to each other. */

/** The share that each stage answers. */
const parents = new WeakMap<Stage, string>();

/** Somebody else's share, which takes answers. */
async function sharedByOther(stage: Stage): Promise<string> {
  const { server } = stage.app;
  const owner = randomBytes(16).toString('hex');
  const path = new URL(await storedRecording(stage, owner)).pathname.split('/audio/')[1];
  const share = shareRow(path, { share_id: `F${randomUUID().replaceAll('-', '').slice(0, 7)}`, allows_answers: true });
  const answer = await fetch(`${server.url}/rest/v1/rpc/create_share`, {
    method: 'POST',
    headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json' },
    body: JSON.stringify({ share, owner_secret: owner }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return String(share['share_id']);
}

const answering: Driver = {
  of: /^\/(rest\/v1\/(fragrance_shares|rpc\/)|functions\/v1\/share-image)/,
  work: /^POST \/rest\/v1\/rpc\/create_share/,
  arrive: async (stage): Promise<StageOptions> => {
    const { local, ...arrival } = await withFragrance('visitor')(stage);
    const shareId = await sharedByOther(stage);
    parents.set(stage, shareId);
    const recordingId = randomUUID();
    const fragranceProfile = { ...(local!['fragranceProfile'] as object), recordingId };
    const answers = [{ recordingId, shareId, name: 'Night Garden' }];
    return { ...arrival, local: { ...local, fragranceProfile, 'accord:answers': answers } };
  },
  prepare: async (stage) => {
    await stage.page.goto(`/answer/${parents.get(stage)}`);
    await expect(stage.page.getByRole('button', { name: 'Hear together' })).toBeVisible();
  },
  act: ({ page }) => page.getByRole('button', { name: 'Share your answer' }).click(),
  done: says('Your answer is shared.'),
  stored: (stage) =>
    stage.count('select count(*) from public.fragrance_shares where parent_id = $1', [parents.get(stage)]),
};

const answerWaits = says('Your answer is shared once you are back online.');
const notShared = async ({ page }: Stage): Promise<void> => {
  await expect(page.getByRole('alert').filter({ hasText: /^Failed to / })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share your answer' })).toBeVisible();
};

export const answer: Cells = {
  offline: goesOutLater(answering, 'offline', answerWaits),
  '500': doneAgain(answering, '500', notShared),
  '429': doneAgain(answering, '429', notShared),
  'never answers': doneAgain(answering, 'never answers', notShared),
  '3 kB/s': worksAllTheSame(answering, '3 kB/s', 5),
  'answer lost': notTwice(answering, answerWaits, 'by itself'),
  'token expired': doneAgain(answering, 'token expired', notShared),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(answering, 'storage full'),
  'tab reopened': doneAfterReopening(answering),
};
