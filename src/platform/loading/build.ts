import { entryOf } from '../../../service-worker/protocol.ts';

/** Path of this page's first script. It names the build: everything that it loads has a hash in its name. */
export function ownEntry(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/**
 * The build that the server gives out now, when it is another than this page's; null when it is the same, or cannot be
 * told. A page of an older build may ask for parts that are gone.
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
