/** `POST /functions/v1/contact-form`: JSON `{name, email, message}`; answers `{success: true}`. Open to everybody, so no key is asked for. */
import type { Limiter } from '../_shared/caller.ts';
import { emailField, textField } from '../_shared/fields.ts';
import { json, readJson, serveMethods, type Handler } from '../_shared/http.ts';
import type { Service } from '../_shared/service.ts';

export interface ContactDeps {
  service: Service;
  limit: Limiter;
}

export function createContactForm(deps: ContactDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    await deps.limit(request, { scope: 'contact-form', hits: 10, seconds: 600 });
    const body = await readJson(request, 32 * 1024);
    const name = textField(body, 'name', { max: 100, missing: 'Name is required', long: 'Please use a name of at most 100 characters.' });
    const email = emailField(body, 'email', { missing: 'Email is required', wrong: 'Please enter a valid email address' });
    textField(body, 'message', { max: Infinity, missing: 'Message is required', long: '' });
    const message = textField(body, 'message', {
      min: 10,
      max: 5000,
      missing: 'Message must be at least 10 characters long',
      long: 'Please use at most 5000 characters.',
    });
    await deps.service.insert('contact_messages', { name, email, message });
    return json(200, { success: true });
  });
}
