import { execFileSync } from 'node:child_process';

/** Path of a command on the PATH, or null. */
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
