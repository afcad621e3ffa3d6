import { FILE_NAME_HEADER, INBOX_CACHE, INBOX_KEY, SHARED_PARAMETER } from './protocol.ts';

/**
 * True for a form sent by a page of another web site. A share sheet sends no referrer; a site can hide its own too, so
 * the page confirms before a file replaces anything.
 */
export function isSentByOtherSite({ referrer }: Pick<Request, 'referrer'>, origin: string): boolean {
  return /^https?:/.test(referrer) && new URL(referrer).origin !== origin;
}

/** Stores the file that another app shared for the page, and redirects to the create screen. */
export async function storeSharedFile(request: Request): Promise<Response> {
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
    // The body cannot be read, or the device is full: the page finds no file and shows an error.
  }
  return Response.redirect(`/create?${SHARED_PARAMETER}`, 303);
}
