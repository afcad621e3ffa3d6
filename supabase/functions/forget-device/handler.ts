/**
 * `POST /functions/v1/forget-device` with JSON `{owner}`: withdraws everything that this device sent as a visitor: shares,
 * submissions, messages and recordings, rows and files. Orders stay, without an owner. Answers `{success: true}`.
 */
import { requireCaller, type FunctionDeps } from '../_shared/caller.ts';
import { removeObjects, type StoredObject } from '../_shared/cleanUp.ts';
import { ownerField, requireOwner } from '../_shared/fields.ts';
import { json, readJson, serveMethods, type Handler } from '../_shared/http.ts';

export function createForgetDevice(deps: FunctionDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    await deps.limit(request, 'forget-device');
    await requireCaller(request, deps.env, deps.service);
    const body = await readJson(request, 1024);
    const owner = ownerField(body['owner']);
    requireOwner(null, owner);
    const objects = await deps.service.rpc<StoredObject[]>('forget_device', { owner_secret: owner });
    await removeObjects(deps.service, objects).catch((error: unknown) => console.error(error));
    return json(200, { success: true });
  });
}
