/**
 * Names the route of a request for logs and metrics. The address itself is neither logged nor counted: the id of a share is
 * its key, names of objects contain members' ids, and anybody may type anything.
 */

export type RouteClass =
  | 'auth'
  | 'rest'
  | 'storage'
  | 'functions'
  | 'live'
  | 'share'
  | 'mailbox'
  | 'running'
  | 'assets'
  | 'pages';

export interface Route {
  class: RouteClass;
  /** The path with placeholders, `/rest/v1/rpc/place_preorder`, `/share/:id`. */
  path: string;
}

const BUCKETS = 'audio|profiles|share-images|shop';
const AUTH = 'signup|token|verify|recover|resend|logout|user|otp|settings|health';
const OPERATIONS = 'public|sign|authenticated|info|list|copy|move';

/** `known` holds the names of database functions, tables and edge functions; other names become `:name`. */
export function routeOf(path: string, known: ReadonlySet<string>): Route {
  const named = (name: string | undefined) => (name !== undefined && known.has(name) ? name : ':name');
  const [, first = '', version, third, fourth, fifth] = path.split('/');
  if (version === 'v1') {
    if (first === 'rest')
      return {
        class: 'rest',
        path: third === 'rpc' ? `/rest/v1/rpc/${named(fourth)}` : third ? `/rest/v1/${named(third)}` : '/rest/v1',
      };
    if (first === 'functions') return { class: 'functions', path: `/functions/v1/${named(third)}` };
    if (first === 'auth') return { class: 'auth', path: `/auth/v1/${one(AUTH, third)}` };
    if (first === 'storage') {
      const steps = [fourth, fifth].filter((step) => step !== undefined && oneOf(`${OPERATIONS}|${BUCKETS}`, step));
      return { class: 'storage', path: ['/storage/v1', one('object|bucket', third), ...steps].join('/') };
    }
    if (first === 'live') return { class: 'live', path: '/live/v1/rooms/:id' };
  }
  if (first === 'share') return { class: 'share', path: '/share/:id' };
  if (/^mailbox(\.json)?$/.test(first)) return { class: 'mailbox', path: '/mailbox' };
  if (/^(healthz|metrics|snapshot)$/.test(path.slice(1))) return { class: 'running', path };
  return /\.[a-z0-9]{1,8}$/i.test(path) ? { class: 'assets', path: '/:file' } : { class: 'pages', path: '/:page' };
}

const oneOf = (names: string, name: string) => names.split('|').includes(name);
const one = (names: string, name: string | undefined) => (name !== undefined && oneOf(names, name) ? name : ':name');
