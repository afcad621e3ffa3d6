import { accessToken } from './accessToken.ts';
import { callFunction } from './functions.ts';
import { BackendError } from './errors.ts';

/**
 * Deletes the signed-in account with everything in it, files included (`delete-account`). The session is over then.
 * @throws BackendError
 */
export async function deleteAccount(): Promise<void> {
  const token = await accessToken();
  if (token === null) throw new BackendError('unauthorized', 'User not authenticated');
  await callFunction('delete-account', { confirm: true }, { accessToken: token });
}
