import { readFileSync, writeFileSync } from 'node:fs';

/**
 * What plays comes before what computes, where we may say so: an engine that waits for a core loses some of its sound, and of what
 * its microphone hears. The programs that this process has started and that lead a session of their own, as browsers do, get
 * more of the cores (autogroup, sched(7)).
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
