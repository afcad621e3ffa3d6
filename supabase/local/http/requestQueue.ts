/* What a request needs to take its turn: its whole body, and a place in the queue. */

/** Largest body a request may bring: one recording, and room for a form around it. */
export const MAX_BODY_BYTES = 26 * 1024 * 1024;

/** Largest body of a question to Auth or the tables: the longest fragrance has a hundredth of it. */
export const MAX_JSON_BYTES = 1024 * 1024;

export const tooLargeAnswer = (): Response => Response.json({ message: 'The request is too large.' }, { status: 413 });

/** One at a time, in the order of arrival. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Reads a body before the request joins the queue: a slow sender must hold nobody up. */
export async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | null | 'too large'> {
  if (!request.body) return null;
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return 'too large';
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    total += chunk.byteLength;
    if (total > MAX_BODY_BYTES) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
