/** What the tests of limits and refusals share. */
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import type { Answer } from './testServer.ts';

export type Row = Record<string, unknown>;

/** Status, code and hint of a refusal. */
export const refusal = ({ status, body }: Answer<unknown>) => {
  const { code, hint } = (body ?? {}) as { code?: unknown; hint?: unknown };
  return [status, code, hint];
};

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
