import { FILE_NAME_HEADER, INBOX_CACHE, INBOX_KEY, SHARED_PARAMETER } from './protocol.ts';

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
