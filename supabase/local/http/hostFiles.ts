/**
 * What a host other than the embedded server has to know of a build, written into `dist/` in each host's own words: the
 * headers of every path, and which page answers a path that is no file. docs/hosting.md tells how each is used.
 */
import { appHeaders, type PolicyEnv } from './headers.ts';

interface PathHeaders {
  /** A path; `*` at its end stands for whatever follows. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** The headers, from the general to the particular. */
const headersOf = (env: PolicyEnv): PathHeaders[] => [
  // The page itself is asked for anew each time: it names the files of its build.
  { path: '/*', headers: appHeaders(env) },
  // Vite puts a hash of the content into the names of everything in this folder.
  { path: '/assets/*', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
  // One that a cache keeps would keep the whole app old.
  { path: '/sw.js', headers: { 'Cache-Control': 'no-cache' } },
];

/** `_headers` of Netlify, Cloudflare Pages and others. */
export function headersFile(env: PolicyEnv = {}): string {
  return headersOf(env)
    .map(({ path, headers }) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n');
}

/**
 * `_redirects` of Netlify and Cloudflare Pages. A file that is there comes before every rule; a part of an older build that
 * is gone must not be answered with a page.
 */
export function redirectsFile(): string {
  return ['/assets/*  /index.html  404', '/*  /index.html  200', ''].join('\n');
}

/** `vercel.json`: Vercel serves files first, and takes patterns where the others take stars. */
export function vercelFile(env: PolicyEnv = {}): string {
  const rules = {
    headers: headersOf(env).map(({ path, headers }) => ({
      source: path.replace(/\*$/, '(.*)'),
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
    rewrites: [{ source: '/((?!assets/).*)', destination: '/index.html' }],
  };
  return `${JSON.stringify(rules, null, 2)}\n`;
}

/**
 * `Caddyfile` for a machine of one's own. It serves the build beside it; with a hosted project it also passes the page of a
 * share to the function that writes its title and picture into it, and gives that answer the type and the headers that
 * a hosted project does not (it sends HTML as plain text).
 */
export function caddyFile(env: PolicyEnv = {}): string {
  const lines = headersOf(env).flatMap(({ path, headers }) =>
    Object.entries(headers).map(([name, value]) => `header ${path === '/*' ? '' : `${path} `}${name} \`${value}\``),
  );
  const project = env['VITE_SUPABASE_URL']?.trim().replace(/\/+$/, '') ?? '';
  const share = /^https?:\/\/[\w.:-]+$/.test(project)
    ? [
        'handle_path /share/* {',
        '\trewrite * /functions/v1/share-page{uri}',
        `\treverse_proxy ${project} {`,
        '\t\theader_up Host {upstream_hostport}',
        '\t\theader_down Content-Type "text/html; charset=utf-8"',
        // What the project says of its own is replaced, not added to.
        ...Object.keys(appHeaders(env)).map((name) => `\t\theader_down -${name}`),
        '\t}',
        '}',
      ]
    : [];
  return [
    '# ACCORD_ADDRESS=app.example.com caddy run --config Caddyfile, from the folder that holds this file.',
    '{$ACCORD_ADDRESS:localhost} {',
    ...[
      'root * {$ACCORD_DIST:.}',
      'encode zstd gzip',
      ...lines,
      ...share,
      'handle /assets/* {',
      '\tfile_server',
      '}',
      'handle {',
      '\t@rules path /_headers /_redirects /vercel.json /Caddyfile',
      '\trewrite @rules /index.html',
      '\ttry_files {path} /index.html',
      '\tfile_server',
      '}',
    ].map((line) => `\t${line}`),
    '}',
    '',
  ].join('\n');
}

const WRITERS = {
  _headers: headersFile,
  _redirects: redirectsFile,
  'vercel.json': vercelFile,
  Caddyfile: caddyFile,
} as const satisfies Record<string, (env: PolicyEnv) => string>;

/** The files' names and contents. */
export const hostFiles = (env: PolicyEnv = {}): [name: string, source: string][] =>
  Object.entries(WRITERS).map(([name, write]) => [name, write(env)]);

/** True for a path of a build that is a host's business and nobody else's. */
export const isHostFile = (path: string): boolean => Object.hasOwn(WRITERS, path.replace(/^\//, ''));
