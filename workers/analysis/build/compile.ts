import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** Compiles the kernels of the engine (analysis/dsp/assembly) with AssemblyScript. */

const PACKAGE_FOLDER = resolve(import.meta.dirname, '..');
export const KERNEL_SOURCES = join(PACKAGE_FOLDER, 'dsp/assembly');

const { resolve: find } = createRequire(import.meta.url);
const COMPILER_MANIFEST = find('assemblyscript/package.json');
const CACHE_FOLDER = resolve(COMPILER_MANIFEST, '../../.cache/accord');
/** Memory of an instance, pages of 64 kB: about twice the use of one analyzer. */
const MEMORY_PAGES = 24;
const COMPILER_OPTIONS = `--enable simd --runtime stub -O3 --noAssert --use abort= --initialMemory ${MEMORY_PAGES} --maximumMemory ${MEMORY_PAGES}`;

/**
 * Returns the program as WebAssembly. Compiles it when its sources or the compiler have changed (about four seconds),
 * and caches it in `node_modules/.cache`.
 * @throws with the compiler's message if it does not compile
 */
export function compileKernels(): Uint8Array<ArrayBuffer> {
  const { version } = JSON.parse(readFileSync(COMPILER_MANIFEST, 'utf8')) as { version: string };
  const hash = createHash('sha256').update(`${version} ${COMPILER_OPTIONS}`);
  for (const file of readdirSync(KERNEL_SOURCES).toSorted())
    if (file.endsWith('.ts')) hash.update(file).update(readFileSync(join(KERNEL_SOURCES, file)));
  const cached = join(CACHE_FOLDER, `kernels-${hash.digest('hex').slice(0, 16)}.wasm`);
  try {
    return new Uint8Array(readFileSync(cached));
  } catch {
    // Not compiled yet.
  }
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(CACHE_FOLDER, 'compiling-'));
  try {
    const compiled = join(folder, 'kernels.wasm');
    const program = join(dirname(COMPILER_MANIFEST), 'bin/asc.js');
    const files = [join(KERNEL_SOURCES, 'index.ts'), '--outFile', compiled];
    execFileSync(process.execPath, [program, ...files, ...COMPILER_OPTIONS.split(' ')], {
      cwd: PACKAGE_FOLDER,
      stdio: 'pipe',
    });
    // Move the whole file at once: another process may compile the same at this time.
    renameSync(compiled, cached);
  } catch (error) {
    const output = (error as { stderr?: Buffer }).stderr?.toString() ?? '';
    throw new Error(`The kernels of the engine do not compile. ${output || String(error)}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return new Uint8Array(readFileSync(cached));
}
