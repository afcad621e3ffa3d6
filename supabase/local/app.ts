import type { Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteDevServer } from 'vite';
import { loadAppFiles, type AppFiles } from './http/appFiles.ts';
import { devPolicy, isolationHeaders, safetyHeaders } from '../../pwa/hosts/headers.ts';
import { StartError } from './listening.ts';
import type { ServerOptions } from './serverContract.ts';

/** Folder of the project. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** What serves the app: the files of a build, or Vite with hot reload; neither in `backend` mode. */
interface App {
  files: AppFiles | null;
  vite: ViteDevServer | null;
  /** The page at an address, for the functions. */
  page: (request: Request) => Promise<string>;
  close?: () => Promise<void>;
}

/** What a disk or its rights refuse, by code or in the words of the bundler. */
const REFUSED =
  /EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EEXIST|permission denied|read-only file system|no space left|not a directory/i;

/**
 * A build that failed, in one sentence: the app's folder cannot be written, or Vite's first line about anything else.
 * @param dist folder of the build
 */
export function buildError(error: unknown, dist: string): StartError {
  const { message = String(error) } = (error ?? {}) as Error;
  const line = message.split('\n').find((text) => text.trim() !== '') ?? 'no reason was given';
  return new StartError(
    REFUSED.test(`${(error as NodeJS.ErrnoException | null)?.code} ${message}`)
      ? `The app cannot be built, because its folder cannot be written (${line}). Make ${root} and ${dist} writable, or set ACCORD_DIST to another folder; npm start -- --no-build serves a build that is there.`
      : `The app could not be built: ${line}`,
    { cause: error },
  );
}

/**
 * Makes the build and reads it, or starts Vite.
 * @param head markup for the page's head
 */
export async function serveApp(
  options: Pick<ServerOptions, 'mode' | 'build' | 'dist' | 'policyEnv'>,
  { head, http, say }: { head: string; http: Server; say: (line: string) => void },
): Promise<App> {
  const { mode } = options;
  const none = async () => '<!doctype html><html><head></head><body></body></html>';
  if (mode === 'backend') return { files: null, vite: null, page: none };
  const { build, createServer: createVite } = await import('vite');
  if (mode === 'start') {
    if (options.build !== false) {
      say('Building the app ...');
      await build({
        root,
        logLevel: 'silent',
        ...(options.dist ? { build: { outDir: options.dist, emptyOutDir: true } } : {}),
      }).catch((error: unknown) => {
        throw buildError(error, options.dist ?? join(root, 'dist'));
      });
    }
    const files = loadAppFiles(options.dist ?? join(root, 'dist'), (html) => html.replace('</head>', `${head}</head>`));
    return { files, vite: null, page: async () => files.page };
  }
  const vite = await createVite({
    root,
    appType: 'spa',
    server: {
      middlewareMode: true,
      ws: { server: http },
      headers: { ...isolationHeaders, ...safetyHeaders, 'Content-Security-Policy': devPolicy(options.policyEnv) },
    },
    plugins: [{ name: 'accord-backend', transformIndexHtml: (html) => html.replace('</head>', `${head}</head>`) }],
  }).catch((error: unknown) => {
    throw buildError(error, join(root, 'dist'));
  });
  return {
    files: null,
    vite,
    page: async (request) =>
      vite.transformIndexHtml(new URL(request.url).pathname, await readFile(join(root, 'index.html'), 'utf8')),
    close: () => vite.close(),
  };
}
