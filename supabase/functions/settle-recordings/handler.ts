/**
 * `POST /functions/v1/settle-recordings`: does what taking back has left to do with files. A recording that is not public any
 * more moves to a new random address, or is removed where nothing names it. The app calls it after it took something back, a
 * hosted database too (pg_net). The answer, `{success: true}`, reveals nothing of what it did.
 */
import { isService, requireCaller, type FunctionDeps } from '../_shared/caller.ts';
import { json, serveMethods, type Handler } from '../_shared/http.ts';
import { settleRecordings } from '../_shared/settle.ts';

export function createSettleRecordings(deps: FunctionDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    if (!isService(request, deps.env)) {
      await deps.limit(request, 'settle-recordings');
      await requireCaller(request, deps.env, deps.service);
    }
    await request.body?.cancel();
    await settleRecordings(deps.service);
    return json(200, { success: true });
  });
}
