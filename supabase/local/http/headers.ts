/**
 * The headers of everything that is served, in one list: the embedded server sends them, and a build writes them for other
 * hosts (hostFiles.ts).
 */

import { FIRST_PAINT_HASHES } from './firstPaintScripts.ts';

/**
 * Headers that make the page cross-origin isolated: only then does a browser hand out SharedArrayBuffer,
 * which carries the recording past a busy main thread. Every answer carries all three, since a document
 * that lacks one of them takes the isolation of its frames and workers with it.
 */
export const isolationHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Sent with every answer, whatever it is. */
export const safetyHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // Links of mails carry tokens, and the address of a share is the key to it: neither is another site's business.
  'Referrer-Policy': 'same-origin',
  // Only features that Chromium knows by name: an unknown one is a message in the console of every visitor.
  'Permissions-Policy':
    'microphone=(self), camera=(self), midi=(self), geolocation=(), payment=(), usb=(), display-capture=()',
  // For browsers older than `frame-ancestors`.
  'X-Frame-Options': 'DENY',
};

/** What a build knows of the sites it works with: variables of `.env`. */
export type PolicyEnv = Readonly<Record<string, string | undefined>>;

type Directives = Readonly<Record<string, readonly string[]>>;

function written(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}

/** The origin of a configured web address, as a list of one; empty when there is none. */
function originOf(address: string | undefined): string[] {
  try {
    const url = new URL(address?.trim() ?? '');
    return /^https?:$/.test(url.protocol) ? [url.origin] : [];
  } catch {
    return [];
  }
}

/** The sites of the external shop's widget; none unless it is wholly configured (as in src/platform/network/shopWidget.ts). */
function shopSites(env: PolicyEnv): { script: string[]; store: string[] } {
  const value = (name: string) => env[name]?.trim() ?? '';
  const script = originOf(value('VITE_SHOP_WIDGET_SCRIPT'));
  if (
    script.length === 0 ||
    !value('VITE_SHOP_TOKEN') ||
    !value('VITE_SHOP_PRODUCT_ID') ||
    !/^[a-z0-9.-]+$/i.test(value('VITE_SHOP_DOMAIN'))
  )
    return { script: [], store: [] };
  return { script, store: [`https://${value('VITE_SHOP_DOMAIN')}`] };
}

/** The content security policy of the app: its page, its workers and everything they load. */
export function appPolicy(env: PolicyEnv = {}): string {
  const hosted = originOf(env['VITE_SUPABASE_URL']);
  const shop = shopSites(env);
  return written({
    'default-src': ["'self'"],
    // WebAssembly may be compiled (the engine's kernels, and the encoder of MP3); text may not become code. Tone would bring
    // the worklets of its reverb as blob: URLs; it gets ours (src/audio/instrument/tones/toneNodes.ts): scripts come from here alone.
    // Two scripts that stand in the page are named by what they are.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...FIRST_PAINT_HASHES, ...shop.script],
    // No inline styles: sonner and Radix write theirs into constructed sheets (securityPlugin.ts), and React's `style`
    // goes through the CSSOM, which no policy restricts.
    'style-src': ["'self'", ...shop.script],
    'img-src': ["'self'", 'data:', 'blob:', ...hosted, ...shop.script, ...shop.store],
    'font-src': ["'self'", 'data:'],
    // Scentwaves fetches the sound behind any address that somebody pastes, and its player plays it, so every site may be
    // asked. http: acts on http pages only; elsewhere browsers block it as mixed content. data: and blob: are recordings of
    // older local copies and of this session.
    'connect-src': ["'self'", 'data:', 'blob:', 'https:', 'http:', ...hosted],
    'media-src': ["'self'", 'data:', 'blob:', 'https:', 'http:', ...hosted],
    // Tone's clock ticks in a worker that it makes from a blob.
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': shop.store.length > 0 ? shop.store : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
}

/**
 * The policy under `npm run dev`. Looser on purpose: Vite puts scripts and styles into the page (hot reload, CSS
 * modules) and speaks over a WebSocket. What matters for the product is tested on the build.
 */
export function devPolicy(env: PolicyEnv = {}): string {
  return (
    appPolicy(env)
      // A policy that names scripts by their hashes does not hear of `unsafe-inline`.
      .replace(/ 'sha256-[^']*'/g, '')
      .replace(/(?<=^|; )script-src 'self'/, "script-src 'self' 'unsafe-inline'")
      .replace(/(?<=^|; )style-src 'self'/, "style-src 'self' 'unsafe-inline'")
      .replace(/(?<=^|; )connect-src 'self'/, "connect-src 'self' ws:")
  );
}

/** Answers of the API are data: opened as a page, they may load and run nothing, and be framed by nobody. */
export const apiPolicy = written({
  'default-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

/** Stored sounds and pictures: as the API, but a browser that opens one by its address may show it in its own player. */
export const objectPolicy = written({
  'default-src': ["'none'"],
  'img-src': ["'self'"],
  'media-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

/** The mailbox: one page of text with one style block. `styleHash` is the block's, as `sha256-...`. */
export function mailboxPolicy(styleHash: string): string {
  return written({
    'default-src': ["'none'"],
    'style-src': [`'${styleHash}'`],
    'img-src': ['data:'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  });
}

/** Every header of the app's page and files. */
export function appHeaders(env: PolicyEnv = {}): Record<string, string> {
  return { ...isolationHeaders, ...safetyHeaders, 'Content-Security-Policy': appPolicy(env) };
}
