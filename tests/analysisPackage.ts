import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE_FOLDER = resolve(import.meta.dirname, '../workers/analysis');

/** A folder with the packed engine installed, and with nothing else. */
export interface Installed {
  folder: string;
  /** The files of the package. */
  package: string;
  remove(): void;
}

/** Packs `@accord/analysis` as `npm publish` would, and installs the file in an empty folder, without a network. */
export async function installPackage(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'accord-analysis-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // A test runner's mode is no mode of a build.
  const env = { ...process.env, NODE_ENV: 'production' };
  try {
    await run('npm', ['pack', PACKAGE_FOLDER, '--pack-destination', folder], { cwd: PACKAGE_FOLDER, env });
    const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    if (packed === undefined) throw new Error('npm pack wrote no file.');
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: folder, env });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, package: join(folder, 'node_modules/@accord/analysis'), remove };
}
