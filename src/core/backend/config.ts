/** The address of the backend, and the key that identifies the app. */
export interface BackendConfig {
  /** Origin without a slash at its end. */
  url: string;
  /** Publishable (anonymous) key; safe in a browser. */
  key: string;
}

/**
 * The backend of this page. The local server writes it into the page it serves, so that one build runs on any
 * backend; a build for a hosted project carries it in `VITE_SUPABASE_URL` and `VITE_SUPABASE_ANON_KEY`.
 */
export function backendConfig(): BackendConfig {
  const tag = document.querySelector('meta[name="accord-backend"]')?.getAttribute('content');
  if (tag) {
    const { url, key } = JSON.parse(tag) as Partial<BackendConfig>;
    return { url: trimSlashes(url || location.origin), key: key ?? '' };
  }
  const url: unknown = import.meta.env?.['VITE_SUPABASE_URL'];
  const key: unknown = import.meta.env?.['VITE_SUPABASE_ANON_KEY'];
  return {
    url: trimSlashes(typeof url === 'string' && url !== '' ? url : location.origin),
    key: typeof key === 'string' ? key : '',
  };
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

/**
 * The URL of a stored object on our own backend. The database stores the path only, older copies the upload URL. On a
 * local server that URL changes with its port, and another owner's share might name another host. Other URLs stay as
 * they are.
 */
export function playableUrl(stored: string, config: BackendConfig = backendConfig()): string {
  const object = /^(?:https?:\/\/[^/]+)?(\/storage\/v1\/object\/public\/[^?#]+)/.exec(stored)?.[1];
  return object === undefined ? stored : `${config.url}${object}`;
}
