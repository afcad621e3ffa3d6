import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright';

/** Debian's Chromium without a window: a page costs it a quarter of the work, and tests look at no window. */
export const HEADLESS_COMMAND = 'chromium-headless-shell';

const BROWSER_COMMANDS = [HEADLESS_COMMAND, 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const MAC_AND_WINDOWS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a command on the PATH, or null. */
export function which(command: string): string | null {
  try {
    return (
      execFileSync(process.platform === 'win32' ? 'where' : 'which', [command], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .split(/\r?\n/)[0] || null
    );
  } catch {
    return null;
  }
}

/**
 * The Chromium that tests drive: `CHROME_BIN`, an installed Chrome or Chromium, or Playwright's own.
 * @returns a path, or null when this machine has none
 * @throws when `CHROME_BIN` names a file that does not exist
 */
export function findBrowser(): string | null {
  const named = process.env['CHROME_BIN'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROME_BIN points at ${named}, and there is no such file.`);
    return named;
  }
  const installed =
    BROWSER_COMMANDS.map(which).find((path) => path !== null) ?? MAC_AND_WINDOWS.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  const own = chromium.executablePath();
  return own !== '' && existsSync(own) ? own : null;
}

/** Like {@link findBrowser}, for configuration files: an absent browser is left to the runner to report. */
export function browserPath(): string {
  return findBrowser() ?? chromium.executablePath();
}
