import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Gives the browsers that this process has started more of the cores, where the system allows it (autogroup, sched(7)):
 * an engine without a free core loses sound. A browser leads its process session.
 */
export function preferBrowsers(): void {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
    for (const pid of children) {
      // Behind the name in brackets: state, parent, group, session.
      const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[3];
      if (session === pid) writeFileSync(`/proc/${pid}/autogroup`, '-10');
    }
  } catch {
    // Not root, or a kernel without.
  }
}
