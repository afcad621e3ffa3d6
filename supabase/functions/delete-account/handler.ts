/**
 * `POST /functions/v1/delete-account` with `{"confirm": true}` and the member's access token: deletes the account with its
 * profile, fragrances, shares, submissions, messages, photos and recordings, rows and files; answers `{success: true}`.
 * Orders stay, without an owner.
 */
import { requireMember, type FunctionDeps } from '../_shared/caller.ts';
import { json, readJson, RequestError, serveMethods, type Handler } from '../_shared/http.ts';
import { removeObjects, type StoredObject } from '../_shared/cleanUp.ts';

export function createDeleteAccount(deps: FunctionDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    await deps.limit(request, 'delete-account');
    const member = await requireMember(request, deps.env, deps.service);
    const body = await readJson(request, 1024);
    if (body['confirm'] !== true)
      throw new RequestError(400, 'not_confirmed', 'Please confirm that the account shall be deleted.');
    // Rows first, in one transaction: the account either exists or is gone. Files that cannot be removed now have no
    // owner any more, and the nightly clean-up removes them.
    const objects = await deps.service.rpc<StoredObject[]>('delete_account', { member: member.id });
    await removeObjects(deps.service, objects).catch((error: unknown) => console.error(error));
    return json(200, { success: true });
  });
}
