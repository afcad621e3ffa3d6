import { createHmac, randomUUID } from 'node:crypto';
import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { wav } from '#tests/backend/support/testServer.ts';
import { keptOnDevice } from '../support/steps/waits.ts';
import { WAIT_TIMEOUT_MS, TEST_MS } from '#tests/timeouts.ts';
import { limitPages } from '#tests/withTimeout.ts';
import { serveApp, type ServedApp } from './servedApp.ts';

/** The app, and the browser that opens it in every cell of the table. */
export interface FaultyApp extends ServedApp {
  browser: Browser;
  /** The one browser profile that has the app on the device (its service worker, its files), once it was needed. */
  installed: BrowserContext | null;
  /** The one browser profile without it; its cache keeps the app's files compiled from cell to cell. */
  plain: BrowserContext | null;
}

/**
 * Limits and pauses of this length and more, and repetitions this far apart, pass faster in a hurry, ms. A notice's
 * time is none of them.
 */
const LONG_MS = 5000;
const EACH_MS = 2000;
/** Factor by which long waits pass faster. */
export const CLOCK_FACTOR = 20;

export interface Member {
  id: string;
  email: string;
  password: string;
  /** Session in the storage of the auth client. */
  session: Record<string, unknown>;
}

export interface StageOptions {
  /** Long waits (time limits, signs of life) can pass faster, see {@link Stage.hurry}. */
  impatient?: boolean;
  /** With the app's service worker. */
  worker?: boolean;
  /** Uses a separate browser profile, for faults that change the profile itself. */
  alone?: boolean;
  /** Signed in from the beginning. */
  member?: Member;
  /** Local keys that are there from the beginning. */
  local?: Record<string, unknown>;
}

/** One person who uses the app in a browser. */
export class Stage {
  readonly app: FaultyApp;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  /** Session storage of the closed tab. */
  #session: Record<string, string> = {};
  /** Mark in the data that this cell stores: an e-mail, a name. */
  readonly mark = randomUUID().slice(0, 8);
  readonly email = `${this.mark}@example.com`;
  /** The member who is signed in from the beginning. */
  member: Member | null = null;
  /** A member who is not signed in yet. */
  known: Member | null = null;

  constructor(app: FaultyApp) {
    this.app = app;
  }

  get page(): Page {
    if (this.#page === null) throw new Error('The stage has not been opened.');
    return this.#page;
  }

  get context(): BrowserContext {
    if (this.#context === null) throw new Error('The stage has not been opened.');
    return this.#context;
  }

  /** Opens the browser. Nothing of the app is loaded yet. */
  async open({
    impatient = false,
    worker = false,
    alone = false,
    member,
    local = {},
  }: StageOptions = {}): Promise<void> {
    this.member = member ?? null;
    const kept: Record<string, unknown> = {
      ...(member === undefined ? {} : { 'sb-accord-auth-token': member.session }),
      ...local,
    };
    const entries = Object.entries(kept).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }));
    if (alone) {
      this.#context = await this.app.browser.newContext({
        ...CONTEXT_OPTIONS,
        baseURL: this.app.url,
        serviceWorkers: 'block',
        storageState: { cookies: [], origins: [{ origin: this.app.url, localStorage: entries }] },
      });
      this.#page = await this.#context.newPage();
      return;
    }
    this.#context = worker
      ? await installApp(this.app)
      : (this.app.plain ??= await this.app.browser.newContext({
          ...CONTEXT_OPTIONS,
          baseURL: this.app.url,
          serviceWorkers: 'block',
        }));
    this.#page = await this.#context.newPage();
    await watchWorkers(this.#page);
    if (impatient) await makeImpatient(this.#page);
    // Not the app: it must find the stored data when it starts.
    await this.#page.goto('/manifest.webmanifest');
    await this.#page.evaluate(async (entries) => {
      localStorage.clear();
      for (const { name = '' } of await indexedDB.databases()) {
        await new Promise<unknown>((resolve, reject) => {
          const gone = indexedDB.deleteDatabase(name);
          gone.addEventListener('blocked', () => reject(new Error(`${name} is open in another page.`)));
          gone.addEventListener('success', resolve);
          gone.addEventListener('error', reject);
        });
      }
      for (const { name, value } of entries) localStorage.setItem(name, value);
    }, entries);
  }

  async close(): Promise<void> {
    this.app.gate.heal();
    if (this.#context === null) return;
    if (this.#context !== this.app.installed && this.#context !== this.app.plain) {
      await this.#context.close();
      return;
    }
    await this.#context.setOffline(false);
    for (const page of this.#context.pages()) await page.close();
  }

  /** Closes the tab in the middle of its work. */
  async closeTab(): Promise<void> {
    this.#session = await this.page.evaluate(() => ({ ...sessionStorage }));
    await this.page.close();
  }

  /**
   * Opens an address in the closed tab (closes it first where it is open), with the tab's session storage, as browsers
   * reopen tabs.
   */
  async reopen(path: string): Promise<void> {
    if (!this.page.isClosed()) await this.closeTab();
    this.#page = await this.context.newPage();
    // Once: later changes by the tab stay.
    await this.page.addInitScript(
      (session) => sessionStorage.length === 0 && Object.assign(sessionStorage, session),
      this.#session,
    );
    await this.page.goto(path);
  }

  /** From now on long waits pass so many times faster (1: unchanged); waits that have begun keep their time. */
  async hurry(faster: number): Promise<void> {
    await this.page.evaluate((hurry) => Object.assign(window, { hurry }), faster);
  }

  /** The first value of the first row; counts come as numbers. */
  async count(query: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.app.server.backend!.sql<{ count: unknown }>(query, values);
    return Number(row?.count ?? 0);
  }
}

/** A signed-up, confirmed and signed-in member. */
export async function newMember({ server }: Pick<ServedApp, 'server'>): Promise<Member> {
  const email = `member-${randomUUID()}@example.com`;
  const password = 'correct horse';
  const headers = { apikey: server.keys!.publishable, 'Content-Type': 'application/json' };
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WAIT_TIMEOUT_MS),
    });
    const reply = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    return reply;
  };
  await post('/auth/v1/signup', { email, password, data: { liquidName: 'Ada Lovelace', location: 'Berlin, Germany' } });
  // Confirmed without a mail, after which the password of the registration stays valid.
  await server.backend!.sql('update auth.users set confirmation_sent_at = null where email = $1', [email]);
  await server.backend!.sql('update auth.users set email_confirmed_at = now() where email = $1', [email]);
  const session = await post('/auth/v1/token?grant_type=password', { email, password });
  return { id: (session['user'] as { id: string }).id, email, password, session };
}

const part = (value: object | Buffer): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url');

/** The member with an access token whose hour is over, as after a night with the laptop closed. */
export function expireSession(member: Member, { server }: ServedApp): Member {
  const [head, body] = String(member.session['access_token']).split('.') as [string, string];
  const past = Math.floor(Date.now() / 1000) - 600;
  const claims = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), iat: past - 3600, exp: past };
  const signed = `${head}.${part(claims)}`;
  const token = `${signed}.${part(createHmac('sha256', server.keys!.jwtSecret).update(signed).digest())}`;
  return { ...member, session: { ...member.session, access_token: token, expires_at: past } };
}

/** A short sound with a clear note, as a file: small enough for the slowest line. */
export const soundFile = (seconds = 0.6): Buffer => Buffer.from(wav({ seconds, hz: 440, sampleRate: 8000 }));

const CONTEXT_OPTIONS: BrowserContextOptions = {
  permissions: ['clipboard-read', 'clipboard-write'],
  reducedMotion: 'reduce',
};

/** Every worker is within reach, so that one can be killed. */
async function watchWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const started: Worker[] = [];
    const Native = Worker;
    Object.assign(window, {
      startedWorkers: started,
      Worker: class extends Native {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          started.push(this);
        }
      },
    });
  });
}

/** Makes {@link Stage.hurry} possible. */
async function makeImpatient(page: Page): Promise<void> {
  await page.addInitScript(
    ({ long, apart }) => {
      const page = window as unknown as { hurry?: number };
      const shorter = (ms = 0, from = long): number => (ms >= from ? ms / (page.hurry ?? 1) : ms);
      const { setTimeout: later, setInterval: each } = window;
      const soon = AbortSignal.timeout.bind(AbortSignal);
      const limit = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout')!;
      Object.assign(window, {
        setTimeout: (run: () => void, ms?: number, ...more: unknown[]) => later(run, shorter(ms), ...more),
        setInterval: (run: () => void, ms?: number, ...more: unknown[]) => each(run, shorter(ms, apart), ...more),
      });
      AbortSignal.timeout = (ms) => soon(shorter(ms));
      Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
        ...limit,
        set(ms: number) {
          limit.set!.call(this, shorter(ms));
        },
      });
    },
    { long: LONG_MS, apart: EACH_MS },
  );
}

/** The browser profile with the app on the device; it takes a while, so it is made once. */
async function installApp(app: FaultyApp): Promise<BrowserContext> {
  if (app.installed !== null) return app.installed;
  const context = await app.browser.newContext({ ...CONTEXT_OPTIONS, baseURL: app.url, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/');
  await keptOnDevice(page);
  await page.close();
  app.installed = context;
  return context;
}

interface Fixtures {
  stage: Stage;
}

export const test = base.extend<Fixtures, { app: FaultyApp }>({
  app: [
    ({ browser }, run) =>
      serveApp(async (served) => {
        limitPages(browser);
        const app: FaultyApp = { ...served, browser, installed: null, plain: null };
        await run(app);
        await app.installed?.close();
        await app.plain?.close();
      }),
    { scope: 'worker', timeout: TEST_MS },
  ],
  stage: async ({ app }, run) => {
    const stage = new Stage(app);
    await run(stage);
    await stage.close();
  },
});

export { expect };
