/**
 * Missing objects. The storage layer answers 400 for one and has 404 only in the body. Clients that read just the
 * status (media elements, images, crawlers that hold a withdrawn picture) need the real 404.
 */

const OBJECT_PATH = /^\/storage\/v1\/object\//;

/** True when the answer may be the storage layer's about a missing object. */
export function mayBeMissing(request: Request, answer: Response): boolean {
  return (
    answer.status === 400 &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    OBJECT_PATH.test(new URL(request.url).pathname)
  );
}

/** The answer with status 404 if its body has it; otherwise unchanged. */
export async function withMissingStatus(answer: Response): Promise<Response> {
  const text = await answer.text();
  let statusCode: unknown = null;
  try {
    statusCode = (JSON.parse(text) as { statusCode?: unknown } | null)?.statusCode;
  } catch {
    // Not a JSON body of the storage layer: pass it on unchanged.
  }
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(text, { status: String(statusCode) === '404' ? 404 : answer.status, headers });
}

/** The answer about an object that is missing, or that the caller may not read. */
export function missingObject(method: string): Response {
  const body = { statusCode: '404', error: 'not_found', message: 'Object not found' };
  return method === 'HEAD' ? new Response(null, { status: 404 }) : Response.json(body, { status: 404 });
}
