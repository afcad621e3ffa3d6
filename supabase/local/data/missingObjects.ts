/**
 * The storage layer answers 400 for an object that is not there and says 404 in the body only. Whoever reads the
 * status alone (a media element, an image, a crawler that holds a withdrawn picture) has to hear that it is gone.
 */

const OBJECT_PATH = /^\/storage\/v1\/object\//;

/** Whether an answer of the storage layer can be about an object that was asked for and is not there. */
export function mayBeMissing(request: Request, answer: Response): boolean {
  return (
    answer.status === 400 &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    OBJECT_PATH.test(new URL(request.url).pathname)
  );
}

/** The same answer, with the status that its body names where this says that nothing is there. */
export async function withMissingStatus(answer: Response): Promise<Response> {
  const text = await answer.text();
  let said: unknown = null;
  try {
    said = (JSON.parse(text) as { statusCode?: unknown } | null)?.statusCode;
  } catch {
    // Not the layer's words: passed on as they are.
  }
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(text, { status: String(said) === '404' ? 404 : answer.status, headers });
}
