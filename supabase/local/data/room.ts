/**
 * Checks that the disk has room for the database to write. Withdrawals stay possible on a full disk: a reserve file holds
 * room for them alone, and is removed when one needs it.
 */
import { existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import { databaseHasRoom, freeBytes, MIN_DATABASE_BYTES } from './fullDisk.ts';

/** Size of the reserve file, bytes. */
const RESERVE_BYTES = MIN_DATABASE_BYTES;
const STEP_BYTES = 1024 * 1024;

export interface Room {
  /** Whether changes may be written. */
  forChanges(): Promise<boolean>;
  /** Whether a withdrawal may be written; removes the reserve if it has to. */
  forTakingBack(): Promise<boolean>;
}

/** Room in memory: unlimited. */
export const ENDLESS: Room = { forChanges: async () => true, forTakingBack: async () => true };

/** The room on the disk of `folder`; `free` returns the free bytes there. */
export function roomIn(folder: string, free: (folder: string) => Promise<number> = freeBytes): Room {
  const file = join(folder, 'reserve');
  let making: Promise<void> | null = null;

  async function make(): Promise<void> {
    const handle = await open(file, 'w', 0o600);
    try {
      // Random bytes: some file systems store zeros without taking room.
      const step = randomFillSync(Buffer.alloc(STEP_BYTES));
      for (let at = 0; at < RESERVE_BYTES; at += STEP_BYTES) await handle.writeFile(step);
    } finally {
      await handle.close();
    }
  }
  /** Writes the reserve again once there is room for it. */
  async function keep(left: number): Promise<void> {
    if (existsSync(file) || left < 2 * MIN_DATABASE_BYTES + RESERVE_BYTES) return;
    making ??= make()
      .catch(() => rmSync(file, { force: true }))
      .finally(() => (making = null));
    await making;
  }

  return {
    async forChanges() {
      const left = await free(folder);
      await keep(left);
      // Room that the removed reserve left free is not for changes.
      return left >= MIN_DATABASE_BYTES + (existsSync(file) ? 0 : RESERVE_BYTES) || left === Infinity;
    },
    async forTakingBack() {
      const enough = () => databaseHasRoom(folder, MIN_DATABASE_BYTES / 2, free);
      if ((await free(folder)) < MIN_DATABASE_BYTES) rmSync(file, { force: true });
      return enough();
    },
  };
}

/** Database functions that withdraw something, and the ones that these need. */
const TAKES_BACK =
  /^\/rest\/v1\/rpc\/(share_to_withdraw|withdraw_share|settle_recording|recordings_settled|forget_device|delete_account)$/;
/** Edge functions that withdraw something; each counts its calls. */
const COUNTED = /"(withdraw-share|settle-recordings|forget-device|delete-account):/;

/** Whether a request withdraws something, or is a step towards it: signing in, or counting calls. */
export function takesBack({ method, url }: Request, body: Uint8Array | null): boolean {
  const { pathname } = new URL(url);
  const text = () => (body === null || body.length > 4096 ? '' : new TextDecoder().decode(body));
  if (method === 'DELETE') return /^\/(rest|storage)\/v1\//.test(pathname);
  if (method === 'PATCH') return pathname === '/rest/v1/fragrance_profiles' && /^\{"is_public":false\}$/.test(text());
  if (method !== 'POST') return false;
  if (/^\/rest\/v1\/rpc\/count_calls?$/.test(pathname)) return COUNTED.test(text());
  return TAKES_BACK.test(pathname) || /^\/(auth\/v1\/(token|logout)|storage\/v1\/object\/copy)$/.test(pathname);
}
