/**
 * The built app as files in memory. Nothing outside `dist/` can be requested, and each file is compressed once, with
 * Brotli as well. Hono's own file server reads the disk at each request, needs precompressed files, and sends no ETag.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { streamOf } from '../data/objectBody.ts';
import { StartError } from '../listening.ts';
import { isHostFile } from '#pwa/hosts/hostFiles.ts';

const COMPRESSIBLE = /^(text\/|application\/(json|wasm|xml|manifest)|image\/svg)/;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

interface AppFile {
  bytes: Buffer;
  type: string;
  etag: string;
  immutable: boolean;
  packed: Map<string, Promise<Buffer>>;
}

export interface AppFiles {
  /** The file at a URL path; null when there is none. */
  answer(request: Request, path: string): Promise<Response | null>;
  /** The page that serves every route of the app. */
  page: string;
  /** Answers with that page. */
  answerPage(request: Request): Promise<Response>;
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

function encodingFor(request: Request, type: string, size: number): 'br' | 'gzip' | null {
  if (size < 1024 || !COMPRESSIBLE.test(type)) return null;
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:,|$))/.test(accepted) ? 'gzip' : null;
}

async function send(request: Request, file: AppFile): Promise<Response> {
  const encoding = encodingFor(request, file.type, file.bytes.byteLength);
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag;
  const headers = new Headers({
    'Content-Type': file.type,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
  });
  let body = file.bytes;
  if (encoding) {
    headers.set('Content-Encoding', encoding);
    let packing = file.packed.get(encoding);
    if (!packing) {
      packing =
        encoding === 'br'
          ? brotli(file.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
          : gzipped(file.bytes, { level: 9 });
      file.packed.set(encoding, packing);
    }
    body = await packing;
  }
  headers.set('Content-Length', String(body.byteLength));
  if (request.method === 'HEAD') return new Response(null, { status: 200, headers });
  // In pieces: a whole copy for each slow reader would let clients fill the memory.
  return new Response(streamOf({ place: { bytes: body }, size: body.byteLength }), { status: 200, headers });
}

/**
 * Loads a build. `rewritePage` adds data of the running server to the page.
 *
 * @throws StartError when there is no build.
 */
export function loadAppFiles(dist: string, rewritePage: (html: string) => string): AppFiles {
  const files = new Map<string, AppFile>();
  const missing = () => new StartError(`There is no build in ${dist}. Run npm run build, or start without --no-build.`);
  if (!existsSync(join(dist, 'index.html'))) throw missing();
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(dist, file).split(sep).join('/')}`;
    // Do not serve source maps and the rules for other hosts.
    if (path.endsWith('.map') || isHostFile(path)) continue;
    const bytes = readFileSync(file);
    files.set(path, {
      bytes,
      // The legal pages, which a build takes from the owner.
      type: path.endsWith('.md') ? 'text/plain; charset=utf-8' : (getMimeType(path) ?? 'application/octet-stream'),
      etag: tagOf(bytes),
      // Vite puts a content hash into the names of all files in this folder.
      immutable: path.startsWith('/assets/'),
      packed: new Map(),
    });
  }
  const index = files.get('/index.html');
  if (!index) throw missing();
  const page = rewritePage(index.bytes.toString('utf8'));
  const bytes = Buffer.from(page);
  const ownPage: AppFile = {
    bytes,
    type: 'text/html; charset=utf-8',
    etag: tagOf(bytes),
    immutable: false,
    packed: new Map(),
  };
  files.delete('/index.html');
  return {
    page,
    async answer(request, path) {
      if (path === '/' || path === '/index.html') return send(request, ownPage);
      const file = files.get(path);
      return file ? send(request, file) : null;
    },
    answerPage: (request) => send(request, ownPage),
  };
}
