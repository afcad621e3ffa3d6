import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { kernels } from './kernelPlugin.ts';

/**
 * The script of `npm pack`: writes `dist`, each exported script as one file without imports, with its types and the
 * licences of the bundled code.
 */

const PACKAGE_FOLDER = resolve(import.meta.dirname, '..');
const DIST_FOLDER = join(PACKAGE_FOLDER, 'dist');

const SCRIPTS = {
  index: 'index.ts',
  capture: 'page/listen.ts',
  worker: 'analysis.worker.ts',
  worklet: '../../worklets/capture.worklet.ts',
};

/** Folders of the packages that the scripts contain. */
const bundled = new Map<string, string>();

/** Notes which packages a script contains. */
const notePackages: Plugin = {
  name: 'accord:bundled',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
        const [, folder, name] = /^\0?(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id) ?? [];
        if (folder !== undefined) bundled.set(name!, folder);
      }
  },
};

/** The licence text of a package; the name from its package.json if it has no such file. */
function licenceOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim();
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  return `${JSON.stringify(license)}, by ${JSON.stringify(author)}`;
}

rmSync(DIST_FOLDER, { recursive: true, force: true });
mkdirSync(DIST_FOLDER);
for (const [name, entry] of Object.entries(SCRIPTS)) {
  await build({
    root: PACKAGE_FOLDER,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [kernels(), notePackages],
    build: {
      target: 'es2022',
      outDir: DIST_FOLDER,
      emptyOutDir: false,
      reportCompressedSize: false,
      lib: { entry: join(PACKAGE_FOLDER, entry), formats: ['es'], fileName: name },
    },
  });
  if (!existsSync(join(DIST_FOLDER, `${name}.js`))) throw new Error(`There is no ${name}.js.`);
}
const licences = [...bundled].toSorted().map(([name, folder]) => `${name}\n\n${licenceOf(folder)}\n`);
writeFileSync(join(DIST_FOLDER, 'LICENSES.txt'), licences.join(`\n${'-'.repeat(72)}\n\n`));
const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
execFileSync(process.execPath, [resolve(compiler, '../bin/tsc'), '-p', join(PACKAGE_FOLDER, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
// A compiler of any age finds the declarations beside the scripts that they would belong to.
const TYPES_FOLDER = join(DIST_FOLDER, 'types');
for (const path of readdirSync(TYPES_FOLDER, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.d.ts')) continue;
  const text = readFileSync(join(TYPES_FOLDER, path), 'utf8');
  writeFileSync(join(TYPES_FOLDER, path), text.replaceAll(/(\bfrom '\.[^']*)\.ts'/g, "$1.js'"));
}
