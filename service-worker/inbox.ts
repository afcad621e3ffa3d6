import { FILE_NAME_HEADER, INBOX_CACHE, INBOX_KEY, SHARED_PARAMETER } from './protocol.ts';

/**
 * True for a form that the page of another web site sent. A share sheet sends without a referrer; so does a site that hides
 * its own, which is why the page asks before a file takes the place of anything.
 */
export function isForeign({ referrer }: Pick<Request, 'referrer'>, origin: string): boolean {
  return /^https?:/.test(referrer) && new URL(referrer).origin !== origin;
}

/** Puts the file that another app shared where the page finds it, and leads to the create screen. */
export async function takeShared(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    const file = [...form.values()].find((value): value is File => value instanceof File && value.size > 0);
    if (file !== undefined) {
      const cache = await caches.open(INBOX_CACHE);
      const headers = {
        'Content-Type': file.type || 'application/octet-stream',
        [FILE_NAME_HEADER]: encodeURIComponent(file.name),
      };
      await cache.put(INBOX_KEY, new Response(file, { headers }));
    }
  } catch {
    // A body that cannot be read, or no room for it: the page finds nothing there and says so.
  }
  return Response.redirect(`/create?${SHARED_PARAMETER}`, 303);
}
