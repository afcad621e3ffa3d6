/**
 * Every request of a test ends: one that has no signal of its own is called off after the patience of the tests. What edge functions
 * fetch in this process goes through it too; their own limits are shorter.
 */
import { PATIENCE_MS } from '../../patience.ts';

const fetchForEver = globalThis.fetch;

const patientFetch: typeof fetch = async (input, init) => {
  const own = init?.signal ?? (input instanceof Request ? input.signal : null);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await fetchForEver(input, { ...init, signal: own ? AbortSignal.any([own, patience]) : patience });
  } catch (error) {
    if (error !== patience.reason) throw error;
    const [method, url] = input instanceof Request ? [input.method, input.url] : [init?.method ?? 'GET', String(input)];
    throw new Error(`No answer within ${PATIENCE_MS} ms: ${method} ${url}`, { cause: error });
  }
};

// A process takes many files.
if (!('isPatient' in fetchForEver)) globalThis.fetch = Object.assign(patientFetch, { isPatient: true });
