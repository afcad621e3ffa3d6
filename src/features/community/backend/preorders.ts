import { ownerSecret } from '#core/storage/ownerSecret.ts';
import { cleanAddress } from '#core/values/nameRules.ts';
import { BackendError } from '#core/backend/errors.ts';
import { callRpc, type RpcOptions } from '#core/backend/rpc.ts';
import { preordersTable } from './communityTables.ts';
import { newUuid } from '#core/values/uuid.ts';

export interface Preorder {
  /** Idempotency key: a UUID made on the device for each order. */
  id?: string;
  email: string;
  name: string;
  /** Id of a store fragrance, or `custom` for the buyer's own bottle. */
  fragranceId: string;
  fragranceName: string;
  /** The buyer's own bottle. */
  design?: { name: string; color: string; bottle: 'white' | 'black' | 'silver' } | null | undefined;
}

/**
 * Stores a preorder. A repeated order of this member or device under the same e-mail is stored once. The answer does
 * not reveal the orders under an address (docs/decisions.md, 53).
 *
 * @throws BackendError; transient ones when it has to wait
 */
export async function sendPreorder(
  { id = newUuid(), email, name, fragranceId, fragranceName, design = null }: Preorder,
  options: RpcOptions = {},
): Promise<void> {
  const row = preordersTable.toRow({
    id,
    email: cleanAddress(email).toLowerCase(),
    name,
    fragranceId,
    fragranceName,
    design,
  });
  const answer = (await callRpc('place_preorder', { preorder: row, owner_secret: ownerSecret() }, options)) as {
    status?: unknown;
  } | null;
  if (answer?.status === 'stored') return;
  throw new BackendError('server', 'The answer says nothing about the order.', { detail: 'unreadable_row' });
}
