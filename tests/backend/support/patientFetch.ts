/**
 * Aborts each request of a test without a signal after the patience of the tests. The requests of edge functions in
 * this process go through it too; their limits are shorter.
 */
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';

const fetchForEver = globalThis.fetch;

const patientFetch: typeof fetch = async (input, init) => {
  const own = init?.signal ?? (input instanceof Request ? input.signal : null);
  const patience = AbortSignal.timeout(WAIT_TIMEOUT_MS);
  try {
    return await fetchForEver(input, { ...init, signal: own ? AbortSignal.any([own, patience]) : patience });
  } catch (error) {
    if (error !== patience.reason) throw error;
    const [method, url] = input instanceof Request ? [input.method, input.url] : [init?.method ?? 'GET', String(input)];
    throw new Error(`No answer within ${WAIT_TIMEOUT_MS} ms: ${method} ${url}`, { cause: error });
  }
};

// A process takes many files.
if (!('isPatient' in fetchForEver)) globalThis.fetch = Object.assign(patientFetch, { isPatient: true });
