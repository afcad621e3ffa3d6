import { hasOwnerSecret, ownerSecret } from '#core/storage/ownerSecret.ts';
import { accessToken } from '#core/backend/client.ts';
import { BackendError } from '#core/backend/errors.ts';
import { callFunction, type CallOptions } from '#core/backend/functions.ts';
import { callRpc, type RpcOptions } from '#core/backend/rpc.ts';

/* Data made on this device without an account, see src/core/storage/ownerSecret.ts. */

/** This device's secret, or null: a device without a secret owns nothing. */
export function readOwnerSecret(): string | null {
  return hasOwnerSecret() ? ownerSecret() : null;
}

/**
 * Gives the signed-in member everything that this device made as a visitor; resolves with the number of items. The
 * caller deletes the secret afterwards.
 * @throws BackendError, `unauthorized` when there is no session
 */
export async function claimDevice(options: RpcOptions = {}): Promise<number> {
  const secret = readOwnerSecret();
  if (secret === null) return 0;
  const count = await callRpc('claim_device', { owner_secret: secret }, options);
  if (typeof count !== 'number')
    throw new BackendError('server', 'claim_device gave no number.', { detail: 'unreadable_row' });
  return count;
}

/**
 * Gives the signed-in member one recording of this device, to save a fragrance with it; false when the recording does
 * not belong to this device.
 * @throws BackendError
 */
export async function claimRecording(audioPath: string, options: RpcOptions = {}): Promise<boolean> {
  const secret = readOwnerSecret();
  return (
    secret !== null &&
    (await callRpc('claim_recording', { audio_path: audioPath, owner_secret: secret }, options)) === true
  );
}

/**
 * Deletes everything that this device sent as a visitor: shares, submissions, messages and recordings, with their
 * files. Orders stay. The caller deletes the secret afterwards.
 * @throws BackendError
 */
export async function deleteDeviceRows(options: CallOptions = {}): Promise<void> {
  const secret = readOwnerSecret();
  if (secret !== null) await callFunction('forget-device', { owner: secret }, options);
}

/**
 * The backend's rows of this device as a visitor, and its orders; null when it owns nothing.
 * @throws BackendError
 */
export async function exportDevice(options: RpcOptions = {}): Promise<Record<string, ExportedRow[]> | null> {
  const secret = readOwnerSecret();
  if (secret === null) return null;
  const data = await callRpc('export_device_data', { owner_secret: secret }, { timeout: 60, ...options });
  const isComplete =
    typeof data === 'object' &&
    data !== null &&
    DEVICE_LISTS.every((list) => Array.isArray((data as Record<string, unknown>)[list]));
  if (!isComplete) throw new BackendError('server', 'The export is not whole.', { detail: 'unreadable_row' });
  return data as Record<string, ExportedRow[]>;
}

const DEVICE_LISTS = ['shares', 'submissions', 'messages', 'recordings', 'reports', 'orders'] as const;

/** A row of the export, in the names of the database. */
type ExportedRow = Record<string, unknown>;

/** Everything that deleting the account would remove, and the orders, which stay. URLs have no host. */
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
  reports: ExportedRow[];
}

const EXPORTED_LISTS = [
  'fragrances',
  'shares',
  'submissions',
  'messages',
  'recordings',
  'photos',
  'orders',
  'reports',
] as const;

/**
 * Everything that the backend stores of the signed-in member.
 * @throws BackendError, `unauthorized` when there is no session
 */
export async function exportMyData(options: RpcOptions = {}): Promise<ExportedData> {
  const data = (await callRpc('export_my_data', {}, { timeout: 60, ...options })) as Partial<ExportedData> | null;
  const isComplete =
    typeof data === 'object' &&
    data !== null &&
    typeof data.account === 'object' &&
    data.account !== null &&
    EXPORTED_LISTS.every((list) => Array.isArray(data[list]));
  // A partial export would look complete.
  if (!isComplete) throw new BackendError('server', 'The export is not whole.', { detail: 'unreadable_row' });
  return data as ExportedData;
}

/**
 * Deletes the signed-in account with all its data and files (`delete-account`) and ends the session. Orders stay.
 * @throws BackendError
 */
export async function deleteAccount(options: CallOptions = {}): Promise<void> {
  const token = await accessToken();
  if (token === null) throw new BackendError('unauthorized', 'User not authenticated');
  await callFunction('delete-account', { confirm: true }, { ...options, accessToken: token });
}
