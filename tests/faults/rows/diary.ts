import { goesOutLater, notTwice, survivesTheTab, withOldToken, worksAllTheSame, type Driver } from '../flows.ts';
import { expect, newMember, type Stage } from '../stage.ts';
import type { Cells } from '../table.ts';

/** A member has the diary kept in the account as well. */

const keep = ({ page }: Stage) => page.getByRole('switch', { name: 'Keep it in my account too' });

const keeping: Driver = {
  of: /^\/rest\/v1\/rpc\/(keep_diary|my_diary)/,
  work: /^\/rest\/v1\/rpc\/keep_diary$/,
  arrive: async (stage) => ({ member: await newMember(stage.app) }),
  prepare: async (stage) => {
    await stage.page.goto('/diary');
    await expect(keep(stage)).not.toBeChecked();
  },
  act: (stage) => keep(stage).click(),
  done: async (stage) => expect(keep(stage)).toBeChecked(),
  stored: (stage) => stage.count('select count(*) from public.diaries where owner_id = $1', [stage.member!.id]),
};

/** It is switched, whenever the account hears of it. */
const isOn = keeping.done;

export const diary: Cells = {
  offline: goesOutLater(keeping, 'offline', isOn),
  '500': goesOutLater(keeping, '500', isOn),
  '429': goesOutLater(keeping, '429', isOn),
  'never answers': goesOutLater(keeping, 'never answers', isOn),
  '3 kB/s': worksAllTheSame(keeping, '3 kB/s'),
  'answer lost': notTwice(keeping, isOn, 'by itself'),
  'token expired': withOldToken(keeping),
  'worker killed': 'No worker has a part in the diary.',
  'storage full': worksAllTheSame(keeping, 'storage full'),
  'tab reopened': survivesTheTab(keeping, '/diary'),
};
