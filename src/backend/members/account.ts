import { hasOwnerSecret, ownerSecret } from '../../platform/storage/ownerSecret.ts';
import { accessToken } from '../connection/accessToken.ts';
import { BackendError } from '../connection/errors.ts';
import { callFunction, type CallOptions } from '../connection/functions.ts';
import { callRpc, type RpcOptions } from '../connection/rpc.ts';

/* What was made on this device without an account, see platform/ownerSecret.ts. */

/** This device's secret where it has one already: nothing can belong to a device that never had a secret. */
export function knownSecret(): string | null {
  return hasOwnerSecret() ? ownerSecret() : null;
}

/**
 * What this device made as a visitor becomes the signed-in member's; resolves with how many things that were.
 * The caller forgets the secret afterwards.
 * @throws BackendError, `unauthorized` when nobody is signed in
 */
export async function claimDevice(options: RpcOptions = {}): Promise<number> {
  const secret = knownSecret();
  if (secret === null) return 0;
  const count = await callRpc('claim_device', { owner_secret: secret }, options);
  if (typeof count !== 'number')
    throw new BackendError('server', 'claim_device gave no number.', { detail: 'unreadable_row' });
  return count;
}

/**
 * One recording of this device becomes the signed-in member's, who saves a fragrance with it; false when it is not
 * this device's.
 * @throws BackendError
 */
export async function claimRecording(audioPath: string, options: RpcOptions = {}): Promise<boolean> {
  const secret = knownSecret();
  return (
    secret !== null &&
    (await callRpc('claim_recording', { audio_path: audioPath, owner_secret: secret }, options)) === true
  );
}

/**
 * Takes back everything that this device gave as a visitor: shares, submissions, messages and recordings, with their
 * files. Orders stay. The caller forgets the secret afterwards.
 * @throws BackendError
 */
export async function forgetDevice(options: CallOptions = {}): Promise<void> {
  const secret = knownSecret();
  if (secret !== null) await callFunction('forget-device', { owner: secret }, options);
}

/** A row of the export, in the names of the database. */
export type ExportedRow = Record<string, unknown>;

/** Everything that the deletion of the account would take away, and the orders, which stay. URLs have no host. */
export interface ExportedData {
  account: ExportedRow;
  profile: ExportedRow | null;
  fragrances: ExportedRow[];
  shares: ExportedRow[];
  submissions: ExportedRow[];
  messages: ExportedRow[];
  recordings: ExportedRow[];
  photos: string[];
  orders: ExportedRow[];
}

const LISTS = ['fragrances', 'shares', 'submissions', 'messages', 'recordings', 'photos', 'orders'] as const;

/** Everything that the backend keeps of the signed-in member. @throws BackendError, `unauthorized` when nobody is signed in */
export async function exportMyData(options: RpcOptions = {}): Promise<ExportedData> {
  const data = (await callRpc('export_my_data', {}, { timeout: 60, ...options })) as Partial<ExportedData> | null;
  const whole =
    typeof data === 'object' &&
    data !== null &&
    typeof data.account === 'object' &&
    data.account !== null &&
    LISTS.every((list) => Array.isArray(data[list]));
  // Half an export would look like a whole one.
  if (!whole) throw new BackendError('server', 'The export is not whole.', { detail: 'unreadable_row' });
  return data as ExportedData;
}

/**
 * Deletes the signed-in account with everything in it, files included (`delete-account`). Orders stay. The session is over then.
 * @throws BackendError
 */
export async function deleteAccount(options: CallOptions = {}): Promise<void> {
  const token = await accessToken();
  if (token === null) throw new BackendError('unauthorized', 'User not authenticated');
  await callFunction('delete-account', { confirm: true }, { ...options, accessToken: token });
}
