/**
 * `POST /functions/v1/withdraw-share` with JSON `{shareId, owner}`: withdraws a share of the caller. Its page then answers
 * 410, and its picture and sound file 404. When the owner uses the recording elsewhere, it moves to a new address.
 * Answers
 * `{success: true, audioUrl}` with that address, or null.
 */
import { memberOf, requireCaller, type FunctionDeps } from '../_shared/caller.ts';
import { removeObjects, type StoredObject } from '../_shared/cleanUp.ts';
import { isShareId } from '../_shared/common/shareIdIn.ts';
import { ownerField, requireOwner } from '../_shared/fields.ts';
import { json, readJson, RequestError, serveMethods, type Handler } from '../_shared/http.ts';
import { publicUrl } from '../_shared/service.ts';
import { copyOf } from '../_shared/settle.ts';

export interface WithdrawDeps extends FunctionDeps {
  /** Base URL of the answer's `audioUrl`. */
  publicBase: (request: Request) => string;
}

type Withdrawn =
  | { done: false; audio_path: string }
  | { done: true; audio_path: string | null; objects: StoredObject[] }
  | null;

export function createWithdrawShare(deps: WithdrawDeps): Handler {
  const { service } = deps;

  return serveMethods(['POST'], async (request) => {
    await deps.limit(request, 'withdraw-share');
    const member = memberOf(await requireCaller(request, deps.env, service));
    const body = await readJson(request, 1024);
    const id = body['shareId'];
    if (!isShareId(id)) throw new RequestError(400, 'invalid', 'Invalid share link');
    const owner = ownerField(body['owner']);
    requireOwner(member, owner);
    const withdraw = (movedTo: string | null) =>
      service.rpc<Withdrawn>('withdraw_share', { share_id: id, member, owner_secret: owner, moved_to: movedTo });

    // A copy of a recording in use elsewhere first, then one transaction for the rows, then the files. A failure in
    // between leaves at most a file without a row, which the clean-up removes.
    let fresh: string | null = null;
    let withdrawn = await withdraw(null);
    if (withdrawn?.done === false) {
      fresh = await copyOf(service, withdrawn.audio_path);
      // A missing file cannot be copied; release its name all the same.
      withdrawn = await withdraw(fresh ?? crypto.randomUUID());
    }
    if (withdrawn?.done) {
      await removeObjects(service, withdrawn.objects).catch((error: unknown) => console.error(error));
      return json(200, {
        success: true,
        audioUrl:
          withdrawn.audio_path === null || fresh === null ? null : publicUrl(deps.publicBase(request), 'audio', fresh),
      });
    }
    // Withdrawn before; only the answer was lost.
    if ((await service.rpc<string>('share_state', { share_id: id })) === 'withdrawn')
      return json(200, { success: true, audioUrl: null });
    throw new RequestError(404, 'not_found', 'This share is not yours, or it is gone already.');
  });
}
