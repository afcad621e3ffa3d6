/** What the tests of the desk share: those who come to it, and what they find there. */
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { newMember, rpc, serviceHeaders, type Answer, type Member } from '../support/testServer.ts';

export type Row = Record<string, unknown>;

export interface People {
  owner: Member;
  ada: Member;
  eve: Member;
}

/** Two members and an owner. */
export async function newPeople(server: RunningServer): Promise<People> {
  const [ada, eve, owner] = [
    await newMember(server, 'Ada'),
    await newMember(server, 'Eve'),
    await newMember(server, 'Olga'),
  ];
  await makeOwner(server, owner);
  return { owner, ada, eve };
}

/** Puts a member on the list of owners, as `npm run owner` does. */
export async function makeOwner(server: RunningServer, { email }: Member): Promise<void> {
  const added = await rpc(server, serviceHeaders(server), 'add_owner', { email });
  if (added.status !== 200) throw new Error(`No owner was made: ${JSON.stringify(added.body)}`);
}

/** Status, code and hint of a refusal. */
export const refusal = ({ status, body }: Answer<unknown>) => {
  const { code, hint } = (body ?? {}) as { code?: unknown; hint?: unknown };
  return [status, code, hint];
};

/** The answer to those who are no owners. */
export const NO_OWNER = [403, '42501', 'not_an_owner'];

/** A list of the desk, page after page, until its end. */
export async function wholeList(
  server: RunningServer,
  headers: Record<string, string>,
  list: string,
  args: Row = {},
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const last = all.at(-1);
    const { status, body } = await rpc<Row[]>(server, headers, list, {
      ...args,
      ...(last ? { before_at: last['at'], before_id: last['id'] } : {}),
    });
    if (status !== 200) throw new Error(`${list} answers ${status}: ${JSON.stringify(body)}`);
    if (body.length === 0) return all;
    all.push(...body);
  }
}

/** Calls a database function as a visitor whose address the proxy names: limits and reports tell callers apart by it. */
export async function callAt(server: RunningServer, address: string, name: string, args: Row): Promise<Answer<Row>> {
  const response = await server.backend!.fetch(
    new Request(`http://localhost/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json', 'x-real-ip': address },
      body: JSON.stringify(args),
    }),
  );
  return { status: response.status, headers: response.headers, body: (await response.json()) as Row };
}
