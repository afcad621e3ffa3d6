import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import type { Driver, Target } from './driver.ts';
import { findVisible } from './findVisible.ts';
import type { SoundCard } from './soundCard.ts';

/** Interval of the polls of a page, ms. */
const LOOK_MS = 50;
/** The key under which WebDriver hands out an element (W3C WebDriver, 12.1). */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';
/** Keys that have no letter (W3C WebDriver, 17.4.2). */
const KEY_CODES: Readonly<Record<string, string>> = { Enter: '\uE007', Escape: '\uE00C', ' ': '\uE00D' };
/** Sound without a gesture, and WebKit's mock microphone: a real one would need a person's permission. */
const BROWSER_ARGS = [
  '--automation',
  '--autoplay-policy=allow',
  '--enable-mock-capture-devices=true',
  '--enable-write-console-messages-to-stdout=true',
];

/** Painting takes from the sound: nothing moves, as for a visitor who requests that. */
const GTK_SETTINGS = '[Settings]\ngtk-enable-animations=false\n';

type Answer = { error?: string; message?: string } & Record<string, unknown>;

/** A session with WebKitWebDriver, over plain HTTP. */
class Session {
  readonly #base: string;
  #path = '';

  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}`;
  }

  async begin(binary: string): Promise<void> {
    const options = { binary, args: BROWSER_ARGS };
    const made = (await this.#send('POST', '/session', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    this.#path = `/session/${made.sessionId}`;
    await this.post('/timeouts', { script: 120_000, pageLoad: 60_000 });
  }

  post(path: string, body: object = {}): Promise<unknown> {
    return this.#send('POST', this.#path + path, body);
  }

  get(path: string): Promise<unknown> {
    return this.#send('GET', this.#path + path);
  }

  end(): Promise<unknown> {
    return this.#send('DELETE', this.#path);
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.#base + path, {
      method,
      signal: AbortSignal.timeout(WAIT_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: Answer | null };
    if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value;
  }
}

/** Starts a program and waits for a line that matches; returns the first group, or the whole line. */
function waitForLine(child: ChildProcess, stream: 'stdout' | 'fd', line: RegExp): Promise<string> {
  const source = stream === 'stdout' ? child.stdout : child.stdio[3];
  return new Promise((resolve, reject) => {
    let output = '';
    const late = setTimeout(() => reject(new Error(`${child.spawnfile} has not come up: ${output}`)), WAIT_TIMEOUT_MS);
    source?.on('data', (text: Buffer) => {
      output += String(text);
      const found = line.exec(output);
      if (found === null) return;
      clearTimeout(late);
      resolve(found[1] ?? found[0]);
    });
    child.on('error', reject);
  });
}

/**
 * A line of MiniBrowser about the console: `<address>:<line>:<column>: CONSOLE_LINE <source> <level> <words>`, the
 * place only if there is one.
 */
const CONSOLE_LINE = /CONSOLE \S+(?: \S+)? (ERROR|WARN(?:ING)?)\b.*/;

/** WebKit, by Debian's WebKitWebDriver, on a separate screen. */
export async function webDriver(binary: string, baseURL: string, card: SoundCard): Promise<Driver> {
  const programs: ChildProcess[] = [];
  const home = mkdtempSync(join(tmpdir(), 'accord-webkit-'));
  const end = (): void => {
    // The browser and its processes are in the group of their driver.
    for (const { pid } of programs.reverse()) {
      if (pid === undefined) continue;
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    rmSync(home, { recursive: true, force: true });
  };
  // Runs also when the tests are interrupted.
  process.once('exit', end);
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    });
    programs.push(screen);
    const display = `:${await waitForLine(screen, 'fd', /(\d+)\n/)}`;
    mkdirSync(join(home, 'gtk-3.0'));
    writeFileSync(join(home, 'gtk-3.0/settings.ini'), GTK_SETTINGS);
    const port = await freePort();
    const program = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...card.env, DISPLAY: display, NO_AT_BRIDGE: '1', XDG_CONFIG_HOME: home },
    });
    programs.push(program);
    const loud: string[] = [];
    let line = '';
    program.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (line + text).split('\n');
      line = lines.pop()!;
      for (const one of lines) if (CONSOLE_LINE.test(one)) loud.push(one);
    });
    const session = new Session(port);
    await waitUntil(() => session.begin(binary).then(() => true), WAIT_TIMEOUT_MS);
    await session.post('/window/rect', { width: 1024, height: 740 });
    return driverOf(session, {
      baseURL,
      card,
      loud,
      close: () =>
        session
          .end()
          .catch(() => undefined)
          .then(end),
    });
  } catch (error) {
    end();
    throw error;
  }
}

interface Parts {
  baseURL: string;
  card: SoundCard;
  loud: string[];
  close: () => Promise<void>;
}

function driverOf(session: Session, { baseURL, card, loud, close }: Parts): Driver {
  const evaluate = async (work: string | ((arg: never) => unknown), arg?: unknown): Promise<unknown> => {
    const script = `const [arg, done] = arguments;
      Promise.resolve().then(() => (${String(work)})(arg)).then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
    const answer = (await session.post('/execute/async', { script, args: [arg ?? null] })) as Answer & {
      value: unknown;
    };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  };
  /** The element, once it is there. */
  const findElement = async (target: Target, timeout = WAIT_TIMEOUT_MS): Promise<string> => {
    let element: Record<string, string> | null = null;
    await waitUntil(
      async () => {
        element = (await session.post('/execute/sync', {
          script: `return (${findVisible.toString()})(arguments[0])`,
          args: [plain(target)],
        })) as Record<string, string> | null;
        return element !== null;
      },
      timeout,
      `${JSON.stringify(plain(target))} is not seen`,
    );
    return element![ELEMENT_KEY]!;
  };
  const act = (target: Target, path: string, body: object = {}): Promise<void> =>
    // It may still load: a moving or covered element is tried again.
    waitUntil(async () => {
      const element = await findElement(target);
      // WebDriver leaves an element where it is when a part of it is in sight, also when a bar covers its middle.
      await session.post('/execute/sync', {
        script: `(${uncover.toString()})(arguments[0])`,
        args: [{ [ELEMENT_KEY]: element }],
      });
      const place = async (): Promise<string> => JSON.stringify(await session.get(`/element/${element}/rect`));
      const before = await place();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if ((await place()) !== before) return false;
      await session.post(`/element/${element}${path}`, body);
      return true;
    }, WAIT_TIMEOUT_MS);
  const key = (type: 'keyDown' | 'keyUp', value: string): Promise<unknown> =>
    session.post('/actions', {
      actions: [{ type: 'key', id: 'keyboard', actions: [{ type, value: KEY_CODES[value] ?? value }] }],
    });
  return {
    engine: 'webkit',
    card,
    loud,
    open: async (path) => void (await session.post('/url', { url: baseURL + path })),
    path: async () => String(await session.get('/url')).slice(baseURL.length),
    see: async (target, timeout) => void (await findElement(target, timeout)),
    click: (target) => act(target, '/click'),
    type: async (target, text) => {
      await act(target, '/clear');
      await act(target, '/value', { text });
    },
    down: async (value) => void (await key('keyDown', value)),
    up: async (value) => void (await key('keyUp', value)),
    evaluate: evaluate as Page['evaluate'],
    screenshot: async () => Buffer.from(String(await session.get('/screenshot')), 'base64'),
    close,
  };
}

/** Scrolls an element to the middle of the page when another one covers its own middle. */
function uncover(element: Element): void {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  if (top === null || !element.contains(top)) element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** A target as JSON: a pattern by its source and flags. */
function plain(target: Target): object {
  return Object.fromEntries(
    Object.entries(target).map(([key, value]: [string, string | RegExp]) => [
      key,
      typeof value === 'string' ? value : { source: value.source, flags: value.flags },
    ]),
  );
}

async function waitUntil(
  work: () => Promise<boolean>,
  timeout: number,
  complaint = 'It did not happen',
): Promise<void> {
  const late = performance.now() + timeout;
  for (let last: unknown = complaint; ;) {
    try {
      if (await work()) return;
    } catch (error) {
      last = error;
    }
    if (performance.now() > late) throw last instanceof Error ? last : new Error(`${complaint} within ${timeout} ms.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** A TCP port without a listener. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
