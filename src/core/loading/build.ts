import { entryOf } from '#service-worker/protocol.ts';

/** Path of this page's first script. It identifies the build: all file names have a hash. */
export function ownEntry(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/**
 * The server's current build when it differs from this page's, else null, also when it cannot be read. Parts of an
 * older build may be gone from the server.
 */
export async function newerBuild(): Promise<string | null> {
  try {
    const response = await fetch(import.meta.env.BASE_URL, { cache: 'no-store', headers: { Accept: 'text/html' } });
    const entry = response.ok ? entryOf(await response.text()) : null;
    return entry === null || entry === ownEntry() ? null : entry;
  } catch {
    return null;
  }
}
