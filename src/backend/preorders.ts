import { reach } from '../platform/reach.ts';
import { backendConfig, type BackendConfig } from './config.ts';
import { BackendError } from './errors.ts';
import { preordersTable } from './tables.ts';
import { queryFailure } from './query.ts';

export interface Preorder {
  email: string;
  name: string;
  /** Id of a store fragrance, or `custom` for a bottle of one's own. */
  fragranceId: string;
  fragranceName: string;
  /** The bottle of one's own. */
  design?: { name: string; color: string; bottle: 'white' | 'black' | 'silver' } | null;
}

/**
 * Stores a preorder. Without the client library: a preorder that waits is sent from any page.
 *
 * @throws BackendError `duplicate` when this e-mail has ordered this fragrance; transient ones when it has to wait.
 */
export async function sendPreorder(preorder: Preorder, { signal, config = backendConfig() }: { signal?: AbortSignal; config?: BackendConfig } = {}): Promise<void> {
  const { email, name, fragranceId, fragranceName, design = null } = preorder;
  const row = preordersTable.toRow({ email: email.trim().toLowerCase(), name: name.trim(), fragranceId, fragranceName: fragranceName.trim(), design });
  const late = AbortSignal.timeout(20_000);
  let response: Response;
  try {
    response = await reach(`${config.url}/rest/v1/preorders`, {
      method: 'POST',
      // Nobody may read preorders, so the row must not be asked back.
      headers: { apikey: config.key, Authorization: `Bearer ${config.key}`, 'Content-Type': 'application/json', Prefer: 'return=minimal' },
      body: JSON.stringify(row),
      signal: signal && 'any' in AbortSignal ? AbortSignal.any([signal, late]) : late,
    });
  } catch (error) {
    if (signal?.aborted) throw new BackendError('aborted', 'The request was cancelled.');
    if (late.aborted) throw new BackendError('timeout', 'No answer within 20 s.');
    throw new BackendError('network', 'The backend could not be reached.', { cause: String(error) });
  }
  if (response.ok) return;
  const error = (await response.json().catch(() => null)) as { code?: string; message?: string; hint?: string } | null;
  throw queryFailure({ message: `The backend answered ${response.status}.`, ...error }, response.status);
}
