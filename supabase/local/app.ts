import { spawn } from 'node:child_process';
import type { Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteDevServer } from 'vite';
import { isBuilt, markBuilt, stampOf } from './buildStamp.ts';
import { openAppFiles, type AppFiles } from './http/appFiles.ts';
import { devPolicy, isolationHeaders, safetyHeaders } from '#pwa/hosts/headers.ts';
import { StartError } from './listening.ts';
import type { ServerOptions } from './serverContract.ts';

/** Folder of the project. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** The server of the app: the files of a build, or Vite with hot reload; neither in `backend` mode. */
interface App {
  files: AppFiles | null;
  vite: ViteDevServer | null;
  /** The page at an address, for the functions. */
  page: (request: Request) => Promise<string>;
  close?: () => Promise<void>;
}

/** Errors of a disk or of its rights, by code or in the words of the bundler. */
const REFUSED_PATTERN =
  /EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EEXIST|permission denied|read-only file system|no space left|not a directory/i;

/** The reasons without the empty lines around them. */
const trimBlank = (text: string): string => text.replace(/^\s*\n|\s+$/g, '');

/**
 * A build that failed: one sentence where the app's folder cannot be written, else all reasons that the bundler gave.
 * @param reasons text of the bundler
 * @param dist folder of the build
 */
export function buildError(reasons: string, dist: string): StartError {
  const line = reasons.split('\n').find((text) => REFUSED_PATTERN.test(text));
  return new StartError(
    line === undefined
      ? `The app could not be built:\n${trimBlank(reasons) || 'no reason was given'}`
      : `The app cannot be built, because its folder cannot be written (${line.trim()}). Make ${root} and ${dist} writable, or set ACCORD_DIST to another folder; npm start -- --no-build serves a build that is there.`,
  );
}

/** Time between two lines about a running build, ms. */
const REPORT_EVERY_MS = 10_000;

/**
 * Builds the app with Vite in a separate process, whose output is read as it is: the log of this process escapes
 * colours and line breaks, because it may hold text of callers.
 * @param onOutput receives warnings, as the bundler writes them
 * @throws StartError with the reasons
 */
export async function buildApp(
  folder: string,
  dist: string,
  onOutput: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<void> {
  const program = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const args = [program, 'build', folder, '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn'];
  const builder = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [builder.stdout, builder.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => void (output += text));
  }
  const code = await new Promise<number | null>((done, fail) => {
    builder.once('error', fail);
    builder.once('close', done);
  });
  if (code !== 0) throw buildError(output, dist);
  if (output.trim() !== '') onOutput(output);
}

/**
 * Makes the build, unless it is there, and reads it; or starts Vite.
 * @param head markup for the page's head
 */
export async function serveApp(
  options: Pick<ServerOptions, 'mode' | 'build' | 'dist' | 'policyEnv'>,
  { head, http, log }: { head: string; http: Server; log: (line: string) => void },
): Promise<App> {
  const { mode } = options;
  const emptyPage = async () => '<!doctype html><html><head></head><body></body></html>';
  if (mode === 'backend') return { files: null, vite: null, page: emptyPage };
  if (mode === 'start') {
    const dist = options.dist ?? join(root, 'dist');
    const stamp = options.build === false ? null : await stampOf(root);
    if (stamp !== null && isBuilt(dist, stamp)) log('The app is built from these sources already.');
    else if (stamp !== null) {
      log('Building the app, which may take a minute ...');
      const began = performance.now();
      const seconds = () => Math.round((performance.now() - began) / 1000);
      const reports = setInterval(() => log(`Building the app, for ${seconds()} s now ...`), REPORT_EVERY_MS);
      await buildApp(root, dist).finally(() => clearInterval(reports));
      markBuilt(dist, stamp);
      log(`The app is built, in ${seconds()} s.`);
    }
    const files = openAppFiles(dist, (html) => html.replace('</head>', `${head}</head>`));
    return { files, vite: null, page: async () => files.page };
  }
  const { createServer: createVite } = await import('vite');
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
    throw buildError(error instanceof Error ? error.message : String(error), join(root, 'dist'));
  });
  return {
    files: null,
    vite,
    page: async (request) =>
      vite.transformIndexHtml(new URL(request.url).pathname, await readFile(join(root, 'index.html'), 'utf8')),
    close: () => vite.close(),
  };
}
