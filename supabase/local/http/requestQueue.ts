/* The queue of requests, and the reading of their bodies before it. */
import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { readBytes, RequestError } from '#shared/http.ts';

/** Largest body of a request to Storage: a recording and the form around it, bytes. */
const MAX_BODY_BYTES = MAX_RECORDING_BYTES + 2 ** 20;
/** Largest body of a request to Auth or the tables, bytes: a hundred times the longest fragrance. */
const MAX_JSON_BYTES = 1024 * 1024;

export const tooLargeAnswer = (): Response => Response.json({ message: 'The request is too large.' }, { status: 413 });

/** Runs work one at a time, in the order of arrival. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Largest body of a request to this address, bytes. */
const mostOf = ({ url }: Request) => (new URL(url).pathname.startsWith('/storage/') ? MAX_BODY_BYTES : MAX_JSON_BYTES);

/** Reads a body before the request joins the queue, so that a slow sender does not block others. */
export async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | null | 'too large'> {
  if (!request.body) return null;
  return readBytes(request, mostOf(request)).catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 413) return 'too large';
    throw error;
  });
}
