/** What this device knows of the diary in a member's account, and what it still has to do there. */
import * as z from 'zod/mini';
import { orElse, textOf, listOf } from '../../../core/schema/parts.ts';
import { changed, inMemory, orMemory } from './diaryDatabase.ts';

export interface AccountPlan {
  /** The account keeps the diary, as it last said. */
  keeping: boolean;
  /** What was switched here and is not done yet; null when nothing was. */
  wanted: boolean | null;
  /** Ids of entries that were deleted here, and may still be in the account. */
  struck: readonly string[];
  /** All of the diary was deleted here. */
  emptied: boolean;
  /** Why the account takes no more entries. */
  trouble: 'full' | 'blocked' | null;
}

const NOTHING: AccountPlan = { keeping: false, wanted: null, struck: [], emptied: false, trouble: null };
const MAX_STRUCK = 20_000;

const schema = orElse(
  z.object({
    keeping: z.boolean(),
    wanted: z.nullable(z.boolean()),
    struck: listOf(textOf(100, 1), MAX_STRUCK),
    emptied: z.boolean(),
    trouble: z.nullable(z.enum(['full', 'blocked'])),
  }),
  NOTHING as never,
);

const read = (value: unknown): AccountPlan => z.parse(schema, value);
const keyOf = (member: string): string => `account:${member}`;

/** The plan of a member on this device. */
export const readPlan = (member: string): Promise<AccountPlan> =>
  orMemory(
    async (database) => read(await database.get('meta', keyOf(member))),
    () => read(inMemory.meta.get(keyOf(member))),
  );

/** Changes the plan of a member in one transaction. */
export async function changePlan(member: string, change: (plan: AccountPlan) => Partial<AccountPlan>): Promise<void> {
  const next = (value: unknown): AccountPlan => {
    const plan = read(value);
    return { ...plan, ...change(plan) };
  };
  await orMemory(
    async (database) => {
      const transaction = database.transaction('meta', 'readwrite');
      await transaction.store.put(next(await transaction.store.get(keyOf(member))), keyOf(member));
      await transaction.done;
    },
    () => void inMemory.meta.set(keyOf(member), next(inMemory.meta.get(keyOf(member)))),
  );
  changed();
}

/** Forgets the plan of a member whose account is gone. */
export const forgetPlan = (member: string): Promise<void> =>
  orMemory(
    (database) => database.delete('meta', keyOf(member)),
    () => void inMemory.meta.delete(keyOf(member)),
  );
