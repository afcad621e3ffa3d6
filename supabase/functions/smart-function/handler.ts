/**
 * `POST /functions/v1/smart-function` with JSON `{id, name, email, audioUrl, owner}`: submits a finished fragrance for
 * review; answers `{success: true}`. The recording has to be the sender's. A repeated `id` is the same submission.
 */
import { memberOf, requireCaller, type FunctionDeps } from '../_shared/caller.ts';
import { emailField, idField, ownerField, recordingIn, requireOwner, textField } from '../_shared/fields.ts';
import { json, readJson, RequestError, serveMethods, type Handler } from '../_shared/http.ts';
import { ServiceError } from '../_shared/service.ts';

const MISSING_FIELDS_MESSAGE = 'Please provide name, email, and an audio file!';

export function createSmartFunction(deps: FunctionDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    const member = memberOf(await requireCaller(request, deps.env, deps.service));
    await deps.limit(request, 'smart-function');
    const body = await readJson(request, 16 * 1024);
    const name = textField(body, 'name', {
      max: 100,
      missing: MISSING_FIELDS_MESSAGE,
      long: 'Please use a name of at most 100 characters.',
    });
    const email = emailField(body, 'email', {
      missing: MISSING_FIELDS_MESSAGE,
      wrong: 'Please provide a valid email address.',
    });
    if (typeof body['audioUrl'] !== 'string' || body['audioUrl'] === '')
      throw new RequestError(400, 'invalid', MISSING_FIELDS_MESSAGE);
    const path = recordingIn(body['audioUrl']);
    if (path === null) throw new RequestError(400, 'invalid', 'This is not a recording of ours.');
    const id = idField(body['id']);
    const owner = ownerField(body['owner']);
    requireOwner(member, owner);
    try {
      await deps.service.rpc('submit_fragrance', {
        submission: { id, name, email, audio_path: path },
        member,
        owner_secret: owner,
      });
    } catch (error) {
      if (error instanceof ServiceError && error.hint === 'no_recording')
        throw new RequestError(400, 'no_recording', 'This recording no longer exists. Please record again.');
      if (error instanceof ServiceError && error.code === '23505')
        throw new RequestError(409, 'duplicate', 'This submission was already made.');
      throw error;
    }
    return json(200, { success: true });
  });
}
