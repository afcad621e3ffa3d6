/**
 * `POST /functions/v1/contact-form` with JSON `{id, name, email, message, owner}`; answers `{success: true}`. Open to
 * everybody, so it needs no key; a member's token makes the message the member's. A repeated `id` is the same message.
 */
import { memberOf, optionalCaller, type FunctionDeps } from '../_shared/caller.ts';
import { emailField, idField, ownerField, textField } from '../_shared/fields.ts';
import { json, readJson, serveMethods, type Handler } from '../_shared/http.ts';

export function createContactForm(deps: FunctionDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    await deps.limit(request, 'contact-form');
    const member = memberOf(await optionalCaller(request, deps.env, deps.service));
    const body = await readJson(request, 32 * 1024);
    const name = textField(body, 'name', {
      max: 100,
      missing: 'Name is required',
      long: 'Please use a name of at most 100 characters.',
    });
    const email = emailField(body, 'email', {
      missing: 'Email is required',
      wrong: 'Please enter a valid email address',
    });
    textField(body, 'message', { max: Infinity, missing: 'Message is required', long: '', lines: true });
    const message = textField(body, 'message', {
      min: 10,
      max: 5000,
      missing: 'Message must be at least 10 characters long',
      long: 'Please use at most 5000 characters.',
      lines: true,
    });
    await deps.service.rpc('send_message', {
      message: { id: idField(body['id']), name, email, message },
      member,
      owner_secret: ownerField(body['owner']),
    });
    return json(200, { success: true });
  });
}
