/**
 * All response headers, in one list: the embedded server sends them, and a build writes them for other hosts
 * (hostFiles.ts).
 */

import { createHash } from 'node:crypto';

/**
 * Headers that make the page cross-origin isolated. Only then do browsers offer SharedArrayBuffer, which carries the
 * recording past a busy main thread. Every answer has all three: a document without one of them loses the isolation of
 * its frames and workers.
 */
export const isolationHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Headers of every answer. */
export const safetyHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // Links in mails carry tokens, and a share's address is its key: do not send either to another site.
  'Referrer-Policy': 'same-origin',
  // Only features that Chromium has: an unknown one logs a message in every visitor's console.
  'Permissions-Policy':
    'microphone=(self), camera=(self), midi=(self), geolocation=(), payment=(), usb=(), display-capture=()',
  // For browsers without `frame-ancestors`.
  'X-Frame-Options': 'DENY',
};

/** Variables of `.env` that name other sites. */
export type PolicyEnv = Readonly<Record<string, string | undefined>>;

type Directives = Readonly<Record<string, readonly string[]>>;

function serializePolicy(directives: Directives): string {
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

/**
 * The sites of the external shop's widget; empty unless it is fully configured (see
 * src/core/network/shopWidget.ts).
 */
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

/** The hashes of a page's inline scripts, as the policy names them. Data in script elements is none. */
export function scriptHashes(page: string): string[] {
  return [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );
}

/**
 * The content security policy of the app: its page, its workers and everything that they load. `page` is the built
 * page, whose inline scripts it allows.
 */
export function appPolicy(env: PolicyEnv = {}, page = ''): string {
  const hosted = originOf(env['VITE_SUPABASE_URL']);
  const shop = shopSites(env);
  return serializePolicy({
    'default-src': ["'self'"],
    // Allow compiling WebAssembly (the engine's kernels and the MP3 encoder), but no scripts from text. Tone would load
    // its reverb's worklets as blob: URLs; src/features/instruments/audio/sound/tones/toneNodes.ts replaces them, so
    // all scripts come from here. The page's inline scripts are named by their hashes.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...scriptHashes(page), ...shop.script],
    // No inline styles: sonner and Radix use constructed sheets (securityPlugin.ts), and React's `style` goes through
    // the CSSOM, which no policy restricts.
    'style-src': ["'self'", ...shop.script],
    'img-src': ["'self'", 'data:', 'blob:', ...hosted, ...shop.script, ...shop.store],
    'font-src': ["'self'", 'data:'],
    // Scentwaves fetches and plays the sound at any pasted address, so every site is allowed. http: only has an effect
    // on http pages; elsewhere browsers block it as mixed content. data: and blob: are recordings of older local copies
    // and of this session.
    'connect-src': ["'self'", 'data:', 'blob:', 'https:', 'http:', ...hosted],
    'media-src': ["'self'", 'data:', 'blob:', 'https:', 'http:', ...hosted],
    // Tone's clock runs in a worker made from a blob.
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
 * The policy under `npm run dev`. Looser on purpose: Vite puts inline scripts and styles into the page (hot reload, CSS
 * modules) and uses a WebSocket. Tests of the policy run on the build.
 */
export function devPolicy(env: PolicyEnv = {}): string {
  return appPolicy(env)
    .replace(/(?<=^|; )script-src 'self'/, "script-src 'self' 'unsafe-inline'")
    .replace(/(?<=^|; )style-src 'self'/, "style-src 'self' 'unsafe-inline'")
    .replace(/(?<=^|; )connect-src 'self'/, "connect-src 'self' ws:");
}

/**
 * The API's answers are data: opened as a page, they may load and run nothing, and no page may frame them.
 */
export const apiPolicy = serializePolicy({
  'default-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

/**
 * Stored sounds and pictures: as for the API, but a browser may show one in its own player when opened by address.
 */
export const objectPolicy = serializePolicy({
  'default-src': ["'none'"],
  'img-src': ["'self'"],
  'media-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

/** The mailbox: one page of text with one style block. `styleHash` is that block's, as `sha256-...`. */
export function mailboxPolicy(styleHash: string): string {
  return serializePolicy({
    'default-src': ["'none'"],
    'style-src': [`'${styleHash}'`],
    'img-src': ['data:'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  });
}

/** All headers of the app's page and files; `page` is the built page. */
export function appHeaders(env: PolicyEnv = {}, page = ''): Record<string, string> {
  return { ...isolationHeaders, ...safetyHeaders, 'Content-Security-Policy': appPolicy(env, page) };
}
