import type { APIRequestContext } from '@playwright/test';
import { expect } from '../fixture.ts';
import { publisher, type Publisher } from './publicSide.ts';
import { serverKeys } from '../keys.ts';
import type { Member } from '../members.ts';

/* Those who come to the desk, and what they find there. */

/** Calls a database function; with the headers of a member, or as a visitor. */
export async function call(
  request: APIRequestContext,
  name: string,
  data: object,
  headers: Record<string, string> = { apikey: serverKeys().publishable },
) {
  return request.post(`/rest/v1/rpc/${name}`, { headers, data });
}

/** The service key, which a server sends: what calls itself a browser may not. */
const SERVICE = { apikey: serverKeys().secret, 'User-Agent': 'accord-tests' };

/** A member on the list of owners, as `npm run owner -- add` puts one there. */
export async function newOwner(request: APIRequestContext, as?: Member): Promise<Publisher> {
  const owner = await publisher(request, as);
  const added = await call(request, 'add_owner', { email: owner.email }, SERVICE);
  expect(added.ok(), await added.text()).toBe(true);
  return owner;
}

/** An order of a visitor, under a name. */
export async function placeOrder(request: APIRequestContext, name: string, email: string): Promise<void> {
  const placed = await call(request, 'place_preorder', {
    preorder: {
      id: crypto.randomUUID(),
      name,
      email,
      fragrance_id: 'namibian-breeze',
      fragrance_name: 'NAMIBIAN BREEZE',
    },
    owner_secret: secret(),
  });
  expect(await placed.json(), 'the order is there').toEqual({ status: 'stored' });
}

/** A message of a visitor. */
export async function sendMessage(
  request: APIRequestContext,
  name: string,
  email: string,
  message: string,
): Promise<void> {
  const sent = await request.post('/functions/v1/contact-form', {
    headers: { apikey: serverKeys().publishable },
    data: { id: crypto.randomUUID(), name, email, message, owner: secret() },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
}

/** Reports a public fragrance as a new device. */
export async function reportFragrance(request: APIRequestContext, id: string, details: string): Promise<void> {
  const told = await call(request, 'report_fragrance', { id, reason: 'insult', details, owner_secret: secret() });
  expect(told.ok(), await told.text()).toBe(true);
}

/** The secret of a device that nothing else was sent from. */
const secret = (): string => crypto.randomUUID().replaceAll('-', '');
