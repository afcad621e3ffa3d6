import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { within } from '../../within.ts';

/** The output and the end of a separate process with a watchdog of `ms`. */
async function watched(ms: number, script: string): Promise<{ output: string; signal: NodeJS.Signals | null }> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `import { startWatchdog } from './tests/fuzz/watchdog.ts';\nconst { watched, close } = await startWatchdog(${ms});\n${script}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const [, signal] = await within('the end of the process', once(child, 'close'), () => output);
    return { output, signal: signal as NodeJS.Signals | null };
  } finally {
    child.kill('SIGKILL');
  }
}

describe('the watchdog of the fuzz run', () => {
  it('ends a process in which an input has no end, and prints that input', async () => {
    const { output, signal } = await watched(
      200,
      "watched(() => 'the first', () => undefined);\nwatched(() => 'select endless()', () => { for (;;); });",
    );
    expect(output).toContain('Fuzz: no end within 200 ms, the process is ended: select endless()');
    expect(signal).toBe('SIGKILL');
  });

  it('lets inputs pass that come to an end, now or later, also by an error', async () => {
    const { output, signal } = await watched(
      60_000,
      `console.log(watched(() => 'a', () => 1), await watched(() => 'b', async () => 2));
      try { watched(() => 'c', () => { throw new Error('refused'); }); } catch (error) { console.log(error.message); }
      await close();
      console.log('closed');`,
    );
    expect({ output, signal }).toEqual({ output: '1 2\nrefused\nclosed\n', signal: null });
  });
});
