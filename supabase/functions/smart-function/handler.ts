/** `POST /functions/v1/smart-function`: JSON `{name, email, audioUrl}`, a finished fragrance submitted for review; answers `{success: true}`. */
import { requireCaller, type Limiter } from '../_shared/caller.ts';
import { emailField, recordingIn, textField } from '../_shared/fields.ts';
import { json, readJson, RequestError, serveMethods, type Handler } from '../_shared/http.ts';
import { ServiceError, type ReadEnv, type Service } from '../_shared/service.ts';

export interface SubmitDeps {
  env: ReadEnv;
  service: Service;
  limit: Limiter;
}

const MISSING = 'Please provide name, email, and an audio file!';

export function createSmartFunction(deps: SubmitDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    await requireCaller(request, deps.env, deps.service);
    await deps.limit(request, { scope: 'smart-function', hits: 20, seconds: 600 });
    const body = await readJson(request, 16 * 1024);
    const name = textField(body, 'name', { max: 100, missing: MISSING, long: 'Please use a name of at most 100 characters.' });
    const email = emailField(body, 'email', { missing: MISSING, wrong: 'Please provide a valid email address.' });
    if (typeof body['audioUrl'] !== 'string' || body['audioUrl'] === '') throw new RequestError(400, 'invalid', MISSING);
    if (recordingIn(body['audioUrl']) === null) throw new RequestError(400, 'invalid', 'This is not a recording of ours.');
    try {
      await deps.service.insert('fragrance_submissions', { name, email, audio_url: body['audioUrl'] });
    } catch (error) {
      // The only rule left is that the recording exists.
      if (error instanceof ServiceError && error.code === '23514') throw new RequestError(400, 'no_recording', 'This recording no longer exists. Please record again.');
      throw error;
    }
    return json(200, { success: true });
  });
}
