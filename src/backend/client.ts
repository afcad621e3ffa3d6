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
