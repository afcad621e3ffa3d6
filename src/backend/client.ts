import { reach } from '../platform/reach.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import { backendConfig } from './config.ts';

let loading: Promise<SupabaseClient> | null = null;

/**
 * The Supabase client, loaded when it is first needed: 50 kB that a visitor who only sings never downloads.
 * A failed download is tried again by the next caller.
 */
export function supabase(): Promise<SupabaseClient> {
  loading ??= (async () => {
    try {
      const { createClient } = await import('@supabase/supabase-js');
      const { url, key } = backendConfig();
      return createClient(url, key, {
        global: { fetch: withTimeout },
        auth: {
          persistSession: true,
          autoRefreshToken: true,
          // Links are read by the screens they lead to (accounts §2), which also have to tell what went wrong.
          detectSessionInUrl: false,
          flowType: 'implicit',
          storageKey: 'sb-accord-auth-token',
        },
      });
    } catch (error) {
      loading = null;
      throw error;
    }
  })();
  return loading;
}

/** No answer after this long is a failure, ms: a backend that never answers must not leave a page waiting. */
const TIMEOUT_MS = 20_000;

function withTimeout(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  return reach(input, { ...init, signal: init.signal && 'any' in AbortSignal ? AbortSignal.any([init.signal, late]) : late });
}
