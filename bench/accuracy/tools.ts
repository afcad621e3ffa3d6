import { execFileSync } from 'node:child_process';

/** Where a command stands on the PATH, or null. */
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
