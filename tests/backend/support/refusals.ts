/** Common parts of the tests of limits and refusals. */
import type { Answer } from './testServer.ts';

export type Row = Record<string, unknown>;

/** Status, code and hint of a refusal. */
export const refusal = ({ status, body }: Answer<unknown>) => {
  const { code, hint } = (body ?? {}) as { code?: unknown; hint?: unknown };
  return [status, code, hint];
};
