/**
 * Rules for hosts other than the embedded server, written into `dist/` in each host's format: the headers of every
 * path, and the page for a path without a file. docs/hosting.md describes their use.
 */
import { appHeaders, type PolicyEnv } from './headers.ts';

interface PathHeaders {
  /** A path; `*` at its end matches any rest. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** The headers, general rules first. */
const headersOf = (env: PolicyEnv, page: string): PathHeaders[] => [
  // Revalidate the page at each visit: it names the files of its build.
  { path: '/*', headers: appHeaders(env, page) },
  // Vite puts a content hash into the names of all files in this folder.
  { path: '/assets/*', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
  // A cached service worker would keep the whole app outdated.
  { path: '/sw.js', headers: { 'Cache-Control': 'no-cache' } },
];

/** `_headers` of Netlify, Cloudflare Pages and others. */
export function headersFile(env: PolicyEnv = {}, page = ''): string {
  return headersOf(env, page)
    .map(({ path, headers }) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n');
}

/**
 * `_redirects` of Netlify and Cloudflare Pages. Existing files take precedence over every rule. A missing file of an
 * older build must not be answered with the page.
 */
function redirectsFile(): string {
  return ['/assets/*  /index.html  404', '/*  /index.html  200', ''].join('\n');
}

/** `vercel.json`: Vercel serves files first, and uses patterns where the others use stars. */
export function vercelFile(env: PolicyEnv = {}, page = ''): string {
  const rules = {
    headers: headersOf(env, page).map(({ path, headers }) => ({
      source: path.replace(/\*$/, '(.*)'),
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
    rewrites: [{ source: '/((?!assets/).*)', destination: '/index.html' }],
  };
  return `${JSON.stringify(rules, null, 2)}\n`;
}

/**
 * `Caddyfile` for a server of your own. It serves the build in the same folder. With a hosted project it also passes a
 * share's page to the function that adds its title and picture, and sets the type and the headers that a hosted project
 * does not (it sends HTML as plain text).
 */
export function caddyFile(env: PolicyEnv = {}, page = ''): string {
  const lines = headersOf(env, page).flatMap(({ path, headers }) =>
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
        // Remove the project's own headers, so that no header is sent twice.
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

const FILE_WRITERS = {
  _headers: headersFile,
  _redirects: redirectsFile,
  'vercel.json': vercelFile,
  Caddyfile: caddyFile,
} as const satisfies Record<string, (env: PolicyEnv, page: string) => string>;

/** Names and contents of the files for a build with that page. */
export const hostFiles = (env: PolicyEnv, page: string): [name: string, source: string][] =>
  Object.entries(FILE_WRITERS).map(([name, write]) => [name, write(env, page)]);

/** Name of the file in which `npm start` stores the hash of a build's sources. */
export const BUILD_STAMP = '.accord-build';

/** True for a path of a build that is only for its host. */
export const isHostFile = (path: string): boolean =>
  [BUILD_STAMP, ...Object.keys(FILE_WRITERS)].includes(path.replace(/^\//, ''));
