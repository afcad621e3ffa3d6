import { goesOutLater, notTwice, shows, survivesTheTab, worksAllTheSame, type Driver } from '../flows.ts';
import { expect, type Stage } from '../stage.ts';
import type { Cells } from '../table.ts';

/** A visitor's messages to the operator: an order, a contact message. */

const NO_WORKER = 'No worker has a part in a form.';

// ---------------------------------------------------------------------------------------------------- preorder

const dialog = ({ page }: Stage) => page.getByRole('dialog');

const ordering: Driver = {
  of: /^\/rest\/v1\/(preorders|rpc\/place_preorder)/,
  prepare: async (stage) => {
    await stage.page.goto('/store/preorder/namibian-breeze');
    await stage.page.getByRole('button', { name: 'PRE ORDER' }).click();
    await dialog(stage).getByLabel('Email').fill(stage.email);
    await dialog(stage).getByLabel('Name').fill('Ada');
  },
  act: (stage) => dialog(stage).getByRole('button', { name: 'Submit' }).click(),
  done: async (stage) => {
    await shows('Preorder submitted successfully!')(stage);
    await expect(dialog(stage)).toHaveCount(0);
  },
  stored: (stage) => stage.count('select count(*) from public.preorders where email = $1', [stage.email]),
};

const orderWaits = shows(
  /We cannot reach our server right now\. Your preorder is kept on this device and will be sent automatically\./,
);

export const preorder: Cells = {
  offline: goesOutLater(ordering, 'offline', orderWaits),
  '500': goesOutLater(ordering, '500', orderWaits),
  '429': goesOutLater(ordering, '429', orderWaits),
  'never answers': goesOutLater(ordering, 'never answers', orderWaits),
  '3 kB/s': worksAllTheSame(ordering, '3 kB/s'),
  'answer lost': notTwice(ordering, orderWaits, 'by itself'),
  'token expired': goesOutLater(ordering, 'token expired', orderWaits),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(ordering, 'storage full'),
  'tab reopened': survivesTheTab(ordering, '/store'),
};

// ---------------------------------------------------------------------------------------------------- contact

const writing: Driver = {
  of: /^\/functions\/v1\/contact-form/,
  prepare: async ({ page, email }) => {
    await page.goto('/contact');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Message').fill('A scent that came out just right.');
  },
  act: ({ page }) => page.getByRole('button', { name: 'Send Message' }).click(),
  done: shows('Message sent! We’ll be in touch soon'),
  stored: (stage) => stage.count('select count(*) from public.contact_messages where email = $1', [stage.email]),
};

const messageWaits = shows('Your message is kept on this device and will be sent automatically.');
/** The specified words; the message is stored, and still in the form. */
const notSent =
  (words: string | RegExp) =>
  async (stage: Stage): Promise<void> => {
    await shows(words)(stage);
    await messageWaits(stage);
    await expect(stage.page.getByLabel('Message')).toHaveValue('A scent that came out just right.');
  };

export const contact: Cells = {
  offline: goesOutLater(writing, 'offline', messageWaits),
  '500': goesOutLater(writing, '500', notSent('Server error: 500')),
  '429': goesOutLater(writing, '429', notSent('Server error: Too many requests. Please wait a moment.')),
  'never answers': goesOutLater(writing, 'never answers', notSent('Request timed out. Please try again.')),
  '3 kB/s': worksAllTheSame(writing, '3 kB/s'),
  'answer lost': notTwice(writing, messageWaits, 'by itself'),
  'token expired': goesOutLater(writing, 'token expired', notSent('Server error: unauthorized')),
  'worker killed': NO_WORKER,
  'storage full': worksAllTheSame(writing, 'storage full'),
  'tab reopened': survivesTheTab(writing, '/contact'),
};
