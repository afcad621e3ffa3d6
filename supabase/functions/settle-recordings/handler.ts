/**
 * `POST /functions/v1/settle-recordings`: moves or removes files after their recordings were taken back. A recording
 * that is not public any more moves to a new random address, or is removed if no row refers to it. The app calls it
 * after taking something back, and so does a hosted database (pg_net). The answer, `{success: true}`, does not reveal
 * its work.
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
