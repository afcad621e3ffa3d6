import type { Mutant } from '../mutant.ts';

/** The server that comes along, the service worker, and what only the built app shows. */
export const SERVER: Mutant[] = [
  {
    name: 'csp-directive-dropped',
    file: 'pwa/hosts/headers.ts',
    find: "    'object-src': [\"'none'\"],\n",
    replace: '',
    caughtBy: {
      suite: 'unit',
      file: 'tests/unit/localServer.test.ts',
      test: 'has a word on everything that a page can load or do',
    },
  },
  {
    name: 'path-traversal',
    file: 'supabase/local/http/appFiles.ts',
    find: 'const file = files.get(path);',
    replace:
      "const file = files.get(path) ?? (path.includes('..') ? pageFile(readFileSync(join(dist, path), 'utf8')) : undefined);",
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/server.test.ts',
      test: 'serves app and backend, refuses a second start, keeps its data, and stops without a trace',
    },
  },
  {
    name: 'password-guessed-from-many-addresses',
    file: 'supabase/local/auth/authLimits.ts',
    find: 'const full = countSignIn(network, account);',
    replace: 'const full = 0 * countSignIn(network, account);',
    caughtBy: {
      suite: 'unit',
      file: 'tests/unit/server/authLimits.test.ts',
      test: 'is guessed at twenty times by one caller, a few times by each of many, and then by no stranger',
    },
  },
  {
    name: 'caller-made-up-in-a-header',
    file: 'supabase/local/http/addresses.ts',
    find: 'if (proxies.length === 0 || isIP(peer) === 0 || !isTrusted(peer, proxies)) return peer;',
    replace: '',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/front.test.ts',
      test: 'is that of the connection, whatever the caller says',
    },
  },
  {
    name: 'page-of-a-withdrawn-share-kept',
    file: 'supabase/local/http/route.ts',
    find: "  'withdraw-share',\n",
    replace: '',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/shares.test.ts',
      test: 'a share that is taken back is gone from the page that was kept, from the next request on',
    },
  },
  {
    name: 'answers-of-the-backend-kept',
    file: 'service-worker/sw.ts',
    find: 'if (origin !== self.location.origin || BACKEND.test(pathname)) return;',
    replace:
      "if (BACKEND.test(pathname) && request.method === 'GET') return void event.respondWith(caches.open('answers').then((cache) => fetch(request).then((answer) => cache.put(request, answer.clone()).then(() => answer))));\n  if (origin !== self.location.origin || BACKEND.test(pathname)) return;",
    caughtBy: {
      suite: 'e2e',
      file: 'tests/e2e/shell/offline.spec.ts',
      test: 'of what the backend says nothing is kept',
    },
  },
  {
    name: 'first-load-over-its-budget',
    file: 'src/app/start.tsx',
    find: "import { Root } from './Root.tsx';",
    replace:
      "import { Root } from './Root.tsx';\nimport * as client from '@supabase/supabase-js';\nObject.assign(globalThis, { client });",
    caughtBy: {
      suite: 'e2e',
      file: 'tests/e2e/shell/bundle.spec.ts',
      test: 'the first load of / stays within its budget of JavaScript',
    },
  },
  {
    name: 'session-taken-from-an-address',
    file: 'src/core/backend/client.ts',
    find: 'redeems.\n          detectSessionInUrl: false,',
    replace: 'redeems.\n          detectSessionInUrl: true,',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/members/members.address.test.ts',
      test: 'the client takes no session from an address, where the page has left one in it',
    },
  },
  {
    name: 'film-worker-goes-on',
    file: 'src/features/share/audio/filmEncoder.ts',
    find: 'scope.add(() => worker.terminate());',
    replace: '',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/sharing/film.test.ts',
      test: 'a film that is cancelled leaves no worker going on',
    },
  },
];
