import { PNG_PHOTO } from '#tests/e2e/support/photo.ts';
import {
  doneAfterReopening,
  doneAgain,
  notTwice,
  shows,
  withOldToken,
  worksAllTheSame,
  type Driver,
} from '../flows.ts';
import { expect, newMember, type Stage } from '../stage.ts';
import type { Cells } from '../table.ts';

/** A person's actions with an account. */

const NETWORK_ERROR = 'Network error. Please check your connection and try again.';
const SERVER_ERROR = 'Something went wrong on our side. Please try again in a moment.';
const NO_WORKER = 'No worker has a part in an account.';
const NO_TOKEN = 'Nobody is signed in yet, so there is no token that could expire.';

const alerts =
  (words: string | RegExp) =>
  async ({ page }: Stage): Promise<void> => {
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  };

// ---------------------------------------------------------------------------------------------------- sign up

const signingUp: Driver = {
  of: /^\/auth\/v1\/signup/,
  prepare: async ({ page, email }) => {
    await page.goto('/register');
    await page.getByLabel('Your Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
  },
  act: ({ page }) => page.getByRole('button', { name: 'Create Account' }).click(),
  done: shows('Account Created!'),
  stored: (stage) => stage.count('select count(*) from auth.users where email = $1', [stage.email]),
};

const formStays =
  (words: string | RegExp) =>
  async (stage: Stage): Promise<void> => {
    await alerts(words)(stage);
    await expect(stage.page.getByLabel('Email')).toHaveValue(stage.email);
  };

export const signUp: Cells = {
  offline: doneAgain(signingUp, 'offline', formStays(NETWORK_ERROR)),
  '500': doneAgain(signingUp, '500', formStays(SERVER_ERROR)),
  '429': doneAgain(signingUp, '429', formStays(/too many/i)),
  'never answers': doneAgain(signingUp, 'never answers', formStays(NETWORK_ERROR)),
  '3 kB/s': worksAllTheSame(signingUp, '3 kB/s'),
  // The account exists without its confirmation: the second try gets the answer of the first.
  'answer lost': notTwice(signingUp, formStays(NETWORK_ERROR), 'by the person'),
  'token expired': NO_TOKEN,
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(signingUp, 'storage full'),
  'tab reopened': doneAfterReopening(signingUp),
};

// ---------------------------------------------------------------------------------------------------- log in

const account = ({ page }: Stage) => page.getByRole('button', { name: /^Account of/ });

const loggingIn: Driver = {
  of: /^\/auth\/v1\/token/,
  arrive: async (stage) => {
    stage.known = await newMember(stage.app);
    return {};
  },
  prepare: async (stage) => {
    await stage.page.goto('/login');
    await stage.page.getByLabel('Email').fill(stage.known!.email);
    await stage.page.getByLabel('Password', { exact: true }).fill(stage.known!.password);
  },
  act: ({ page }) => page.getByRole('button', { name: 'Sign In' }).click(),
  done: async (stage) => expect(account(stage)).toBeVisible(),
  // Only a signed-in member has this button.
  stored: (stage) => account(stage).count(),
};

const notIn =
  (words: string | RegExp) =>
  async (stage: Stage): Promise<void> => {
    await alerts(words)(stage);
    await expect(account(stage)).toHaveCount(0);
    await expect(stage.page.getByLabel('Email')).toHaveValue(stage.known!.email);
  };

export const logIn: Cells = {
  offline: doneAgain(loggingIn, 'offline', notIn(NETWORK_ERROR)),
  '500': doneAgain(loggingIn, '500', notIn(SERVER_ERROR)),
  '429': doneAgain(loggingIn, '429', notIn(/too many/i)),
  'never answers': doneAgain(loggingIn, 'never answers', notIn('Authentication attempt timed out. Please try again.')),
  '3 kB/s': worksAllTheSame(loggingIn, '3 kB/s'),
  'answer lost': doneAgain(loggingIn, 'answer lost', notIn(NETWORK_ERROR)),
  'token expired': NO_TOKEN,
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(loggingIn, 'storage full'),
  'tab reopened': doneAfterReopening(loggingIn),
};

// ---------------------------------------------------------------------------------------------------- photo

const photographing: Driver = {
  of: /^\/storage\/v1\/object\/profiles\//,
  arrive: async (stage) => ({ member: await newMember(stage.app) }),
  prepare: async (stage) => {
    await stage.page.goto('/profile');
    await expect(stage.page.getByRole('heading', { name: 'Ada Lovelace', level: 1 })).toBeVisible();
  },
  act: ({ page }) =>
    page
      .getByLabel('Profile photo', { exact: true })
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG_PHOTO }),
  done: shows('Profile photo updated'),
  // The photo that the profile shows.
  stored: (stage) =>
    stage.count('select count(*) from public.profiles where id = $1 and profile_photo is not null', [stage.member!.id]),
};

const files = (stage: Stage): Promise<number> =>
  stage.count("select count(*) from storage.objects where bucket_id = 'profiles' and name like $1", [
    `${stage.member!.id}/%`,
  ]);
const noPhoto = (words: string) => shows(words);
const PHOTO_FAILED = 'There was a problem uploading your profile photo.';

export const photo: Cells = {
  offline: doneAgain(photographing, 'offline', noPhoto(NETWORK_ERROR)),
  '500': doneAgain(photographing, '500', noPhoto(PHOTO_FAILED)),
  '429': doneAgain(photographing, '429', noPhoto(PHOTO_FAILED)),
  'never answers': doneAgain(photographing, 'never answers', noPhoto(NETWORK_ERROR)),
  '3 kB/s': worksAllTheSame(photographing, '3 kB/s'),
  // The file was stored but its answer was lost: the next try must not leave two.
  'answer lost': async (stage) => {
    await doneAgainAfterLoss(stage);
    expect(await files(stage), 'one file').toBe(1);
  },
  'token expired': withOldToken(photographing),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(photographing, 'storage full'),
  'tab reopened': doneAfterReopening(photographing),
};

const doneAgainAfterLoss = doneAgain(photographing, 'answer lost', noPhoto(NETWORK_ERROR)) as (
  stage: Stage,
) => Promise<void>;

// ---------------------------------------------------------------------------------------------------- delete account

const deleting: Driver = {
  of: /^\/functions\/v1\/delete-account/,
  arrive: async (stage) => ({ member: await newMember(stage.app) }),
  prepare: async (stage) => {
    const { page } = stage;
    await page.goto('/profile?tab=essentials');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').getByLabel('Type your email to confirm').fill(stage.member!.email);
  },
  act: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click(),
  done: async ({ page }) => {
    await expect(page.getByText('Your account is deleted.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  },
  // Once: gone.
  stored: async (stage) => 1 - (await stage.count('select count(*) from auth.users where id = $1', [stage.member!.id])),
};

const stillThere = async (stage: Stage): Promise<void> => {
  await shows('Your account could not be deleted.')(stage);
  await expect(stage.page.getByRole('dialog').getByLabel('Type your email to confirm')).toHaveValue(
    stage.member!.email,
  );
};

export const deleteAccount: Cells = {
  offline: doneAgain(deleting, 'offline', stillThere),
  '500': doneAgain(deleting, '500', stillThere),
  '429': doneAgain(deleting, '429', stillThere),
  'never answers': doneAgain(deleting, 'never answers', stillThere),
  '3 kB/s': worksAllTheSame(deleting, '3 kB/s'),
  'answer lost': notTwice(deleting, stillThere, 'by the person'),
  'token expired': withOldToken(deleting),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(deleting, 'storage full'),
  'tab reopened': doneAfterReopening(deleting),
};
