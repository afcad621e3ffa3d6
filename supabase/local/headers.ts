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

/** Sent with everything the local server answers. */
export const safetyHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};
